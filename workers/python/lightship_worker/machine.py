"""What this machine offers."""

from __future__ import annotations

import os
from pathlib import Path


def memory_mb() -> int:
    """All of the memory that this process may use, in MB."""
    return min(_meminfo('MemTotal'), _limit_mb())


def free_memory_mb() -> int:
    """What is free or can be freed, in MB."""
    return min(_meminfo('MemAvailable'), _limit_mb())


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


def _meminfo(field: str) -> int:
    try:
        lines = Path('/proc/meminfo').read_text().splitlines()
        return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(field + ':'))
    except (OSError, StopIteration):
        return os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') // 2**20


def _limit_mb() -> int:
    """Of the control group, as systemd and containers set it."""
    try:
        return int(Path('/sys/fs/cgroup/memory.max').read_text()) // 2**20
    except (OSError, ValueError):
        return 2**40
