"""Settings as checked models, from TOML files, options and Python."""
