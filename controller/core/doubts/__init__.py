"""Second thoughts about what was found: what else may have been done past sensors that are wrong or silent."""
