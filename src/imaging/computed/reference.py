"""Reference values for the tests of this folder, computed apart from our code with NumPy and SciPy.

/usr/bin/python3 src/imaging/computed/reference.py   (Debian's python3-numpy and python3-scipy)

Writes reference.json beside it (format it with oxfmt). The signals are made by the same formula as in the tests.
"""
import json, os
import numpy as np
from scipy import ndimage

# Two directions at 500 and 1000.
B = [0, 500, 500, 1000, 1000, 50]
PIXELS = 24


def signals():
    """Stored values; the slope is 2 and the intercept -3."""
    at = np.arange(PIXELS)
    return [
        np.round(2000 * np.exp(-b * (400 + 60 * at) * 1e-6) * (1 + 0.05 * np.sin(at * 7 + k * 3))).astype(int) - (at == 5) * 4000
        for k, b in enumerate(B)
    ]


def adc():
    logs = {}
    for b, stored in zip(B, signals()):
        signal = stored * 2.0 - 3
        logs.setdefault(b, []).append(np.log(np.where(signal > 0, signal, np.nan)))
    bs = sorted(logs)
    y = np.array([np.mean(logs[b], axis=0) for b in bs])
    adcs, errors = [], []
    for pixel in range(PIXELS):
        if np.isnan(y[:, pixel]).any():
            adcs.append(None)
            errors.append(None)
            continue
        (slope, _), covariance = np.polyfit(bs, y[:, pixel], 1, cov=True)
        adcs.append(-slope * 1e6)
        errors.append(float(np.sqrt(covariance[0, 0])) * 1e6)
    return adcs, errors


def film():
    """Three frames of 7 columns and 5 rows: intensities that contrast weakens."""
    row, column = np.mgrid[0:5, 0:7]
    plain = 3000 + 40 * column - 25 * row + 10 * ((column * row) % 3)
    return [plain, plain + 6, np.where((row == 2) & (column > 1), plain // 2, plain)]


def masked(shift, is_intensity):
    one, two, contrast = (np.asarray(frame, float) for frame in film())
    mask = (one + two) / 2
    if is_intensity:
        mask, contrast = 1000 * np.log(mask), 1000 * np.log(contrast)
    moved = ndimage.shift(mask, (shift[1], shift[0]), order=1, mode="constant", cval=np.nan)
    return [None if np.isnan(value) else float(value) for value in (contrast - moved).ravel()]


adcs, errors = adc()
films = [{"shift": shift, "isIntensity": is_intensity, "values": masked(shift, is_intensity)}
         for shift in ([0, 0], [1, -2], [0.5, 1.5]) for is_intensity in (False, True)]
with open(os.path.join(os.path.dirname(__file__), "reference.json"), "w") as out:
    json.dump({"adc": adcs, "error": errors, "films": films}, out)
    out.write("\n")
