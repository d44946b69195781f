"""The same trees by scikit-learn and scipy, for `npm run bench -- trees`.

python3 trees.py DATA PATIENTS TESTED SEED

DATA has images/NAME and labels/NAME (.nii.gz, one grid each). Of the sorted names the last TESTED are tested and the first PATIENTS are
trained on. Prints one line of JSON: seconds of features, fit and one prediction, and the mean Dice of each label and of both together.
Needs Debian's python3-sklearn and python3-scipy.
"""
import gzip, json, os, struct, sys, time
import numpy as np
from scipy import ndimage
from sklearn.ensemble import ExtraTreesClassifier

DATA, PATIENTS, TESTED, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
TYPES = {2: np.uint8, 4: np.int16, 8: np.int32, 16: np.float32, 64: np.float64, 512: np.uint16}


def read(path):
    """Voxels as slices x rows x columns."""
    raw = gzip.open(path).read()
    shape = struct.unpack("<3h", raw[42:48])
    kind = TYPES[struct.unpack("<h", raw[70:72])[0]]
    at, slope, intercept = struct.unpack("<3f", raw[108:120])
    voxels = np.frombuffer(raw, kind, int(np.prod(shape)), int(at)).reshape(shape[::-1])
    return voxels * slope + intercept if slope else voxels


def features(image):
    low, high = np.percentile(image, (2, 98))
    image = np.clip((image - low) / (high - low), -10, 10).astype(np.float32)
    g = lambda sigma, order=0: ndimage.gaussian_filter(image, sigma, order, mode="reflect")
    found = [image]
    for sigma in (1, 2):
        found += [g(sigma), ndimage.gaussian_gradient_magnitude(image, sigma), ndimage.gaussian_laplace(image, sigma)]
    found.append(g(4))
    h = np.empty(image.shape + (3, 3), np.float32)
    for i in range(3):
        for j in range(i, 3):
            order = [0, 0, 0]
            order[i] += 1
            order[j] += 1
            h[..., i, j] = h[..., j, i] = g(1.5, order)
    found += list(np.moveaxis(np.linalg.eigvalsh(h), -1, 0))
    found += [ndimage.minimum_filter(image, 5), ndimage.maximum_filter(image, 5)]
    found += [((np.arange(n) + 0.5) / n).reshape([-1 if a == axis else 1 for a in range(3)]) * np.ones(image.shape) for axis, n in reversed(list(enumerate(image.shape)))]
    return np.stack([f.astype(np.float32).ravel() for f in found], 1)


def sample(mask, random):
    picked = []
    for label in np.unique(mask):
        at = np.flatnonzero(mask == label)
        most = 1500 if label else 4000
        picked.append(random.choice(at, most, replace=False) if len(at) > most else at)
    return np.concatenate(picked)


def dice(a, b):
    return 2 * (a & b).sum() / (a.sum() + b.sum())


names = sorted(n for n in os.listdir(os.path.join(DATA, "images")) if n.endswith(".nii.gz"))
training, testing = names[: len(names) - TESTED][:PATIENTS], names[len(names) - TESTED :]
load = lambda name: (read(os.path.join(DATA, "images", name)), read(os.path.join(DATA, "labels", name)).astype(np.uint8))
cases, tests = [load(name) for name in training], [load(name) for name in testing]
random = np.random.RandomState(SEED)

started = time.perf_counter()
rows, labels = [], []
for image, mask in cases:
    at = sample(mask.ravel(), random)
    rows.append(features(image)[at])
    labels.append(mask.ravel()[at])
features_s = time.perf_counter() - started

started = time.perf_counter()
trees = ExtraTreesClassifier(60, min_samples_leaf=2, class_weight="balanced", max_features="sqrt", n_jobs=2, random_state=SEED)
trees.fit(np.concatenate(rows), np.concatenate(labels))
fit_s = time.perf_counter() - started

started = time.perf_counter()
figures = []
for image, mask in tests:
    p = trees.predict_proba(features(image)).reshape(image.shape + (-1,))
    p = np.stack([ndimage.gaussian_filter(p[..., c], 1) for c in range(p.shape[-1])], -1)
    p[..., 0] *= 2.2
    found = trees.classes_[p.argmax(-1)]
    figures.append([dice(found == 1, mask == 1), dice(found == 2, mask == 2), dice(found > 0, mask > 0)])
predict_s = (time.perf_counter() - started) / len(tests)
one, two, whole = np.mean(figures, 0)
print(json.dumps({"features": features_s, "fit": fit_s, "predict": predict_s, "1": one, "2": two, "foreground": whole}))
