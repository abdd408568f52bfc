"""Deeds: what hands, sensors and people may have done, each with its cost. They do not know each other."""
