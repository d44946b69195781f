"""The commands of the worker: `python3 -m lightship_worker --help`."""

from __future__ import annotations

import os
import sys


def main() -> int:
    from lightship_worker.commands import parse, run

    arguments = parse(sys.argv[1:])
    # Before PyTorch is loaded: the threads of its backward pass take their number from here alone.
    os.environ['OMP_NUM_THREADS'] = str(getattr(arguments, 'threads', 0) or 1)
    return run(arguments)


if __name__ == '__main__':
    sys.exit(main())
