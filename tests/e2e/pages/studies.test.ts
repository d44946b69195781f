import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBudget } from '#imaging/archive/budget.ts';
import { openArchive } from '#imaging/archive/open-archive.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, volumesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import {
  dropFolder,
  expectFocus,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

let server: TestServer;
let people: People;
let folder: StudyFolder;
let page: Page;

beforeAll(async () => {
  [server, people, folder] = await Promise.all([
    startTestServer({ people: true }),
    openPeople(),
    createStudyFolder({ ...HERON, slicesPerSeries: 6 }),
  ]);
  ({ page } = await people.newVisitor());
});
afterAll(() => Promise.all([people.close(), server.stop(), folder.remove()]));

const rowOfHeron = () => page.getByRole('row').filter({ hasText: 'Heron, Quiet' });
const panel = () => page.getByRole('dialog', { name: 'Heron, Quiet' });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function downloaded(item: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await panel().getByRole('button', { name: 'Downloads' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), panel().getByRole('menuitem', { name: item }).first().click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function hashesOfZip(bytes: Buffer): Promise<string[]> {
  const lines: string[] = [];
  for await (const item of openArchive(createMemorySource(bytes), 'a.zip', createBudget(bytes.length))) {
    if (item.kind === 'refused') throw new Error('The zip has something that cannot be read');
    const parts: Uint8Array[] = [];
    for await (const block of item.blocks()) parts.push(block);
    lines.push(`${sha256(Buffer.concat(parts))}  ${item.path.split('/').at(-1)}`);
  }
  return lines.toSorted();
}

it('a sent study is found in the list, viewed, and downloaded byte for byte [ROUTE-030, UI-01, LIST-010, LIST-012]', async () => {
  await signIn(page, server);
  await openUploadPage(page, server);
  await dropFolder(page, folder.path);
  await uploadState(page, 'preview');
  await waitUntilOnDevice(page, folder.series.length);
  await pressProcess(page);
  await uploadState(page, 'finished');

  // The list shows it with its picture, and the keys reach it.
  await page.getByRole('navigation', { name: 'Areas' }).first().getByRole('link', { name: 'Studies', exact: true }).click();
  await rowOfHeron().getByText('converted').waitFor();
  await rowOfHeron().locator('img').waitFor();
  await rowOfHeron().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await panel().getByText(`${folder.files} of ${folder.files} files verified`).waitFor();
  await expect.poll(() => panel().locator('[data-series]').count()).toBe(folder.series.length);
  expect(new URL(page.url()).searchParams.get('study')).toMatch(/^[0-9a-f-]{36}$/);

  // The originals, the volume and the receipt are what was sent and made.
  const zip = await downloaded(/^Original DICOM \(ZIP\)/);
  expect(zip.name).toMatch(/^MR_20260102_[0-9a-f]{8}\.zip$/);
  expect(await hashesOfZip(zip.bytes)).toEqual(await hashesOfFolder(folder.path));
  const volume = await downloaded(/^NIfTI/);
  expect(volume.name).toMatch(/^MR_20260102_[0-9a-f]{8}_series-2\.nii$/);
  const made = await volumesOnServer(server.dataDir, HERON);
  expect(made.map(({ bytes }) => sha256(bytes))).toContain(sha256(volume.bytes));
  const receipt = await downloaded(/^Receipt/);
  const { studies } = JSON.parse(receipt.bytes.toString()) as { studies: { files: { sha256: string; name: string; proved: boolean }[] }[] };
  expect(
    studies[0]?.files
      .filter((file) => file.proved)
      .map((file) => `${file.sha256}  ${file.name}`)
      .toSorted(),
  ).toEqual(await hashesOfFolder(folder.path));

  // The address opens it again; closed, the focus is on its row.
  await page.reload();
  await panel().getByText('files verified').waitFor();
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'hidden' });
  await expectFocus(rowOfHeron());
  expect(new URL(page.url()).searchParams.has('study')).toBe(false);
});
