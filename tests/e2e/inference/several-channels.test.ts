import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { saveConfiguration } from '#server/rules/ai/configuration.ts';
import { saveFilePart } from '#server/rules/ai/files.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { addVersion, promoteVersion } from '#server/rules/ai/versions.ts';
import { TEST_PASSWORD } from '#server/test-server.ts';
import { SEGMENTS } from '#tests/fixtures/frozen-patients.ts';
import { SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import { openTeamServer } from '#tests/fixtures/team-server.ts';
import { writeOnnx } from '#tests/fixtures/write-onnx.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/sign-in.ts';

const SIZE: Voxel = [24, 20, 12];
const [COLUMNS, ROWS, SLICES] = SIZE;
/** Bright in one half of the columns, seen from the left. */
const halfOf = (isLeft: boolean) =>
  Float32Array.from({ length: COLUMNS * ROWS * SLICES }, (_, at) => (at % COLUMNS < COLUMNS / 2 === isLeft ? 1000 : 0));
const HALF_ML = (COLUMNS * ROWS * SLICES) / 2 / 1000;

let team: Awaited<ReturnType<typeof openTeamServer>>;
let folder: string;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  team = await openTeamServer({ pageFolder: join(CHECKOUT, 'dist') });
  const [image, labels] = [halfOf(true), new Uint8Array(COLUMNS * ROWS * SLICES)];
  const { study } = await team.addPatient({ size: SIZE, image, labels, further: { acquisition: 'ADC', image: halfOf(false) } }, false);
  await promoteNetwork();
  folder = await mkdtemp(join(tmpdir(), 'lightship-channels-'));
  browser = await launchBrowser({ userDataDir: folder, viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  page = browser.pages()[0]!;
  const { port } = new URL(team.url);
  await signIn(page, { origin: `http://app.localhost:${port}` }, { email: 'ada@example.org', password: TEST_PASSWORD });
  await page.goto(`http://north.app.localhost:${port}/annotator/case/${study}`);
});
afterAll(async () => {
  await killBrowser(folder, browser);
  await rm(folder, { recursive: true, force: true });
  await team.server.close();
});

/** Its first class is what is bright in the first channel, its second class what is bright in the second one. */
async function promoteNetwork(): Promise<void> {
  const { context, ada } = team;
  const { id: structure_id } = await context.db.read
    .selectFrom('structure')
    .select('id')
    .where('slug', '=', 'liver')
    .executeTakeFirstOrThrow();
  const segments = SEGMENTS.map((title, at) => ({ title, value: at + 1 }));
  const words = { name: 'Two channels', code: 'two-channels', description: '', parent_id: null };
  const model = await createModel(context, ada, { ...words, uuid: randomUUID(), structure_id, segments });
  const network = writeOnnx({
    nodes: [{ operator: 'Conv', inputs: ['input', 'weights', 'bias'], outputs: ['output'], attributes: { kernel_shape: [1, 1, 1] } }],
    weights: [
      { name: 'weights', dims: [3, 2, 1, 1, 1], values: Float32Array.of(0, 0, 1, 0, 0, 1) },
      { name: 'bias', dims: [3], values: Float32Array.of(0.5, 0, 0) },
    ],
    inputs: [{ name: 'input', shape: [1, 2, null, null, null] }],
    outputs: [{ name: 'output', shape: [1, 3, null, null, null] }],
  });
  const [file, bytes] = [randomUUID(), Buffer.from(network)];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await saveFilePart(context, { teamId: ada.teamId, uuid: file, part: 0, parts: 1, sha256, bytes, folder: `team-${ada.teamId}/` });
  const normalisation = { kind: 'values', low: 0, high: 1000, mean: 0, deviation: 1000 } as const;
  const version = await addVersion(context, ada, model.id, {
    ...{ uuid: randomUUID(), file, sha256 },
    manifest: {
      ...SMALL_MANIFEST,
      ...{ spacing: [1, 1, 1], mirror: [], classes: segments },
      channels: [
        { name: 'T2', acquisition: null, normalisation },
        { name: 'ADC', acquisition: 'ADC', normalisation },
      ],
    },
  });
  await promoteVersion(context, ada, version.uuid, 'For this test');
  const rule = { uuid: randomUUID(), modality: 'MR', body_part: '', acquisition: '', model: model.id, on: true };
  await saveConfiguration(context, ada, { rules: [rule], version: 0 });
}

it('a model of two channels proposes on the device, from the series that is shown and the one with the acquisition [AI-87, AI-100]', async () => {
  const offered = page.getByRole('region', { name: 'Models on this device' });
  await page.getByRole('tab', { name: 'Proposal' }).click();
  await offered.getByRole('button', { name: 'Propose on this device' }).click();
  const panel = page.getByRole('region', { name: 'Proposals of models' });
  await panel.getByText('Computed on this device').waitFor();
  expect(await panel.getByText(`${HALF_ML.toFixed(1)} ml`).count()).toBe(2);
});
