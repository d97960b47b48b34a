"""Other packages' interfaces on mondegreen's core; one module a package."""
