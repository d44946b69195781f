import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { labelsToNifti } from '#imaging/inference/nifti-channel.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { completeJob } from '#server/rules/ai/jobs/complete.ts';
import { saveOutput } from '#server/rules/ai/jobs/outputs.ts';
import { saveFilePart } from '#server/rules/ai/files.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { addVersion, promoteVersion } from '#server/rules/ai/versions.ts';
import { claimFor, registerWorker } from '#server/rules/ai/workers.ts';
import { createInfer } from '#server/rules/conversion/infers.ts';
import { TEST_PASSWORD } from '#server/test-server.ts';
import { SEGMENTS } from '#tests/fixtures/frozen-patients.ts';
import { openTeamServer } from '#tests/fixtures/team-server.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/sign-in.ts';

const SIZE: Voxel = [24, 20, 12];
const [COLUMNS, ROWS, SLICES] = SIZE;
/** A box of each class. */
const LABELS = Uint8Array.from({ length: COLUMNS * ROWS * SLICES }, (_, at) => {
  const [column, row, slice] = [at % COLUMNS, Math.floor(at / COLUMNS) % ROWS, Math.floor(at / (COLUMNS * ROWS))];
  if (row < 5 || row >= 15 || slice < 3 || slice >= 8) return 0;
  return column >= 4 && column < 10 ? 1 : column >= 12 && column < 20 ? 2 : 0;
});
const [ANTERIOR_ML, POSTERIOR_ML] = [0.3, 0.4];

type Team = Awaited<ReturnType<typeof openTeamServer>>;
let team: Team;
let folder: string;
let browser: BrowserContext;
let page: Page;
let study: string;
let infer: number;

