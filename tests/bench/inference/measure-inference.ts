import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '#commands/checkout.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { peakGrowthMib } from '#tests/bench/renderer-memory.ts';
import { buildInferencePage, INFERENCE_PAGE } from '#tests/e2e/inference/page-build.ts';
import type { InferencePage } from '#tests/e2e/inference/page-script.ts';
import type { PatchShape } from '#imaging/inference/network/tiled-engine.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer } from '#tests/support/server.ts';

const GATES = {
  node: { gate: 'inference: a patch on the server', unit: 'ms', target: null },
  page: { gate: 'inference: a patch in the page', unit: 'ms', target: null },
  nodeMemory: { gate: 'inference: peak memory on the server', unit: 'MiB', target: null },
  pageMemory: { gate: 'inference: peak memory in the page', unit: 'MiB', target: null },
} as const;

/** Logits of one network in two places must not differ by more. */
const MOST_DIFFERENCE = 1e-3;

interface Taken {
  ms: number[];
  peakMib: number;
}

/** One patch of 40 x 56 x 40 through a U-Net of 339,603 parameters with random weights, on one thread: ONNX Runtime on the server and in the page, and PyTorch. */
export async function measureInference(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return Object.values(GATES).map((gate) => ({ ...gate, reason: chromium.why }));
  const torch = await runTorch(tempFolder, runs);
  if (torch === null)
    return Object.values(GATES).map((gate) => ({ ...gate, reason: 'no python3 with torch was found, which makes the model' }));
  const node = await taken(process.execPath, [
    join(import.meta.dirname, 'in-node.ts'),
    tempFolder,
    String(runs),
    ...torch.shape.map(String),
  ]);
  const page = await runPage(tempFolder, runs, torch.shape);
  const expected = floatsOf(await readFile(join(tempFolder, 'logits.f32')));
  const differences = [floatsOf(await readFile(join(tempFolder, 'node.f32'))), page.logits].map((logits) =>
    largestDifference(logits, expected),
  );
  if (differences.some((difference) => !(difference < MOST_DIFFERENCE)))
    throw new Error(`Logits differ from PyTorch by ${differences.join(', ')}`);
  const [nodeDifference, pageDifference] = differences.map((difference) => difference.toExponential(1));
  const peer = { name: `PyTorch ${torch.version}`, runs: torch.ms };
  const memoryPeer = { name: `PyTorch ${torch.version}`, runs: [torch.peakMib] };
  const note = `40 x 56 x 40, ${torch.parameters} parameters, one thread`;
  return [
    { ...GATES.node, runs: node.ms, peer, note: `${note}; logits differ from PyTorch by at most ${nodeDifference}` },
    { ...GATES.page, runs: page.ms, peer, note: `${note}; logits differ from PyTorch by at most ${pageDifference}` },
    { ...GATES.nodeMemory, runs: [node.peakMib], peer: memoryPeer, note: `${note}; the whole process` },
    {
      ...GATES.pageMemory,
      runs: [page.peakMib],
      peer: memoryPeer,
      note: `${note}; growth of the process of the page, ONNX Runtime included`,
    },
  ];
}

interface TorchTaken extends Taken {
  shape: PatchShape;
  version: string;
  parameters: number;
}

/** A Python of one's own often lacks the packages of the system. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** Null without PyTorch. */
async function runTorch(folder: string, runs: number): Promise<TorchTaken | null> {
  for (const python of PYTHONS) {
    const hasTorch = await promisify(execFile)(python, ['-c', 'import torch']).then(
      () => true,
      () => false,
    );
    if (hasTorch) return taken<TorchTaken>(python, [join(import.meta.dirname, 'unet.py'), folder, String(runs)]);
  }
  return null;
}

async function taken<T = Taken>(program: string, words: readonly string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: CHECKOUT });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as T;
}

async function runPage(tempFolder: string, runs: number, shape: PatchShape): Promise<Taken & { logits: Float32Array }> {
  const [pageFolder, profile] = [join(tempFolder, 'page'), join(tempFolder, 'profile')];
  await buildInferencePage(pageFolder);
  const server = await startTestServer({ pageFolder });
  const context = await launchBrowser({ userDataDir: profile });
  try {
    const page = context.pages()[0]!;
    await page.goto(`${server.origin}${INFERENCE_PAGE}`);
    await page.waitForFunction(() => 'inference' in globalThis);
    const [model, patch] = await Promise.all(['model.onnx', 'patch.f32'].map((name) => readFile(join(tempFolder, name))));
    const sent = { model: model!.toString('base64'), patch: patch!.toString('base64'), shape, runs: runs + 1 };
    let found = { ms: [] as number[], logits: [] as number[] };
    const peakMib = await peakGrowthMib(page, async () => {
      found = await page.evaluate(async ({ model, patch, shape, runs }) => {
        const { runPatch } = (globalThis as unknown as { inference: InferencePage }).inference;
        const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const { ms, logits } = await runPatch(bytesOf(model), new Float32Array(bytesOf(patch).buffer), shape, runs);
        return { ms, logits: [...logits] };
      }, sent);
    });
    return { ms: found.ms.slice(1), logits: Float32Array.from(found.logits), peakMib };
  } finally {
    await killBrowser(profile, context);
    await server.dispose();
  }
}

function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);
}
