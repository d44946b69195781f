import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PatchShape } from '#imaging/inference/network/tiled-engine.ts';
import { nodeNetwork } from '#tests/fixtures/node-onnx.ts';

/** A process that runs the patch of a folder some times: prints the ms of each, and its peak memory in MiB. The first run warms up. */
const [folder = '', runs = '1', ...shape] = process.argv.slice(2);
const network = await nodeNetwork(await readFile(join(folder, 'model.onnx')));
const bytes = await readFile(join(folder, 'patch.f32'));
const patch = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const ms: number[] = [];
for (let run = 0; run <= Number(runs); run += 1) {
  const startedMs = performance.now();
  const logits = await network.runPatch(patch, shape.map(Number) as unknown as PatchShape);
  ms.push(performance.now() - startedMs);
  if (run === 0) await writeFile(join(folder, 'node.f32'), logits);
}
console.log(JSON.stringify({ ms: ms.slice(1), peakMib: process.resourceUsage().maxRSS / 1024 }));