beforeAll(async () => {
  team = await openTeamServer({ pageFolder: join(CHECKOUT, 'dist') });
  const patient = await team.addPatient(
    { size: SIZE, image: Float32Array.from(LABELS, (label) => 100 + 300 * label), labels: LABELS },
    false,
  );
  study = patient.study;
  infer = await proposeOn(patient.series);
  folder = await mkdtemp(join(tmpdir(), 'lightship-proposals-'));
  browser = await launchBrowser({ userDataDir: folder, viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  page = browser.pages()[0]!;
  const { port } = new URL(team.url);
  await signIn(page, { origin: `http://app.localhost:${port}` }, { email: 'ada@example.org', password: TEST_PASSWORD });
  await page.goto(`http://north.app.localhost:${port}/annotator/case/${study}?aiinfer=true`);
});
afterAll(async () => {
  await killBrowser(folder, browser);
  await rm(folder, { recursive: true, force: true });
  await team.server.close();
});

/** A version of another maker is promoted, and a worker answers with the boxes. */
async function proposeOn(series: string): Promise<number> {
  const { context, ada } = team;
  const { id: structure_id } = await context.db.read
    .selectFrom('structure')
    .select('id')
    .where('slug', '=', 'liver')
    .executeTakeFirstOrThrow();
  const segments = SEGMENTS.map((title, at) => ({ title, value: at + 1 }));
  const words = { name: 'Boxes', code: 'boxes', description: '', parent_id: null };
  const model = await createModel(context, ada, { ...words, uuid: randomUUID(), structure_id, segments });
  const [file, bytes] = [randomUUID(), Buffer.from('a model')];
  const sha256 = hashOf(bytes);
  await saveFilePart(context, { teamId: ada.teamId, uuid: file, part: 0, parts: 1, sha256, bytes, folder: `team-${ada.teamId}/` });
  const one: [number, number, number] = [1, 1, 1];
  const version = await addVersion(context, ada, model.id, {
    ...{ uuid: randomUUID(), file, sha256 },
    manifest: {
      ...{ format: 1, engine: 'onnx', spacing: one, patch: [8, 8, 8], multiple: one, overlap: 0.5, mirror: [] },
      channels: [{ name: 'MR', acquisition: null, normalisation: { kind: 'image' } }],
      ...{ classes: segments.map(({ title, value }) => ({ title, value })), trainedOn: null, training: null },
    },
  });
  await promoteVersion(context, ada, version.uuid, 'For this test');
  const { id } = await createInfer(context, ada, { caseId: series, modelId: String(model.id) });
  const worker = await registerWorker(context, null, { name: 'test', device: 'cpu', memoryMb: 1, engines: ['onnx'], kinds: ['infer'] });
  const { job } = (await claimFor(context, { keyId: null, worker, waitMs: 0, left: new AbortController().signal }))!;
  const holder = { keyId: null, job: job.uuid, attempt: job.attempt };
  const space = { size: SIZE, origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] } as const; // prettier-ignore
  const counts = [1, 2].map((value) => LABELS.filter((label) => label === value).length);
  const summary = {
    classes: segments.map((segment, at) => ({ ...segment, voxels: counts[at]!, ml: counts[at]! / 1000 })),
    ...{ entropy: 0.1, unlike: ['spacing'], seconds: 1 },
  };
  const outputs = { 'labels.nii.gz': gzipSync(labelsToNifti(LABELS, space)), 'summary.json': Buffer.from(JSON.stringify(summary)) };
  for (const [name, content] of Object.entries(outputs))
    await saveOutput(context, holder, { name, file: randomUUID(), part: 0, parts: 1, sha256: hashOf(content), bytes: content });
  await completeJob(context, holder);
  return id;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const decisions = () =>
  team.context.db.read
    .selectFrom('infer_decision')
    .select(['value', 'decision', 'dice'])
    .where('infer_id', '=', infer)
    .orderBy('value')
    .execute();

it('a proposal says who proposes, and what is unusual [AI-80, AI-81, AI-82]', async () => {
  const panel = page.getByRole('region', { name: 'Proposals of models' });
  await panel.getByText('Boxes 1').waitFor();
  expect(await panel.textContent()).toContain('Its quality was not measured here');
  expect(await panel.textContent()).toContain('Unlike the images that it learned from: its voxels have another size.');
  expect(await panel.textContent()).toContain('Not for diagnosis');
  await page.getByText(`${ANTERIOR_ML} ml`).waitFor();
  // Shown on a slice on which it is.
  await page.getByText('4 / 12').waitFor();
});

it('an accepted segment is drawn as it was proposed, by one operation, and the decision is counted [AI-83, AI-84]', async () => {
  await page.getByRole('button', { name: 'New segmentation' }).click();
  await page.getByRole('textbox', { name: 'Find a structure' }).fill('Liver');
  await page
    .getByRole('list', { name: 'Structure' })
    .getByRole('button', { name: /^Liver/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Put them into Liver' }).click();
  await page.getByRole('button', { name: 'Accept' }).and(page.locator(':not([disabled])')).waitFor();
  await page.keyboard.press('y');
  await page.getByText('accepted by ada').waitFor();
  await page.keyboard.press('x');
  await page.getByText('refused by ada').waitFor();
  await expect.poll(decisions).toEqual([
    { value: 1, decision: 'accepted', dice: 1 },
    { value: 2, decision: 'refused', dice: null },
  ]);
  await page.getByRole('tab', { name: 'Segments' }).click();
  await page.getByText(`${ANTERIOR_ML.toFixed(2)} ml`).waitFor();
  expect(await page.getByText(`${POSTERIOR_ML.toFixed(2)} ml`).count()).toBe(0);
  await expect
    .poll(() => team.context.db.read.selectFrom('mask_operation').select('kind').execute(), { timeout: 10_000 })
    .toEqual([{ kind: 'bulk' }]);
});

it('what is drawn is compared with what was proposed [CMP-26]', async () => {
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'B' }).evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text))
    .toBe('Boxes 1 · proposed');
  const rows = page.getByRole('table', { name: 'How the segments differ' }).getByRole('row');
  await expect.poll(() => rows.filter({ hasText: 'Anterior' }).getByRole('cell').allInnerTexts()).toEqual(['1.00', '0.0', '0.00']);
  await rows.filter({ hasText: 'Posterior' }).getByText('only in B').waitFor();
  expect(await page.getByText('B is as this device has it').count()).toBe(0);
  await page.getByRole('button', { name: 'End the comparison' }).click();
});

it('a correction is measured when it is done, and a decision without a connection waits [AI-84, AI-86]', async () => {
  await page.getByRole('tab', { name: 'Proposal' }).click();
  await page.getByRole('button', { name: /^Posterior/ }).click();
  await page.getByRole('button', { name: 'Correct', exact: false }).and(page.locator(':not([disabled])')).click();
  await page.getByText(`${POSTERIOR_ML.toFixed(2)} ml`).waitFor();
  await page.getByRole('tab', { name: 'Proposal' }).click();
  await page.getByRole('button', { name: 'Done correcting' }).and(page.locator(':not([disabled])')).click();
  await page.getByText('corrected by ada, Dice 1.00').waitFor();
  await expect.poll(decisions).toContainEqual({ value: 2, decision: 'corrected', dice: 1 });

  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Anterior/ }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('refused by ada').waitFor();
  await page.context().setOffline(false);
  await expect.poll(decisions, { timeout: 20_000 }).toContainEqual({ value: 1, decision: 'refused', dice: null });
});
