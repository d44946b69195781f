"""Pictures of slices as PNG, with zlib alone."""

import struct
import zlib

import numpy as np


def png_bytes(pixels: np.ndarray) -> bytes:
    """Of uint8 [rows, columns, 3], RGB."""
    rows, columns, _ = pixels.shape
    lines = np.zeros((rows, 1 + columns * 3), np.uint8)
    lines[:, 1:] = pixels.reshape(rows, columns * 3)
    head = struct.pack('>2I5B', columns, rows, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + _chunk(b'IHDR', head) + _chunk(b'IDAT', zlib.compress(lines.tobytes(), 6)) + _chunk(b'IEND', b'')


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
