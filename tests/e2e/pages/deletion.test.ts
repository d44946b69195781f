import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { dropFolder, expectFocus, openUploadPage, pressProcess, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

/** An annotator sends a study, and the administrator of the team deletes it: read from top to bottom. */
describe('deleting a study', () => {
  let people: People;
  let server: TestServer;
  let folder: StudyFolder;
  let page: Page;
  let administrator: Page;
  let bearer: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    folder = await createStudyFolder({ patientName: 'Heron^Quiet', slicesPerSeries: 3 });
    const [one, other] = await Promise.all([people.newVisitor(), people.newVisitor()]);
    [page, administrator] = [one.page, other.page];
    bearer = await bearerOf(server, DEMO.admin);
    await Promise.all([signIn(page, server, DEMO.annotator), signIn(administrator, server, DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const row = (of: Page): Locator => of.getByRole('row').filter({ hasText: 'Heron, Quiet' });
  const panel = (of: Page): Locator => of.getByRole('dialog', { name: 'Heron, Quiet' });
  const openList = (of: Page) => of.goto(`${server.teamOrigin('north')}/studies-v2`);
  const openPanel = async (of: Page) => {
    await row(of).first().press('Enter');
    await panel(of).getByRole('button', { name: 'Study actions' }).click();
  };
  const ask = async (path: string, asked: { method?: string; body?: object } = {}): Promise<unknown> => {
    const answer = await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } });
    return answer.status === 204 ? null : answer.json();
  };
  const studies = async (): Promise<{ uuid: string; labels: { name: string }[] }[]> =>
    ((await ask('/api/studies-v2')) as { data: { uuid: string; labels: { name: string }[] }[] }).data;
  const send = async () => {
    await openUploadPage(page, server);
    await dropFolder(page, folder.path);
    await waitUntilOnDevice(page, 3);
    await pressProcess(page);
    await uploadState(page, 'finished');
  };

  it('is for administrators: in the menu of the study, asked once, and gone for everybody [PCALL-38, LIST-030]', async () => {
    await send();
    const uuid = (await studies())[0]!.uuid;
    const { data: label } = (await ask('/api/label', { method: 'POST', body: { name: 'urgent', color: '#B25BC9' } })) as {
      data: { id: number };
    };
    await ask(`/api/label/study/${uuid}`, { method: 'POST', body: { id: label.id } });
    await openList(page);
    await row(page).waitFor();
    await openPanel(page);
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete study' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await openList(administrator);
    await openPanel(administrator);
    await administrator.getByRole('menuitem', { name: 'Delete study' }).click();
    const question = administrator.getByRole('dialog', { name: 'Delete study?' });
    await question.getByText(/Within 30 days this can be undone/).waitFor();
    await expectFocus(question.getByRole('button', { name: 'Keep study' }));
    await question.getByRole('button', { name: 'Delete study' }).click();
    await administrator.getByText('No studies yet').waitFor();
    await page.getByText('No studies yet').waitFor();
    await expect.poll(() => rowsOnDevice(page, 'keptObjects')).toEqual([]);
  });

  it('Undo in the message brings it back, for everybody, with its labels [LIST-031]', async () => {
    await administrator.getByRole('button', { name: 'Undo' }).click();
    for (const one of [page, administrator]) await row(one).locator('[data-label="urgent"]').waitFor();
  });

  it('deleted studies have a page, from which they are restored [LIST-032, ROUTE-106]', async () => {
    await openPanel(administrator);
    await administrator.getByRole('menuitem', { name: 'Delete study' }).click();
    await administrator.getByRole('dialog', { name: 'Delete study?' }).getByRole('button', { name: 'Delete study' }).click();
    await administrator.getByRole('link', { name: 'Deleted studies' }).click();
    const deleted = row(administrator);
    await deleted.getByRole('cell', { name: '30 days', exact: true }).waitFor();
    await page.getByText('No studies yet').waitFor();
    await deleted.getByRole('button', { name: 'Restore Heron, Quiet' }).click();
    await administrator.getByText('No deleted studies').waitFor();
    await row(page).locator('[data-label="urgent"]').waitFor();
  });

  it('the history says who did what, with addresses only for readers of the audit trail [LIST-035, LIST-056, ROUTE-107, PCALL-46]', async () => {
    await openPanel(page);
    await page.getByRole('menuitem', { name: 'History' }).click();
    const table = page.getByRole('table', { name: 'History' });
    await expect.poll(() => table.getByRole('row').filter({ hasText: 'Restored the study' }).count()).toBe(2);
    const sentences = await table.getByRole('rowheader').allTextContents();
    expect(sentences.at(0)).toContain('Restored the study');
    for (const sentence of ['Deleted the study', 'Added a label', 'Verified', 'Started uploading'])
      expect(sentences.some((one) => one.includes(sentence))).toBe(true);
    expect(await table.getByText('127.0.0.1').count()).toBe(0);
    await page.getByRole('searchbox').fill('restored');
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(2);
    await page.reload();
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(2);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await table.getByText('Started uploading').first().waitFor();
    await page.getByRole('link', { name: 'Heron, Quiet' }).click();
    await panel(page).waitFor();
  });

  it('the history prints black on white, without frame and controls [UI-09]', async () => {
    await page.goBack();
    await page.getByText('Started uploading').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = () =>
      page
        .getByText('Started uploading')
        .first()
        .evaluate((text) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).color]);
    await expect.poll(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    expect(await page.getByRole('navigation', { name: 'Areas' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'History' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  it('the device that sent it sends nothing by itself; files that are added again are an ordinary upload [LIST-034]', async () => {
    const uuid = (await studies())[0]!.uuid;
    await ask('/api/studies-v2/delete', { method: 'POST', body: { studies: [uuid] } });
    const chunks: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/c-upload/file')) chunks.push(request.url());
    });
    await page.reload();
    await page.getByText('Study not found').or(page.getByText('No studies yet')).first().waitFor();
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(page, 'ready');
    expect(chunks).toEqual([]);
    await send();
    expect(chunks.length).toBeGreaterThan(0);
    const [again, ...others] = await studies();
    expect([others, again?.uuid === uuid]).toEqual([[], false]);
  });
});
