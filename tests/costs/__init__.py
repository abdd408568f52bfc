"""Where the numbers of the belief come from, and how far they can be trusted. `scripts/costs` counts, plots and perturbs."""
