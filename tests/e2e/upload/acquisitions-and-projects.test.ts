import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { writeProject } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import {
  dropFolder,
  expectFocus,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** What a person chooses from the lists of the team is chosen without a network, and stands on the study of the server afterwards; there it is known again. */
let server: TestServer;
let people: People;
let visitor: Visitor;
let heron: StudyFolder;

beforeAll(async () => {
  [server, people, heron] = await Promise.all([
    startTestServer({ people: true, acquisitions: true }),
    openPeople(),
    createStudyFolder({ patientName: 'Heron^Quiet', slicesPerSeries: 3 }),
  ]);
  writeProject(server, 'north', 'PI-RADS 26', 'created');
  writeProject(server, 'north', 'Begun', 'in_progress');
  visitor = await people.newVisitor();
  await signIn(visitor.page, server);
});

afterAll(async () => {
  await people?.close();
  await Promise.all([server?.dispose(), heron?.remove()]);
});

const SERIES = ['2 head axial', '3 head coronal', '4 head sagittal'] as const;
const acquisition = (page: Page, series: string): Locator => page.getByRole('combobox', { name: `Acquisition of series ${series}` });
const project = (page: Page, of: string): Locator => page.getByRole('combobox', { name: `Project of ${of}` });
const pipeline = (page: Page): Locator => page.getByRole('combobox', { name: 'Pipeline of all studies' });
const refusal = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });
const codes = (page: Page) => Promise.all(SERIES.map((series) => acquisition(page, series).inputValue()));

/** A field shows what the device has kept. */
async function expectChosen(page: Page): Promise<void> {
  await expect.poll(() => codes(page)).toEqual(['T2W', 'NONE', 'ADC']);
  await expect.poll(() => pipeline(page).inputValue()).toBe('prostate-mr');
  await expect.poll(() => project(page, `series ${SERIES[1]}`).inputValue()).toBe('');
}

it('acquisitions, projects, a pipeline and labels are chosen offline, and are still there after a reload [PROJ-04, PROJ-10, LABEL-09, UPL2-002, UPL2-015, UPL2-024, UPL2-026, UPL2-027]', async () => {
  const { page, context } = visitor;
  await openUploadPage(page, server);
  await dropFolder(page, heron.path);
  await waitUntilOnDevice(page, 3);
  await page.getByRole('button', { name: 'Labels of Heron, Quiet' }).click();
  await page.getByRole('combobox', { name: /^Find or create/ }).fill('3 T');
  await page.getByRole('option', { name: /3 T/ }).click();
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.locator('[data-label="3 T"]').first().waitFor();
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
  expect(await acquisition(page, SERIES[0]).locator('option:enabled').allInnerTexts()).toEqual(['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE']);
  expect(await project(page, 'all studies').locator('option:disabled').allInnerTexts()).toEqual(['Begun · In progress']);
  await page.getByRole('row', { name: SERIES[0], exact: true }).focus();
  await page.keyboard.press('a');
  await expectFocus(acquisition(page, SERIES[0]));
  await acquisition(page, SERIES[0]).selectOption('T2W');
  await acquisition(page, SERIES[1]).selectOption('NONE');
  await acquisition(page, SERIES[2]).selectOption('ADC');
  await project(page, 'all studies').selectOption({ label: 'PI-RADS 26' });
  // A field that does not show it yet would not be changed by the choice of none.
  await expect.poll(() => project(page, `series ${SERIES[1]}`).inputValue()).not.toBe('');
  await project(page, `series ${SERIES[1]}`).selectOption('');
  await pipeline(page).selectOption({ label: 'Prostate MR' });
  await expectChosen(page);
  await context.setOffline(false);

  await page.reload();
  await waitUntilOnDevice(page, 3);
  await expectChosen(page);
  await page.locator('[data-label="3 T"]').first().waitFor();
});

