"""Results as people and programs want to see them; one file each."""
