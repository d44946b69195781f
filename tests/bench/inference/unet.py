"""A 3-D U-Net of 339,603 parameters with random weights: exported as ONNX, and run by PyTorch on one thread.

python3 unet.py FOLDER RUNS   (Debian's python3-torch)

Writes model.onnx, and patch.f32 and logits.f32 (float32, slices x rows x columns first), and prints the ms of each run and the peak memory in MiB.
"""
import json, os, resource, sys, time, warnings
import torch, torch.nn as nn, torch.nn.functional as F

FOLDER, RUNS = sys.argv[1], int(sys.argv[2])
SLICES, ROWS, COLUMNS = 40, 56, 40


def block(i, o):
    return nn.Sequential(nn.Conv3d(i, o, 3, padding=1, bias=False), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(0.01),
                         nn.Conv3d(o, o, 3, padding=1, bias=False), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(0.01))


class UNet(nn.Module):
    def __init__(self, base=16, levels=3, classes=3):
        super().__init__()
        c = [base * 2 ** i for i in range(levels)]
        self.enc = nn.ModuleList(block(1 if i == 0 else c[i - 1], c[i]) for i in range(levels))
        self.up = nn.ModuleList(nn.ConvTranspose3d(c[i], c[i - 1], 2, 2) for i in range(levels - 1, 0, -1))
        self.dec = nn.ModuleList(block(2 * c[i - 1], c[i - 1]) for i in range(levels - 1, 0, -1))
        self.out = nn.Conv3d(base, classes, 1)

    def forward(self, x):
        skips = []
        for i, e in enumerate(self.enc):
            x = e(F.max_pool3d(x, 2) if i else x)
            skips.append(x)
        skips.pop()
        for u, d in zip(self.up, self.dec):
            x = d(torch.cat([u(x), skips.pop()], 1))
        return self.out(x)


warnings.simplefilter('ignore')
torch.set_num_threads(1)
torch.manual_seed(1)
net, patch = UNet().eval(), torch.randn(1, 1, SLICES, ROWS, COLUMNS)
ms = []
with torch.no_grad():
    for run in range(RUNS + 1):
        started = time.perf_counter()
        logits = net(patch)
        ms.append((time.perf_counter() - started) * 1000)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
patch.numpy().astype('<f4').tofile(os.path.join(FOLDER, 'patch.f32'))
logits.numpy().astype('<f4').tofile(os.path.join(FOLDER, 'logits.f32'))
axes = {2: 'slices', 3: 'rows', 4: 'columns'}
torch.onnx.export(net, patch, os.path.join(FOLDER, 'model.onnx'), opset_version=13, input_names=['input'], output_names=['output'],
                  dynamic_axes={'input': axes, 'output': axes})
print(json.dumps(dict(ms=ms[1:], peakMib=peak, shape=[1, SLICES, ROWS, COLUMNS], version=torch.__version__,
                      parameters=sum(p.numel() for p in net.parameters()))))
