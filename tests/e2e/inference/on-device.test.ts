import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import reference from '#imaging/inference/reference.json' with { type: 'json' };
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { inferenceImage } from '#tests/fixtures/inference-image.ts';
import { NODE_ENGINES } from '#tests/fixtures/node-onnx.ts';
import { seededValues, smallNetwork, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { buildInferencePage, INFERENCE_PAGE } from './page-build.ts';
import type { InferencePage } from './page-script.ts';

const model = smallNetwork();
const modelSha256 = createHash('sha256').update(model).digest('hex');
const { samples, ...image } = inferenceImage();
const sent = { model: [...model], modelSha256, manifest: SMALL_MANIFEST, image, samples: [...samples] };

/** On the page: `cancelAt` ends it when it is that far. */
function infer(page: Page, cancelAt = 2): Promise<{ labels: number[]; entropy: number; progress: number[] } | { ended: string }> {
  return page.evaluate(
    async ({ model, modelSha256, manifest, image, samples, cancelAt }) => {
      const { inferOnDevice } = (globalThis as unknown as { inference: InferencePage }).inference;
      const [controller, progress]: [AbortController, number[]] = [new AbortController(), []];
      const onProgress = (fraction: number): void => {
        progress.push(fraction);
        if (fraction >= cancelAt) controller.abort(new Error('called off'));
      };
      const request = { manifest, modelSha256, model: Uint8Array.from(model), channels: [{ ...image, samples: Int16Array.from(samples) }] };
      try {
        const result = await inferOnDevice(request, { signal: controller.signal, onProgress });
        return result.ok ? { labels: [...result.labels], entropy: result.summary.meanEntropy!, progress } : { ended: result.why };
      } catch (error) {
        return { ended: (error as Error).message };
      }
    },
    { ...sent, cancelAt },
  );
}

describe('a model on the device', () => {
  let [folder, server, people]: [string, TestServer, People] = [] as never;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-inference-page-'));
    await buildInferencePage(folder);
    [server, people] = await Promise.all([startTestServer({ people: true, pageFolder: folder }), openPeople()]);
  });
  afterAll(async () => {
    await people?.close();
    await server?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('runs as on the server, and again with the network off after the first use [AI-41][AI-42]', async () => {
    const here = await inferVolume(
      { manifest: SMALL_MANIFEST, model, modelSha256, channels: [inferenceImage()], mostBytes: 1e9 },
      { engines: NODE_ENGINES, signal: new AbortController().signal, progress: () => undefined, now: () => 0 },
    );
    if (!here.ok) throw new Error(here.why);
    const { context, page } = await people.newVisitor({ serviceWorker: true });
    await page.goto(`${server.origin}/login`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`${server.origin}${INFERENCE_PAGE}`);
    const runtimes: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('.wasm') && runtimes.push(request.url())));
    // Not the browser's switch: a worker that starts in that moment may not have heard of it.
    await server.kill();
    expect(await infer(page)).toEqual({ ended: 'no-runtime' });
    await server.restart();

    const logits = await page.evaluate(
      async ({ model, patch }) => {
        const { runPatch } = (globalThis as unknown as { inference: InferencePage }).inference;
        return [...(await runPatch(Uint8Array.from(model), Float32Array.from(patch), [1, 8, 12, 16])).logits];
      },
      { model: [...model], patch: [...seededValues(5, 8 * 12 * 16)] },
    );
    expect(Math.max(...logits.map((value, at) => Math.abs(value - reference.logits[at]!)))).toBeLessThan(1e-3);

    await context.setOffline(true);
    await page.reload();
    const result = await infer(page);
    if (!('labels' in result)) throw new Error(result.ended);
    for (const value of [1, 7]) expect(dice(result.labels, here.labels, value)).toBeGreaterThan(0.999);
    expect(result.entropy).toBeCloseTo(here.summary.meanEntropy!, 4);
    expect(result.progress).toEqual(result.progress.toSorted((a, b) => a - b));
    expect(result.progress.at(-1)).toBe(1);

    expect(await infer(page, 0.3)).toEqual({ ended: 'called off' });
    await expect.poll(() => page.workers().map((worker) => worker.url())).toEqual([]);
  });

  it('costs nothing before one is used: the service worker does not fetch ONNX Runtime [AI-41]', async () => {
    const worker = await readFile(join(folder, 'sw.js'), 'utf8');
    expect(worker).toContain('inference.worker-');
    expect(worker).not.toMatch(/ort-wasm[^"'`]*\.wasm/);
  });
});

function dice(a: readonly number[], b: Uint8Array, value: number): number {
  const both = a.filter((label, at) => label === value && b[at] === value).length;
  return (2 * both) / (a.filter((label) => label === value).length + b.filter((label) => label === value).length);
}
