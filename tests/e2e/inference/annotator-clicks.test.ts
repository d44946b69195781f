import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { takeClicks } from '#server/rules/ai/clicks/take.ts';
import { saveFilePart } from '#server/rules/ai/files.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { registerWorker } from '#server/rules/ai/workers.ts';
import { addVersion, promoteVersion } from '#server/rules/ai/versions.ts';
import { TEST_PASSWORD } from '#server/test-server.ts';
import { paneOf } from '#tests/e2e/support/drawing.ts';
import { CLICK_MANIFEST, clickNetwork } from '#tests/fixtures/click-network.ts';
import { SEGMENTS } from '#tests/fixtures/frozen-patients.ts';
import { openTeamServer } from '#tests/fixtures/team-server.ts';
import { boxToMask, maskToBox } from '#workers/inference/mask-box.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/sign-in.ts';

const SIZE: Voxel = [24, 20, 12];
const [COLUMNS, ROWS, SLICES] = SIZE;
const BOX = { columns: 8, rows: 8, slices: 4 };
const BOX_ML = (BOX.columns * BOX.rows * BOX.slices) / 1000;
/** A bright box. */
const IMAGE = Float32Array.from({ length: COLUMNS * ROWS * SLICES }, (_, at) => {
  const [column, row, slice] = [at % COLUMNS, Math.floor(at / COLUMNS) % ROWS, Math.floor(at / (COLUMNS * ROWS))];
  return column >= 6 && column < 14 && row >= 6 && row < 14 && slice >= 4 && slice < 8 ? 1000 : 0;
});

let team: Awaited<ReturnType<typeof openTeamServer>>;
let folder: string;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  team = await openTeamServer({ pageFolder: join(CHECKOUT, 'dist') });
  const { study } = await team.addPatient({ size: SIZE, image: IMAGE, labels: new Uint8Array(IMAGE.length) }, false);
  await promoteClicks();
  folder = await mkdtemp(join(tmpdir(), 'lightship-clicks-'));
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

async function promoteClicks(): Promise<void> {
  const { context, ada } = team;
  const liver = await context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
  const segments = SEGMENTS.map((title, at) => ({ title, value: at + 1 }));
  const words = { name: 'Liver by clicks', code: 'liver-clicks', description: '', parent_id: null };
  const model = await createModel(context, ada, { ...words, uuid: randomUUID(), structure_id: liver.id, segments });
  const [file, bytes] = [randomUUID(), Buffer.from(clickNetwork())];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await saveFilePart(context, { teamId: ada.teamId, uuid: file, part: 0, parts: 1, sha256, bytes, folder: `team-${ada.teamId}/` });
  const manifest = { ...CLICK_MANIFEST, spacing: [1, 1, 1] as [number, number, number] };
  const version = await addVersion(context, ada, model.id, { uuid: randomUUID(), file, sha256, manifest });
  await promoteVersion(context, ada, version.uuid, 'For this test');
}

/** Where a voxel of the fitted picture is on the screen. */
async function placeOf([column, row]: readonly [number, number]): Promise<[number, number]> {
  const { x, y, width, height } = (await paneOf(page).boundingBox())!;
  const scale = Math.min(width / COLUMNS, height / ROWS);
  return [x + width / 2 + (column + 0.5 - COLUMNS / 2) * scale, y + height / 2 + (row + 0.5 - ROWS / 2) * scale];
}

const options = (): Locator => page.getByRole('region', { name: 'Tool: Correct by clicks' });
const clickAt = async (at: readonly [number, number], button: 'left' | 'right' = 'left'): Promise<void> =>
  page.mouse.click(...(await placeOf(at)), { button });
const operations = () => team.context.db.read.selectFrom('mask_operation').select('kind').execute();

