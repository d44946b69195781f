"""Reference values for infer-volume.test.ts, computed apart from our code with PyTorch and numpy.

/usr/bin/python3 src/imaging/inference/reference.py   (Debian's python3-torch and python3-numpy)

Writes reference.json beside it: logits of one patch, and the labels of a whole image by the algorithm in src/contract/ai/manifest.ts.
The network and the image are those of tests/fixtures/small-network.ts and infer-volume.test.ts.
"""
import itertools, json, os
import numpy as np, torch, torch.nn.functional as F


def seeded(seed, count):
    values, state = np.empty(count, np.float32), seed
    for i in range(count):
        state = (state * 1664525 + 1013904223) % 2 ** 32
        values[i] = state / 2 ** 31 - 1
    return values


W1 = torch.from_numpy(seeded(1, 4 * 27) * np.float32(.5)).reshape(4, 1, 3, 3, 3)
SCALE = torch.from_numpy(seeded(2, 4) * np.float32(.5) + np.float32(1))
SHIFT = torch.from_numpy(seeded(3, 4) * np.float32(.2))
W2 = torch.from_numpy(seeded(34, 12) * np.float32(2)).reshape(3, 4, 1, 1, 1)
BIAS = torch.tensor([.5, 0, 0])

SPACING, PATCH, MULTIPLE, OVERLAP, VALUES = (1, 1.5, 2), (16, 12, 8), (4, 4, 4), .5, (0, 1, 7)  # columns, rows, slices


def network(patch):
    """Logits 3 x slices x rows x columns of slices x rows x columns."""
    x = F.conv3d(torch.from_numpy(patch.copy())[None, None], W1, padding=1)
    x = F.leaky_relu(F.instance_norm(x, weight=SCALE, bias=SHIFT), .01)
    return F.conv3d(x, W2, BIAS)[0]


def softmax_with_mirror(patch):
    plain = F.softmax(network(patch), 0)
    turned = F.softmax(network(patch[:, :, ::-1]), 0).flip(3)
    return ((plain + turned) / 2).numpy()


def resample(values, axis, places):
    """Linear along one axis, with the edge value outside."""
    n = values.shape[axis]
    places = np.clip(places, 0, n - 1)
    low = np.minimum(np.floor(places).astype(int), max(0, n - 2))
    part = (places - low).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
    return np.take(values, low, axis) * (1 - part) + np.take(values, np.minimum(low + 1, n - 1), axis) * part


def places(size, spacing, other_size, other_spacing):
    """Where `size` voxels lie on another axis with the same middle."""
    return (np.arange(size) - (size - 1) / 2) * spacing / other_spacing + (other_size - 1) / 2


def starts(padded, patch):
    room = padded - patch
    gaps = -(-room // max(1, int(patch * (1 - OVERLAP))))
    return [int(np.floor(room * i / gaps + .5)) if gaps else 0 for i in range(gaps + 1)]


def infer(stored, spacing):
    """Labels of an image [left, posterior, superior] of the given spacing."""
    n = stored.shape
    m = [max(1, int(np.floor(n[a] * spacing[a] / SPACING[a] + .5))) for a in range(3)]
    image = stored.astype(np.float64)
    for a in range(3):
        image = resample(image, a, places(m[a], SPACING[a], n[a], spacing[a]))
    image = image.astype(np.float32)
    low, high = np.percentile(image.astype(np.float64), (2, 98))
    image = np.clip(((image - low) / (high - low) - .5) / .3, -10, 10).astype(np.float32)
    padded = [max(PATCH[a], -(-m[a] // MULTIPLE[a]) * MULTIPLE[a]) for a in range(3)]
    before = [(padded[a] - m[a]) // 2 for a in range(3)]
    image = np.pad(image, [(before[a], padded[a] - m[a] - before[a]) for a in range(3)], mode='edge')
    gauss = [np.exp(-((np.arange(p) - (p - 1) / 2) / (p / 8)) ** 2 / 2) for p in PATCH]
    weight = gauss[0][:, None, None] * gauss[1][None, :, None] * gauss[2][None, None, :]
    total, weights = np.zeros([3, *padded]), np.zeros(padded)
    for s in itertools.product(*(starts(padded[a], PATCH[a]) for a in range(3))):
        box = tuple(slice(s[a], s[a] + PATCH[a]) for a in range(3))
        found = softmax_with_mirror(image[box].transpose(2, 1, 0)).transpose(0, 3, 2, 1)
        total[(slice(None), *box)] += found * weight
        weights[box] += weight
    values = (total / weights)[(slice(None), *(slice(before[a], before[a] + m[a]) for a in range(3)))]
    chosen = values.argmax(0)
    p = values[:, chosen > 0]
    entropy = float(-(p * np.log(p)).sum(0).mean())
    members = np.stack([chosen == c for c in range(3)]).astype(np.float64)
    for a in range(3):
        members = resample(members, a + 1, places(n[a], spacing[a], m[a], SPACING[a]))
    best = members[1:].argmax(0) + 1
    return np.where(members[1:].max(0) >= .5 - 1e-6, np.take(VALUES, best), 0), entropy, m


def runs(flat):
    """Value and length of each run."""
    edges = np.flatnonzero(np.diff(flat)) + 1
    bounds = [0, *edges.tolist(), len(flat)]
    return [[int(flat[a]), b - a] for a, b in zip(bounds, bounds[1:])]


# Columns towards the left at 1.3 mm, rows to the back at 1.1, slices from the head to the feet at 1.7.
SIZE, MM = (23, 31, 11), (1.3, 1.1, 1.7)
noise = seeded(9, SIZE[0] * SIZE[1] * SIZE[2]).reshape(SIZE[::-1])
z, y, x = np.meshgrid(*(np.arange(s) for s in SIZE[::-1]), indexing='ij')
ball = ((x - 11) / 8) ** 2 + ((y - 14) / 9) ** 2 + ((z - 5) / 4) ** 2 < 1
stored = np.round(noise * 100 + np.where(ball, 600, 200)).astype(np.int16)  # slices, rows, columns as in the series
labels, entropy, size = infer(stored.transpose(2, 1, 0)[:, :, ::-1], MM)  # the third axis turned: towards the head
labels = labels[:, :, ::-1].transpose(2, 1, 0).ravel()
logits = network(seeded(5, 8 * 12 * 16).reshape(8, 12, 16)).numpy().ravel()

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'reference.json'), 'w') as file:
    json.dump(dict(logits=[round(float(v), 6) for v in logits], size=size, entropy=round(entropy, 6), runs=runs(labels)), file)
    file.write('\n')
print(size, entropy, {v: int((labels == v).sum()) for v in VALUES})
