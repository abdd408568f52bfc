"""Deeds: what hands, sensors and people may have done, each with its cost.

Deeds do not know each other.
"""