it('a click on this device proposes the object there; nothing is stored until Enter accepts it [AI-88, AI-96]', async () => {
  await page.getByRole('tab', { name: 'Segments' }).click();
  await page.getByRole('button', { name: 'New segmentation' }).first().click();
  await page.getByRole('textbox', { name: 'Find a structure' }).fill('Liver');
  await page
    .getByRole('list', { name: 'Structure' })
    .getByRole('button', { name: /^Liver/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Draw on this series/ }).click();
  await page.getByRole('button', { name: 'Add segment' }).click();
  await page.getByRole('button', { name: 'Correct by clicks', exact: true }).click();
  await options().getByText('Liver by clicks 1').waitFor();
  expect(await options().textContent()).toContain('Not for diagnosis');
  await paneOf(page).focus();
  for (let slice = 0; slice < 5; slice += 1) await page.keyboard.press('ArrowDown');
  await page.locator('[data-pane="0"] [data-shown="5"]').waitFor();
  await clickAt([10, 10]);
  await options().getByText('1 click. The dashed line shows what the segment would be.').waitFor();
  expect(await page.locator('[data-click="inside"]').count()).toBe(1);
  await clickAt([18, 3], 'right');
  await options()
    .getByText(/^2 clicks/)
    .waitFor();
  await page.keyboard.press('Control+z');
  await options()
    .getByText(/^1 click\./)
    .waitFor();
  expect(await operations()).toEqual([]);
  await paneOf(page).focus();
  await page.keyboard.press('Enter');
  await page
    .locator('[data-segment]')
    .getByText(`${BOX_ML.toFixed(2)} ml`)
    .waitFor();
  await expect.poll(operations, { timeout: 10_000 }).toEqual([{ kind: 'bulk' }]);
});

it('without a network it goes on, Esc discards, and undo takes back what was accepted [AI-97]', async () => {
  // Memory is returned when the tool is put away: the model and what runs it are read from this device again.
  await page.keyboard.press('p');
  await browser.setOffline(true);
  await page.keyboard.press('Shift+P');
  await clickAt([20, 16]);
  await options()
    .getByText(/^1 click\./)
    .waitFor();
  await page.keyboard.press('Escape');
  await options().getByText('Click where the segment is wrong.', { exact: false }).waitFor();
  await clickAt([10, 10], 'right');
  await options()
    .getByText(/^1 click\./)
    .waitFor();
  await options().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => page.locator('[data-segment]').textContent()).not.toContain(`${BOX_ML.toFixed(2)} ml`);
  await page.keyboard.press('Control+z');
  await page
    .locator('[data-segment]')
    .getByText(`${BOX_ML.toFixed(2)} ml`)
    .waitFor();
  await browser.setOffline(false);
});

it('a worker answers where somebody chooses it, and where none is, that is said [AI-88, AI-99]', async () => {
  await page.getByText('On a worker', { exact: true }).click();
  await clickAt([2, 2]);
  await options().getByText('No worker that answers clicks was seen lately.', { exact: false }).waitFor();
  const facts = { name: 'clicks', device: 'cpu', memoryMb: 1, engines: ['unet-clicks'], kinds: ['infer' as const] };
  const answered = answerOne(await registerWorker(team.context, null, facts));
  await clickAt([2, 2]);
  await options()
    .getByText(/^1 click\./)
    .waitFor();
  await answered;
  await paneOf(page).focus();
  await page.keyboard.press('Enter');
  await options().getByText('Click where the segment is wrong.', { exact: false }).waitFor();
  await expect.poll(() => page.locator('[data-segment]').textContent()).toMatch(/0\.26 ml/);
  await expect.poll(async () => (await operations()).length, { timeout: 10_000 }).toBe(4);
});

/** A worker that sets the clicked voxel. */
async function answerOne(worker: string): Promise<void> {
  const asking = { keyId: null, worker, left: new AbortController().signal, origin: team.url };
  const { session } = await takeClicks(team.context, { waitSeconds: 25, held: null, answer: null }, asking);
  const { prompt } = await takeClicks(team.context, { waitSeconds: 25, held: session!.uuid, answer: null }, asking);
  const mask = (await boxToMask(prompt!.mask, SIZE))!;
  const draft = new BitsDraft(mask);
  for (const { place, inside } of prompt!.clicks) draft.write(place, inside);
  const answer = { number: prompt!.number, mask: await maskToBox(draft.done()), detail: '' };
  await takeClicks(team.context, { waitSeconds: 0, held: session!.uuid, answer }, asking);
}
