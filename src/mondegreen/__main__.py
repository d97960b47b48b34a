"""``python -m mondegreen`` is the command ``mondegreen``."""

from mondegreen.cli import main

if __name__ == "__main__":
    main()
