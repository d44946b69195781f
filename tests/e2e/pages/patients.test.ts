import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { dropFolder, openUploadPage, pressProcess, signIn, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

/** Two studies of one patient, and one of another. */
const STUDIES = [
  { patientName: 'Heron^Quiet', patientId: 'P-1', seed: 1 },
  { patientName: 'Heron^Q.', patientId: 'P-1', seed: 2 },
  { patientName: 'Crane^Calm', patientId: 'P-3', seed: 3 },
];

let server: TestServer;
let people: People;
let folders: StudyFolder[];
let page: Page;

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  folders = await Promise.all(STUDIES.map((study) => createStudyFolder({ ...study, slicesPerSeries: 3 })));
  ({ page } = await people.newVisitor());
});
afterAll(() => Promise.all([people.close(), server.stop(), ...folders.map((folder) => folder.remove())]));

const studies = (of: Page) =>
  of
    .getByRole('list')
    .filter({ has: of.getByText('3 series') })
    .getByRole('link', { name: '3 series' });
const fact = (of: Page, name: string) =>
  of.getByRole('region', { name: 'Patient', exact: true }).getByRole('definition').filter({ hasText: name });

async function choose(action: string) {
  await page.getByRole('button', { name: 'Actions for this patient' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog', { name: action });
}

it('studies of one patient ID have one page, whatever their names; each row opens its study [LIST-025, ROUTE-103, ROUTE-104]', async () => {
  await signIn(page, server);
  await openUploadPage(page, server);
  for (const folder of folders) {
    await dropFolder(page, folder.path);
    // A drop on what the page replaces with the preview at that moment would reach nothing.
    await uploadState(page, 'preview');
  }
  await waitUntilOnDevice(page, 9);
  await pressProcess(page);
  await uploadState(page, 'finished');
  await page.goto(`${server.teamOrigin('north')}/patients`);
  const patientIds = page.getByRole('table', { name: 'Patients' }).getByText(/^P-\d$/);
  // The latest study comes first, and which of the three is finished last is chance.
  await expect.poll(async () => (await patientIds.allTextContents()).toSorted()).toEqual(['P-1', 'P-3']);
  await page.getByRole('searchbox').fill('p-1');
  await expect.poll(() => page.getByRole('link', { name: 'Crane, Calm' }).count()).toBe(0);
  await page.getByRole('link', { name: /^Heron/ }).click();
  await expect.poll(() => studies(page).count()).toBe(2);
  await studies(page).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'All studies' }).click();
  await fact(page, 'P-1').waitFor();
});

it('a merge moves the study of the other patient, and somebody else who looks sees it without reloading [LIST-026]', async () => {
  const { page: other } = await people.newVisitor();
  await signIn(other, server, 'admin@demo.test');
  await other.goto(page.url());
  await expect.poll(() => studies(other).count()).toBe(2);
  const dialog = await choose('Merge with another patient');
  await dialog.getByRole('radio', { name: /^Crane, Calm/ }).check();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  for (const one of [page, other]) await expect.poll(() => studies(one).count()).toBe(3);
  await other.goto(`${server.teamOrigin('north')}/patients`);
  await expect
    .poll(() =>
      other
        .getByRole('table', { name: 'Patients' })
        .getByText(/^P-\d$/)
        .allTextContents(),
    )
    .toEqual(['P-1']);
});

it('split studies become a new patient, whose page opens; one study has to stay [LIST-027]', async () => {
  const before = page.url();
  const dialog = await choose('Split studies off');
  const boxes = dialog.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  expect(await boxes.nth(2).isDisabled()).toBe(true);
  await boxes.nth(1).uncheck();
  await dialog.getByRole('button', { name: 'Split off 1 study' }).click();
  await page.getByText('The files of this patient have no patient ID').waitFor();
  await expect.poll(() => studies(page).count()).toBe(1);
  expect(page.url()).not.toBe(before);
  await page.goto(before);
  await expect.poll(() => studies(page).count()).toBe(2);
});

it('without a network, an opened patient is shown with its time, and cannot be changed', async () => {
  await page.context().setOffline(true);
  await page.getByText(/^list as of /).waitFor();
  await page.getByRole('button', { name: 'Actions for this patient' }).click();
  await page.getByText('Changes to patients need the network.').waitFor();
  expect(await page.getByRole('menuitem', { name: 'Merge with another patient' }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
});
