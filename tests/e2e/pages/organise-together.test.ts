import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { openUploadPage, pressProcess, uploadState } from '#tests/e2e/support/page-steps.ts';
import { writeProject } from '#tests/e2e/support/server-state.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';

const NAMES = Array.from({ length: 10 }, (_, index) => `Heron, No${String(index + 1).padStart(2, '0')}`);
const CASE = NAMES[3]!;

/** The story of a team: an annotator and the administrator, each in a browser of their own. Read from top to bottom. */
describe('two people organise what has arrived', () => {
  let people: People;
  let server: TestServer;
  let folders: StudyFolder[];
  let annotator: Page;
  let administrator: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    folders = await Promise.all(
      NAMES.map((name, seed) =>
        createStudyFolder({ patientName: name.replace(', ', '^'), patientId: `P-${seed}`, seed, slicesPerSeries: 1 }),
      ),
    );
    writeProject(server, 'north', 'PI-RADS 26', 'created');
    [annotator, administrator] = await Promise.all([enter(DEMO.annotator), enter(DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), ...folders.map((folder) => folder.remove())]);
  });

  async function enter(person: Person): Promise<Page> {
    const { page } = await people.newVisitor();
    await signIn(page, server, person);
    return page;
  }
  const openStudies = async (of: Page): Promise<void> => {
    await of.goto(`${server.teamOrigin('north')}/studies-v2`);
    await row(of, CASE).waitFor();
  };
  async function askAsAdministrator(path: string, body?: object): Promise<AnyJson> {
    const bearer = await bearerOf(server, DEMO.admin);
    const asked = body === undefined ? {} : { method: 'POST', body };
    return (await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
  }
  const row = (of: Page, name: string): Locator => of.getByRole('row').filter({ hasText: name });
  const rows = (of: Page): Locator => of.locator('[role="row"][data-study]');
  const button = (of: Page, name: string | RegExp): Locator => of.getByRole('button', { name, exact: true });
  const segment = (of: Page, value: number): Locator => of.locator(`[data-segment="${value}"]`);
  async function filter(of: Page, field: string, value: string): Promise<void> {
    await button(of, 'Filter').click();
    await button(of, field).click();
    await of.getByRole('option', { name: value }).click();
    await button(of, `Remove the filter ${field} ${value}`).waitFor();
  }
  async function openCase(of: Page): Promise<void> {
    await row(of, CASE).press('Enter');
    await of.getByRole('dialog', { name: CASE }).waitFor();
  }
  async function chooseForStudy(of: Page, action: string): Promise<void> {
    await openCase(of);
    await button(of, 'Study actions').click();
    await of.getByRole('menuitem', { name: action }).click();
  }

  it('ten studies arrive', async () => {
    await openUploadPage(annotator, server);
    const paths = folders.map((folder) => folder.path);
    await dropPaths(annotator, annotator.locator('[data-upload-state]'), paths);
    // Those far below get their images when they are scrolled to.
    await expect.poll(() => annotator.locator('[data-series]').count()).toBe(3 * folders.length);
    await annotator.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
    await pressProcess(annotator);
    await uploadState(annotator, 'finished');
    await Promise.all([openStudies(annotator), openStudies(administrator)]);
    for (const page of [annotator, administrator]) await expect.poll(() => rows(page).filter({ hasText: 'converted' }).count()).toBe(10);
  });

  it('all are put into a folder and a project by one, into a dataset by the other', async () => {
    await annotator.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await annotator.getByText('10 of 10 selected').first().waitFor();
    await button(annotator, 'Folder').click();
    await annotator.getByRole('combobox', { name: 'Find or create a folder' }).fill('Reading round 1');
    await annotator.getByRole('option', { name: 'Create “Reading round 1”' }).click();
    await annotator.getByText('10 studies changed').waitFor();
    await button(annotator, 'Project').click();
    await annotator.getByRole('option', { name: 'PI-RADS 26', exact: true }).click();
    await annotator.getByText('10 studies changed').last().waitFor();

    const structure = (await askAsAdministrator('/api/structures?search=Prostate')).data[0] as { id: number };
    await askAsAdministrator('/api/dataset', { uuid: randomUUID(), name: 'Prostate v1', structure_id: structure.id });
    await administrator.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(administrator, 'Dataset').click();
    await administrator.getByRole('option', { name: 'Prostate v1' }).click();
    await administrator.getByText('The studies are in Prostate v1').waitFor();
    await button(administrator, 'Clear the selection').click();
  });

  it('a segmentation with three segments is handed over, with the network of its owner cut in between', async () => {
    await openCase(annotator);
    await annotator.getByRole('dialog', { name: CASE }).getByRole('link', { name: 'Organize' }).click();
    await button(annotator, 'New segmentation').click();
    await annotator.getByRole('textbox', { name: 'Find a structure' }).fill('prostate');
    await annotator
      .getByRole('dialog')
      .getByRole('button', { name: /^Prostate/ })
      .first()
      .click();
    for (const value of [1, 2]) {
      await button(annotator, 'Segment').click();
      await segment(annotator, value).getByText(`Part ${value}`).waitFor();
    }
    await button(annotator, 'Add a user to the role Editor').click();
    const dialog = annotator.getByRole('dialog', { name: 'Add new User' });
    await dialog.getByRole('button', { name: /admin@demo\.test/ }).click();
    await expect.poll(() => dialog.getByRole('button', { name: /admin@demo\.test/ }).count()).toBe(0);
    await annotator.keyboard.press('Escape');

    await administrator.goto(annotator.url());
    await segment(administrator, 2).waitFor();
    await annotator.context().setOffline(true);
    await button(administrator, 'Actions for Part 1').click();
    await administrator.getByRole('menuitem', { name: 'Rename' }).click();
    await administrator.getByRole('textbox', { name: 'Name' }).fill('Apex');
    await button(administrator, 'Save').click();
    await segment(administrator, 1).getByText('Apex').waitFor();
    // The third segment is made without a network, and waits on the device.
    await button(annotator, 'Segment').click();
    await annotator.locator('[data-segment="waiting"]').waitFor();
    await annotator.context().setOffline(false);
    await segment(annotator, 1).getByText('Apex').waitFor();
    await segment(administrator, 3).getByText('Part 3').waitFor();
  });

  it('the case is given to the administrator as a task', async () => {
    await openStudies(annotator);
    await openCase(annotator);
    await annotator.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'Assign' }).click();
    const dialog = annotator.getByRole('dialog', { name: 'Assign 1 study' });
    const { name } = (await askAsAdministrator('/api/user')) as { name: string };
    await dialog.getByRole('combobox', { name: 'Assign to' }).fill(name);
    await annotator.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await annotator.getByText('1 study assigned').waitFor();
    await administrator.goto(`${server.teamOrigin('north')}/my-work`);
    await row(administrator, CASE).waitFor();
  });

  it('the study is deleted, restored, and still has its folder, project, dataset, task and segmentation', async () => {
    await openStudies(annotator);
    await openStudies(administrator);
    await chooseForStudy(administrator, 'Delete study');
    await administrator.getByRole('dialog', { name: 'Delete study?' }).getByRole('button', { name: 'Delete study' }).click();
    await expect.poll(() => rows(annotator).count()).toBe(9);
    await administrator.goto(`${server.teamOrigin('north')}/my-work`);
    await administrator.getByText('No tasks for you').waitFor();
    await administrator.goto(`${server.teamOrigin('north')}/studies-v2/deleted`);
    await button(administrator, `Restore ${CASE}`).click();
    await row(annotator, CASE).waitFor();
    await administrator.goto(`${server.teamOrigin('north')}/my-work`);
    await row(administrator, CASE).waitFor();

    await openStudies(administrator);
    for (const [field, value] of [
      ['Folder', 'Reading round 1'],
      ['Project', 'PI-RADS 26'],
      ['Dataset', 'Prostate v1'],
      ['Has segmentation', 'Yes'],
    ] as const)
      await filter(administrator, field, value);
    await expect.poll(() => rows(administrator).getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining(CASE)]);
  });

  it('all of it is found again: by a saved view, by search and in the history', async () => {
    await button(administrator, /^View:/).click();
    await administrator.getByRole('menuitem', { name: 'Save view as…' }).click();
    await administrator.getByRole('textbox', { name: 'Name' }).fill('Segmented');
    await administrator.getByRole('checkbox', { name: 'For the whole team' }).check();
    await button(administrator, 'Save view').click();
    await button(administrator, 'View: Segmented').waitFor();
    await annotator.getByRole('searchbox').fill('no04');
    await expect.poll(() => rows(annotator).count()).toBe(1);
    await annotator.getByRole('searchbox').fill('');
    await expect.poll(() => rows(annotator).count()).toBe(10);

    await chooseForStudy(annotator, 'History');
    const table = annotator.getByRole('table', { name: 'History' });
    await table.getByText('Restored the study').waitFor();
    const sentences = (await table.getByRole('rowheader').allTextContents()).join('\n');
    for (const said of ['Deleted the study', 'Changed the folder', 'Created a segmentation', 'Assigned the study'])
      expect(sentences).toContain(said);
  });
});
