"""Reference values for click-session.test.ts, computed by the worker in Python.

/usr/bin/python3 src/imaging/inference/clicks/clicks-reference.py   (Debian's python3-torch and python3-numpy)

Writes clicks-reference.json beside it: channels of clicks, and the voxels of a mask after each click. Network, image and mask are those of
tests/fixtures/click-network.ts.
"""
import json, os, sys
import numpy as np, torch, torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../../../../workers/python'))
from lightship_worker.model.clicks import Click, click_channels, correct  # noqa: E402
from lightship_worker.model.manifest import parse_manifest  # noqa: E402
from lightship_worker.volume.image import Grid, Image  # noqa: E402


def seeded(seed, count):
    values, state = np.empty(count, np.float32), seed
    for i in range(count):
        state = (state * 1664525 + 1013904223) % 2 ** 32
        values[i] = state / 2 ** 31 - 1
    return values


WEIGHTS = (seeded(6, 2 * 4 * 27) * np.float32(.05)).reshape(2, 4, 27)
WEIGHTS[1, :, 13] += np.array([1, 3, -3, .5], np.float32)
WEIGHTS, BIAS = torch.from_numpy(WEIGHTS.reshape(2, 4, 3, 3, 3)), torch.tensor([.2, 0])
FROM_0_TO_1 = {'kind': 'values', 'low': 0, 'high': 1, 'mean': 0, 'deviation': 1}
MANIFEST = parse_manifest({
    'format': 1, 'engine': 'onnx', 'spacing': [1, 1.5, 2], 'patch': [16, 12, 8], 'multiple': [4, 4, 4], 'overlap': .5, 'mirror': [],
    'channels': [{'name': 'T1', 'acquisition': None, 'normalisation': {'kind': 'percentiles', 'low': 2, 'high': 98, 'centre': .5, 'scale': .3}}]
    + [{'name': name, 'acquisition': None, 'normalisation': FROM_0_TO_1} for name in ('Clicks inside', 'Clicks outside', 'Mask so far')],
    'classes': [{'value': 1, 'title': 'Clicked'}], 'clicks': True, 'trainedOn': None, 'training': None,
})  # fmt: skip


def network(patch):
    with torch.no_grad():
        return F.conv3d(torch.from_numpy(patch), WEIGHTS, BIAS, padding=1).numpy()


# Columns towards the left at 1.3 mm, rows to the back at 1.1, slices from the head to the feet at 1.7.
SIZE, MM = (23, 31, 11), (1.3, 1.1, 1.7)
noise = seeded(9, SIZE[0] * SIZE[1] * SIZE[2]).reshape(SIZE[::-1])
z, y, x = np.meshgrid(*(np.arange(s) for s in SIZE[::-1]), indexing='ij')
ball = ((x - 11) / 8) ** 2 + ((y - 14) / 9) ** 2 + ((z - 5) / 4) ** 2 < 1
stored = np.round(noise * 100 + np.where(ball, 600, 200)).astype(np.float32)
grid = Grid(SIZE, np.array([[-1.3, 0, 0, 12], [0, -1.1, 0, 20], [0, 0, -1.7, 40], [0, 0, 0, 1]]))
mask = (((x - 8) / 5) ** 2 + ((y - 12) / 6) ** 2 + ((z - 6) / 3) ** 2 < 1).astype(np.float32)

clicks, steps = [], []
for place, is_inside in [((15, 16, 5), True), ((22, 30, 0), True), ((6, 10, 6), False), ((12, 20, 4), True), ((3, 12, 6), False)]:
    clicks.append(Click(place[::-1], is_inside))
    mask = correct([Image(stored, grid)], Image(mask.astype(np.float32), grid), clicks, MANIFEST, network)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.ravel(), [0]]).astype(int)))
    steps.append({'place': place, 'isInside': is_inside, 'voxels': int(mask.sum()), 'runs': edges.tolist()})
channels = click_channels([Click((1, 2, 3), True), Click((3, 0, 7), True), Click((-2, 9, 1), False)], np.zeros((4, 5, 6), bool))

with open(os.path.join(HERE, 'clicks-reference.json'), 'w') as file:
    json.dump({'channels': [float(v) for v in channels[:2].ravel()], 'steps': steps}, file)
    file.write('\n')
print([step['voxels'] for step in steps])