it('Process requires missing values in order, then asks about recommended ones; the server gets all choices [ENT-41, UPL2-016, UPL2-032, UPL2-033, UPL2-034, UPL2-036, UPL2-040, ERR-14]', async () => {
  const { page } = visitor;
  await page.getByRole('combobox', { name: 'Body part of Heron, Quiet' }).click();
  await page.getByRole('option', { name: 'Prostate', exact: true }).click();
  await pressProcess(page);
  await refusal(page, 'Study 1 (Heron, Quiet) is missing required acquisitions for pipeline: DWI').waitFor();
  await acquisition(page, SERIES[1]).selectOption('DWI');
  await page.getByRole('checkbox', { name: `Upload series ${SERIES[2]}` }).click();
  await page.getByRole('checkbox', { name: `Upload series ${SERIES[2]}`, checked: false }).waitFor();
  await pipeline(page).selectOption('');
  await expect.poll(() => pipeline(page).inputValue()).toBe('');
  await expect.poll(() => codes(page)).toEqual(['T2W', 'DWI', 'ADC']);

  await pressProcess(page);
  const question = page.getByRole('dialog', { name: 'Recommended MR acquisitions not selected for upload' });
  await question.getByRole('button', { name: 'Select recommended series' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: `Upload series ${SERIES[2]}`, checked: true }).waitFor();
  await acquisition(page, SERIES[1]).selectOption('COR');
  await expect.poll(() => codes(page)).toEqual(['T2W', 'COR', 'ADC']);
  await pressProcess(page);
  await question.getByText('There is no series of these that could be selected.').waitFor();
  await question.getByRole('button', { name: 'Continue upload anyway' }).click();
  await uploadState(page, 'finished');

  const db = new Sqlite(join(server.dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const series = db
    .prepare('select series_number as number, acquisition_code as code, acquisition_score as score from series order by number')
    .all();
  const links = db
    .prepare(
      `select label.name as label, project.name as project, study.body_part as part from study
       join study_label on study_label.study_id = study.id join label on label.id = study_label.label_id
       join study_project on study_project.study_id = study.id join project on project.id = study_project.project_id`,
    )
    .all();
  db.close();
  expect(series).toEqual([
    { number: '2', code: 'T2W', score: 1.1 },
    { number: '3', code: 'COR', score: 1.1 },
    { number: '4', code: 'ADC', score: 1.1 },
  ]);
  expect(links).toEqual([{ label: '3 T', project: 'PI-RADS 26', part: 'prostate' }]);
});

it('the same study, dropped again offline, is recognised by its bytes once online, and is excluded with one click [READ-016, READ-017]', async () => {
  const { page, context } = visitor;
  await page.getByRole('button', { name: 'New upload' }).click();
  await uploadState(page, 'ready');
  await context.setOffline(true);
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Offline' }).waitFor();
  await dropFolder(page, heron.path);
  await waitUntilOnDevice(page, 3);
  await context.setOffline(false);
  const known = page.getByRole('note').filter({ hasText: 'This study already exists' });
  await known.getByText('This team has it, and all of these files are there byte for byte.').waitFor();
  await known.getByText('Skip', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Upload study Heron, Quiet', checked: false }).waitFor();
  await expect.poll(() => known.getByRole('radio', { name: 'Skip', exact: true }).isChecked()).toBe(true);
  await known.getByText('Upload it again').click();
  await page.getByRole('checkbox', { name: 'Upload study Heron, Quiet', checked: true }).waitFor();
});

it('missing series join the existing study: only the new one is sent, and the team still has one study', async () => {
  const { page } = visitor;
  const study = { seed: 1, patientName: 'Heron^Quiet', patientId: 'T-1', patientSex: 'F', date: '20260102', time: '101500' } as const;
  const about = { body: 'head', plane: 'axial', slices: 3, matrix: 96, seriesNumber: 5, seriesDescription: 'head again' } as const;
  const more = createPhantomSeries({ ...about, study: { ...study, description: 'Made by code' } });
  await mkdir(join(heron.path, '5-axial'));
  for (const { name, bytes } of more) await writeFile(join(heron.path, '5-axial', name), bytes);
  await dropFolder(page, heron.path);
  await waitUntilOnDevice(page, 4);
  const known = page.getByRole('note').filter({ hasText: 'This study already exists' });
  await known.getByText('Add what is missing').click();
  await known.getByText('What is missing becomes part of that study.').waitFor();
  await page.getByRole('checkbox', { name: 'Upload series 5 head again', checked: true }).waitFor();
  await page.getByRole('checkbox', { name: `Upload series ${SERIES[0]}`, checked: false }).waitFor();
  await acquisition(page, '5 head again').selectOption('T2W');
  await page.getByRole('combobox', { name: 'Body part of Heron, Quiet' }).click();
  await page.getByRole('option', { name: 'Prostate', exact: true }).click();
  await pressProcess(page);
  const question = page.getByRole('dialog', { name: 'Recommended MR acquisitions not selected for upload' });
  await question.getByRole('button', { name: 'Continue upload anyway' }).click();
  await uploadState(page, 'finished');

  const db = new Sqlite(join(server.dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const studies = db
    .prepare(
      `select count(distinct study.id) as studies, count(distinct series.id) as series, count(distinct series.upload_id) as uploads,
       sum(series.file_count) as files from series join study on study.id = series.study_id`,
    )
    .all();
  db.close();
  expect(studies).toEqual([{ studies: 1, series: 4, uploads: 2, files: heron.files + more.length }]);
});
