"""`python -m sipbullet`."""

from sipbullet.cli import main

if __name__ == "__main__":
    main()
