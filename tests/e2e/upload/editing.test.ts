import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import {
  dropFolder,
  holdDeviceStore,
  expectFocus,
  openUploadPage,
  pressProcess,
  signIn,
  studyRow,
  uploadState,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** What a person decides on the preview survives a reload, is seen in every tab, and is what the server is told. */
let server: TestServer;
let people: People;
let visitor: Visitor;
let heron: StudyFolder;
let tern: StudyFolder;

beforeAll(async () => {
  [server, people, heron, tern] = await Promise.all([
    startTestServer({ people: true }),
    openPeople(),
    createStudyFolder({ patientName: 'Heron^Quiet', slicesPerSeries: 4 }),
    createStudyFolder({ patientName: 'Tern^Brave', seed: 2, slicesPerSeries: 4 }),
  ]);
  visitor = await people.newVisitor();
  await signIn(visitor.page, server);
});

afterAll(async () => {
  await people?.close();
  await Promise.all([server?.dispose(), heron?.remove(), tern?.remove()]);
});

const study = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const head = (page: Page, name: string): Locator => study(page, name).getByRole('row', { name: new RegExp(`^Study ${name},`) });
const row = (page: Page, inStudy: string, name: string): Locator => study(page, inStudy).getByRole('row', { name, exact: true });
const number = (of: Locator): Locator => of.getByRole('textbox', { name: /^Number of series/ });

/** The preview as it is decided, seen in any tab. */
async function expectDecided(page: Page): Promise<void> {
  await expect.poll(() => study(page, 'Case 7').locator('[data-series]').count()).toBe(2);
  await study(page, 'Case 7')
    .getByRole('button', { name: /^restore/ })
    .waitFor();
  await expect.poll(() => number(row(page, 'Case 7', '12 head axial')).inputValue()).toBe('12');
  const moved = row(page, 'Tern, Brave', '3 head coronal').first();
  await expect.poll(() => study(page, 'Tern, Brave').locator('[data-series]').count()).toBe(4);
  await moved.waitFor();
  // What a key began is written, and shown, a moment later.
  const marked = study(page, 'Tern, Brave').getByRole('button', { name: /^Reference series/, pressed: true });
  await expect.poll(() => marked.count()).toBe(1);
}

it('a name, a number, a move and a reference are edited by keys, undone, and seen after a reload and in another tab [PWA-06, UPL2-011, UPL2-025, UPL2-061, UPL2-062]', async () => {
  const { page, context } = visitor;
  await openUploadPage(page, server);
  await dropFolder(page, heron.path);
  await dropFolder(page, tern.path);
  await waitUntilOnDevice(page, 6);

  await head(page, 'Heron, Quiet').focus();
  await page.keyboard.press('e');
  await page.getByText('The list of your team shows this name. The names in the files do not change.').waitFor();
  await page.keyboard.type('Nobody');
  await page.keyboard.press('Escape');
  await expectFocus(head(page, 'Heron, Quiet'));
  await page.keyboard.press('e');
  await page.keyboard.type(' Case  7');
  await page.keyboard.press('Enter');
  await expectFocus(head(page, 'Case 7'));

  await page.keyboard.press('ArrowDown');
  await expectFocus(row(page, 'Case 7', '2 head axial'));
  await number(row(page, 'Case 7', '2 head axial')).fill('12');
  await page.keyboard.press('Enter');
  await expectFocus(row(page, 'Case 7', '12 head axial'));

  // Marked, so that the move has a mark to give up.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await row(page, 'Case 7', '3 head coronal')
    .getByRole('button', { name: /^Reference series/, pressed: true })
    .waitFor();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: /Tern, Brave/ }).click();
  await page.getByText('One series was moved to Tern, Brave. It is deselected now.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Case 7', '3 head coronal')
    .getByRole('button', { name: /^Reference series/, pressed: true })
    .waitFor();
  await row(page, 'Case 7', '3 head coronal').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: /Tern, Brave/ }).click();
  await expect.poll(() => study(page, 'Tern, Brave').locator('[data-series]').count()).toBe(4);
  await study(page, 'Tern, Brave').getByRole('row', { name: '4 head sagittal' }).focus();
  await page.keyboard.press('r');

  await expectDecided(page);
  await page.reload();
  await waitUntilOnDevice(page, 6);
  await expectDecided(page);
  const second = await context.newPage();
  await second.goto(`${server.teamOrigin('north')}/upload-v2`);
  await expectDecided(second);
  await second.close();
});

it('a missing number blocks Process and gets the focus; then the server has all edits, and the study list shows the name [UPL2-022, ERR-16]', async () => {
  const { page } = visitor;
  const emptied = number(row(page, 'Case 7', '12 head axial'));
  const { release } = await holdDeviceStore(page, { table: 'series' });
  await emptied.fill('');
  await page.keyboard.press('Enter');
  // While the device has not kept it yet, the field goes on from what was written, not from what was before.
  await emptied.focus();
  await expect.poll(() => emptied.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await release();
  await pressProcess(page);
  await page.getByRole('alert').filter({ hasText: 'Serie number is required' }).waitFor();
  const open = study(page, 'Case 7').locator('[data-series]').first();
  await expectFocus(number(open));
  await page.keyboard.type('-5');
  await page.keyboard.press('Enter');
  // What was moved is deselected; of the two series of that number in this study it is the one that is not checked.
  await study(page, 'Tern, Brave').getByRole('checkbox', { name: 'Upload series 3 head coronal', checked: false }).click();
  await pressProcess(page);
  await uploadState(page, 'finished');

  const db = new Sqlite(join(server.dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const rows = db
    .prepare(
      `select study.patient_name as name, study.original_patient_name as original, study.dirty, series.series_number as number, series.ref_serie as ref
       from series join study on study.id = series.study_id order by name, cast(number as integer)`,
    )
    .all();
  db.close();
  const ofHeron = { name: 'Case 7', original: 'Heron^Quiet', dirty: 1, ref: 0 };
  const ofTern = { name: 'Tern^Brave', original: 'Tern^Brave', dirty: 0, ref: 0 };
  expect(rows).toEqual([
    { ...ofHeron, number: '-5' },
    { ...ofHeron, number: '4' },
    { ...ofTern, number: '2' },
    { ...ofTern, number: '3' },
    { ...ofTern, number: '3' },
    { ...ofTern, number: '4', ref: 1 },
  ]);
  const sent = [...(await hashesOfFolder(heron.path)), ...(await hashesOfFolder(tern.path))].sort();
  const proved = [
    ...(await hashesOnServer(server.dataDir, { patientName: 'Case 7' })),
    ...(await hashesOnServer(server.dataDir, { patientName: 'Tern^Brave' })),
  ].sort();
  expect(proved).toEqual(sent);
  expect(await studyRow(page, server, 'Case 7')).toMatch(/Case 7/);
});
