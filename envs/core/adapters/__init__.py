"""Adapters to other people's libraries, one module each; importing a module imports its library."""
