"""The law applied to what hands did."""
