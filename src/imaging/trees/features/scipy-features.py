"""Writes scipy-features.json: features of a small image by scipy. Run with Debian's python3-scipy: python3 scipy-features.py

The image is smaller than the widest filter reaches, so that borders are reflected several times.
"""
import json, os
import numpy as np
from scipy import ndimage

COLUMNS, ROWS, SLICES = 9, 7, 11
EVERY = 7
at = np.arange(COLUMNS * ROWS * SLICES, dtype=np.int64)
# The same numbers as in the test: a hash without any library.
image = (((at * 7919 + 13) * (at + 101) % 1009) / 1009).astype(np.float32).reshape(SLICES, ROWS, COLUMNS)

g = lambda sigma, order=0: ndimage.gaussian_filter(image, sigma, order, mode="reflect")
found = [image]
for sigma in (1, 2):
    found += [g(sigma), ndimage.gaussian_gradient_magnitude(image, sigma, mode="reflect"), ndimage.gaussian_laplace(image, sigma, mode="reflect")]
found.append(g(4))
hessian = np.empty(image.shape + (3, 3))
for i in range(3):
    for j in range(i, 3):
        order = [0, 0, 0]
        order[i] += 1
        order[j] += 1
        hessian[..., i, j] = hessian[..., j, i] = g(1.5, order)
found += list(np.moveaxis(np.linalg.eigvalsh(hessian), -1, 0))
found += [ndimage.minimum_filter(image, 5, mode="reflect"), ndimage.maximum_filter(image, 5, mode="reflect")]

values = [[float(np.float32(v)) for v in feature.ravel()[::EVERY]] for feature in found]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "scipy-features.json"), "w") as file:
    file.write(json.dumps({"size": [COLUMNS, ROWS, SLICES], "every": EVERY, "features": [[float(f"{v:.7g}") for v in row] for row in values]}) + "\n")
