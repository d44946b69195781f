"""Run with `python3 -m unittest` in the folder above. Two runs give the same numbers with one thread, which PyTorch reads when it is loaded."""

import os

os.environ['OMP_NUM_THREADS'] = '1'
