import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

/** An annotator and a data scientist of a team, in two browsers: read from top to bottom. */
describe('organizing a study', () => {
  let people: People;
  let server: TestServer;
  let folder: StudyFolder;
  let annotator: Page;
  let scientist: Page;

  beforeAll(async () => {
    [people, server, folder] = await Promise.all([
      openPeople(),
      startTestServer({ people: true }),
      createStudyFolder({ patientName: 'Heron^Quiet', patientId: 'P-1', seed: 1, slicesPerSeries: 3 }),
    ]);
    [annotator, scientist] = await Promise.all([enter(DEMO.annotator), enter(DEMO.scientist)]);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), folder.remove()]);
  });

  async function enter(person: Person): Promise<Page> {
    const { page } = await people.newVisitor();
    await signIn(page, server, person);
    return page;
  }
  const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
  const segmentations = (of: Page) => of.locator('[data-segmentation]');
  const segment = (of: Page, value: number) => of.locator(`[data-segment="${value}"]`);
  const role = (of: Page, name: string) => of.locator(`[data-role="${name}"]`);
  const said = (of: Page, text: string) => of.getByText(text, { exact: true }).waitFor();
  async function choose(of: Page, title: string, action: string) {
    await button(of, `Actions for ${title}`).click();
    await of.getByRole('menuitem', { name: action }).click();
  }

  it('begins in the panel of the study; a segmentation is created for a structure [ORG-001, ORG-003, ORG-011, ORG-014, SEG-002, TOAST-04, ROUTE-089]', async () => {
    await openUploadPage(annotator, server);
    await dropFolder(annotator, folder.path);
    await waitUntilOnDevice(annotator, 3);
    await pressProcess(annotator);
    await uploadState(annotator, 'finished');
    await annotator.goto(`${server.teamOrigin('north')}/studies-v2`);
    await annotator.locator('[role="row"][data-study]').first().click();
    await annotator.getByRole('link', { name: 'Organize', exact: true }).click();
    await annotator.waitForURL(/\/serie\/organize\/[0-9a-f-]{36}$/);
    await scientist.goto(annotator.url());
    await Promise.all([annotator, scientist].map((page) => page.getByText('No segmentations', { exact: true }).waitFor()));

    await button(annotator, 'New segmentation').click();
    await annotator.getByRole('textbox', { name: 'Find a structure' }).fill('liver');
    await annotator
      .getByRole('dialog')
      .getByRole('button', { name: /^Liver/ })
      .first()
      .click();
    await said(annotator, 'Segmentation has been created');
    await segmentations(annotator).getByText('Liver').waitFor();
    await role(annotator, 'Owner').getByTitle('annotator@demo.test').waitFor();
  });

  it('segments get their numbers, are renamed, recoloured and deleted [ORG-004, SEG-008, SEG-011, SEG-012, SEG-015, SEG-017, SEG-019, TOAST-08, TOAST-09, TOAST-10, TOAST-11]', async () => {
    for (const value of [1, 2]) {
      await button(annotator, 'Segment').click();
      await segment(annotator, value).getByText(`Part ${value}`).waitFor();
    }
    await said(annotator, 'Segment has been create');
    await choose(annotator, 'Part 2', 'Rename');
    await annotator.getByRole('textbox', { name: 'Name' }).fill('Apex');
    await button(annotator, 'Save').click();
    await annotator.getByText(/^Segment #\d+ has been renamed$/).waitFor();
    await choose(annotator, 'Apex', 'Colour');
    await annotator.getByRole('radio', { name: 'Coral' }).click();
    await button(annotator, 'Save').click();
    await said(annotator, 'Color has been updated');
    await choose(annotator, 'Apex', 'Delete segment');
    await annotator.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click();
    await said(annotator, 'Segment has been deleted');
    await button(annotator, 'Segment').click();
    await segment(annotator, 3).getByText('Part 3').waitFor();
    expect(await segment(annotator, 2).count()).toBe(0);
  });

  it('segments are put in order by keys and by dragging, and each user hides some on the device [SEG-035, SEG-036, PCALL-86]', async () => {
    const titles = () => annotator.locator('[data-segment] bdi').allTextContents();
    await button(annotator, 'Actions for Part 3').press('Alt+ArrowUp');
    await segment(annotator, 1).getByText('Part 3').waitFor();
    expect(await titles()).toEqual(['Part 3', 'Part 1']);
    await expect.poll(() => annotator.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Actions for Part 3');
    await annotator.reload();
    await segment(annotator, 1).getByText('Part 3').waitFor();
    await segment(annotator, 1).dragTo(segment(annotator, 3));
    await expect.poll(titles).toEqual(['Part 1', 'Part 3']);
    await button(annotator, 'Hide Part 1').click();
    await annotator.reload();
    await button(annotator, 'Show Part 1').click();
    await button(annotator, 'Hide Part 1').waitFor();
  });

  it('a colleague sees it when added to a role, works on it, and loses it when removed [ORG-005, ORG-006, SEG-022, SEG-023, SEG-024, SEG-026, SEG-027, SEG-031]', async () => {
    expect(await segmentations(scientist).count()).toBe(0);
    await button(annotator, 'Add a user to the role Editor').click();
    const dialog = annotator.getByRole('dialog', { name: 'Add new User' });
    await dialog.getByText('Add user to Liver - Editor role').waitFor();
    await dialog.getByRole('button', { name: /scientist@demo\.test/ }).click();
    await expect.poll(() => dialog.getByRole('button', { name: /scientist@demo\.test/ }).count()).toBe(0);
    await annotator.keyboard.press('Escape');
    await segmentations(scientist).getByText('Liver').waitFor();
    await button(scientist, 'Segment').click();
    await segment(annotator, 4).waitFor();
    expect(await button(scientist, 'Add a user to the role Editor').count()).toBe(0);
    expect(await button(scientist, 'Delete segmentation').count()).toBe(0);

    await role(annotator, 'Editor').getByRole('button').first().click();
    await scientist.getByText('No segmentations', { exact: true }).waitFor();
  });

  it('says that users are loading, could not be loaded, or that none is left [SEG-028, SEG-029, SEG-030]', async () => {
    const isUsers = (url: URL): boolean => url.pathname.startsWith('/api/segmentations/available-users');
    const dialog = annotator.getByRole('dialog', { name: 'Add new User' });
    const open = () => button(annotator, 'Add a user to the role Viewer').click();
    const answers = [
      { text: 'Loading...', answer: null },
      { text: 'An error occured while loading data from server', answer: { status: 500, json: { message: '', code: 'fault' } } },
      { text: 'No Viewer user in the team North is assigned or you assigned all available', answer: { json: { data: [] } } },
    ];
    for (const { text, answer } of answers) {
      await annotator.route(isUsers, (route) => (answer === null ? undefined : route.fulfill(answer)));
      await open();
      await dialog.getByText(text).waitFor();
      await annotator.unrouteAll({ behavior: 'ignoreErrors' });
      await annotator.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  });

  it('without sharing, nobody can be added [ORG-013, SEG-032]', async () => {
    await annotator.getByRole('switch', { name: 'Shared' }).click();
    await annotator.getByText(/^Not shared: only/).waitFor();
    expect(await button(annotator, 'Add a user to the role Viewer').count()).toBe(0);
    await annotator.getByRole('switch', { name: 'Shared' }).click();
    await button(annotator, 'Add a user to the role Viewer').waitFor();
  });

  it('a mask is created on the grid of a series [SEG-004, SEG-005, TOAST-05, TOAST-06]', async () => {
    await button(annotator, 'Create mask').click();
    await said(annotator, 'Mask has been created');
    await annotator.getByText(/^Drawn on/).waitFor();
    expect(await annotator.locator('[data-mask]').getAttribute('data-mask')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('without the network members and the deletion of a segmentation wait for the server [ORG-007, ORG-013]', async () => {
    await annotator.context().setOffline(true);
    await annotator.locator('button[data-away]', { hasText: 'Delete segmentation' }).waitFor();
    await annotator.getByText('The server cannot be reached. Adding and removing members needs it.').waitFor();
    expect(await button(annotator, 'Add a user to the role Viewer').count()).toBe(0);
    await segment(annotator, 1).getByText('Part 1').waitFor();
    await annotator.context().setOffline(false);
    await annotator.locator('button:not([data-away])', { hasText: 'Delete segmentation' }).waitFor();
  });

  it('is listed with its segments, and found by its structure [SIDE-21, ROUTE-027, ROUTE-028, ROUTE-087]', async () => {
    await annotator.getByRole('link', { name: 'Segmentations', exact: true }).click();
    await annotator.getByRole('link', { name: 'Liver' }).waitFor();
    await annotator.getByRole('searchbox').fill('spleen');
    await annotator.getByText('No segmentation matches').waitFor();
    await annotator.getByRole('searchbox').fill('heron');
    await annotator.getByRole('link', { name: '3 segments' }).click();
    await annotator.waitForURL(/\/segments\/\d+$/);
    await annotator.getByRole('row', { name: /Part 3/ }).waitFor();
    await annotator.goto(`${server.teamOrigin('north')}/segments`);
    await annotator.getByRole('link', { name: 'Open segmentations' }).click();
    await scientist.goto(`${server.teamOrigin('north')}/segmentations`);
    await scientist.getByText('No segmentations yet').waitFor();
  });

  it('is counted on the page of its structure [ROUTE-041]', async () => {
    await annotator.goto(`${server.teamOrigin('north')}/structures?search=liver`);
    await annotator.getByRole('link', { name: 'Liver', exact: true }).click();
    await annotator.getByRole('link', { name: 'Segmentations: 1' }).click();
    await annotator.waitForURL(/\/segmentations\?structure=liver$/);
    await annotator.getByRole('link', { name: 'Liver', exact: true }).click();
  });

  it('is deleted after a question [SEG-007, TOAST-07]', async () => {
    await button(annotator, 'Delete segmentation').click();
    await annotator.getByRole('dialog').getByRole('button', { name: 'Delete segmentation' }).click();
    await said(annotator, 'Segmentation has been removed');
    await annotator.getByText('No segmentations', { exact: true }).waitFor();
  });
});
