import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNifti, writeNiftiVoxels } from '#imaging/nifti/write-nifti.ts';
import { launchBrowser, killBrowser } from '#tests/support/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOnServer, hashesOfFolder, volumesOnServer } from '#tests/support/stored-files.ts';
import {
  openUploadPage,
  pressProcess,
  signIn,
  studyRow,
  uploadState,
  waitForProof,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** A ball in a box, brighter towards its front: 48 x 40 voxels, 20 slices. */
const BALL = writeNifti({
  dims: [48, 40, 20],
  pixdim: [2, 2, 4],
  sform: [
    [-2, 0, 0, 48],
    [0, 2, 0, -40],
    [0, 0, 4, -40],
  ],
  voxel: (index) => {
    const [i, j, k] = [index % 48, Math.floor(index / 48) % 40, Math.floor(index / 1920)];
    return Math.hypot(i - 24, j - 20, (k - 10) * 2) < 18 ? 200 + j * 20 : 0;
  },
});

/** Another one, in real numbers and two volumes. */
const FLOATS = writeNifti({ dims: [30, 30, 6, 2], datatype: 16, voxel: (index) => Math.sin(index / 50) });

/** A third one, in two files. */
const PAIR = { dims: [24, 24, 5], voxel: (index: number) => index % 24 };
const PAIR_JOINED = writeNifti(PAIR);

/** A volume of each kind, from a drop to the lists. */
describe('NIfTI volumes', () => {
  let server: TestServer;
  let folder: string;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [server, folder, profile] = await Promise.all([
      startTestServer({ people: true }),
      mkdtemp(join(tmpdir(), 'lightship-volumes-')),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    await writeFile(join(folder, 'quiet-ball.nii'), BALL);
    await writeFile(join(folder, 'quiet-waves.nii.gz'), gzipSync(FLOATS));
    await writeFile(join(folder, 'quiet-pair.hdr'), writeNifti({ ...PAIR, isPair: true, voxelOffset: 0 }));
    await writeFile(join(folder, 'quiet-pair.img'), writeNiftiVoxels(PAIR));
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, server);
  });

  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server?.dispose(), ...[folder, profile].map((path) => rm(path, { recursive: true, force: true }))]);
  });

  it('are separate studies, named after their files, each with its image [READ-015]', async () => {
    await openUploadPage(page, server);
    await dropPaths(page, page.locator('[data-upload-state]'), [folder]);
    await waitUntilOnDevice(page, 3);
    for (const [name, place] of [
      ['quiet-ball', '11 / 20'],
      ['quiet-waves', '7 / 12'],
      ['quiet-pair', '3 / 5'],
    ] as const) {
      const row = page.locator('[data-series]').filter({ hasText: name });
      await expect.poll(async () => (await row.innerText()).replace(/\s+/g, ' ')).toContain(place);
      await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true);
    }
  });

  it('are verified byte for byte, and their volumes are what was sent', async () => {
    // No header says it: a person does, for all of them at once.
    await page.getByRole('combobox', { name: /^Body part of all studies/i }).click();
    await page.getByRole('option', { name: 'Prostate', exact: true }).click();
    await pressProcess(page);
    await uploadState(page, 'finished');
    await waitForProof(page, 3);
    const sent = await hashesOfFolder(folder);
    const stored = await Promise.all(['quiet-ball', 'quiet-waves'].map((patientName) => hashesOnServer(server.dataDir, { patientName })));
    // The files of the pair went as one.
    expect(sent).toEqual(expect.arrayContaining(stored.flat()));
    expect(stored.flat()).toHaveLength(2);
    const [ball] = await volumesOnServer(server.dataDir, { patientName: 'quiet-ball' });
    const [waves] = await volumesOnServer(server.dataDir, { patientName: 'quiet-waves' });
    expect(ball?.bytes.equals(BALL)).toBe(true);
    expect(waves?.bytes.equals(FLOATS)).toBe(true);
    const [pair] = await volumesOnServer(server.dataDir, { patientName: 'quiet-pair' });
    expect(pair?.bytes.equals(PAIR_JOINED)).toBe(true);
  });

  it('are listed as converted', async () => {
    for (const name of ['quiet-ball', 'quiet-waves', 'quiet-pair']) expect(await studyRow(page, server, name)).toMatch(/converted/);
  });

  it('that cannot be read are excluded with a reason, and half a pair is refused when it is dropped', async () => {
    const bad = join(folder, 'bad');
    await mkdir(bad);
    await writeFile(join(bad, 'cut.nii'), BALL.subarray(0, 5000));
    await writeFile(join(bad, 'empty.nii.gz'), gzipSync(writeNifti({ dims: [4, 5, 0] })));
    await writeFile(join(bad, 'text.nii'), 'no image'.repeat(100));
    await writeFile(join(bad, 'pair.hdr'), writeNifti({ dims: [4, 5, 6], isPair: true }));
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(page, 'ready');
    await dropPaths(page, page.locator('[data-upload-state]'), [bad]);
    await page.locator('[data-problem="cut-off"]').waitFor();
    await page.locator('[data-problem="nifti-no-slices"]').waitFor();
    await page.locator('[data-problem="not-nifti"]').waitFor();
    await page.getByText('This file type is not supported. Try different format.').first().waitFor();
    expect(await page.locator('[data-series]').count()).toBe(0);
  });
});
