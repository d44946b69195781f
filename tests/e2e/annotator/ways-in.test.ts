import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { TITLE, waitUntilKept, pressUnless } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { registerStudy } from '#tests/e2e/support/register-study.ts';
import { writeMention } from '#tests/e2e/support/server-state.ts';

interface Known {
  id: number;
  uuid: string;
  patient: string;
}

/** One person with one MR study and one XA study: read from top to bottom. */
describe('the ways into the annotator', () => {
  let people: People;
  let server: TestServer;
  let bearer: string;
  let context: BrowserContext;
  let page: Page;
  let heron: Known;
  let tern: Known;
  let taskId: number;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    bearer = await bearerOf(server, DEMO.annotator);
    heron = await study('Heron^Quiet', 'MR');
    tern = await study('Tern^Small', 'XA');
    const { id } = await ask('/api/user');
    const assigned = { assignment: randomUUID(), studies: [heron.uuid], to: { person: id }, kind: 'annotate', due: null, note: '' };
    await ask('/api/tasks', { method: 'POST', body: assigned });
    taskId = (await ask('/api/tasks?today=2026-11-26&since=0')).data[0].id;
    ({ context, page } = await people.newVisitor());
    await signIn(page, server, DEMO.annotator);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  // oxlint-disable-next-line typescript/no-explicit-any -- answers of several calls
  const ask = async (path: string, asked: { method?: string; body?: object } = {}): Promise<any> =>
    (await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
  async function study(patientName: string, modality: string): Promise<Known> {
    const uuid = await registerStudy(server, bearer, patientName, modality);
    return (await ask(`/api/studies-v2/${uuid}`)).data;
  }
  const open = (path: string) => page.goto(`${server.teamOrigin('north')}${path}`);
  const addressOf = (tab: Page) => tab.url().slice(server.teamOrigin('north').length);
  const row = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
  /** The annotator, for a study without images. The title names the study by its number and nobody. */
  async function shows(tab: Page, { id }: Known): Promise<void> {
    await tab.getByText('The images of this study are still arriving. They open here as soon as the server has read them.').waitFor();
    await expect.poll(() => tab.title()).toBe(`Study ${id} · ${TITLE}`);
  }
  /** What a press opens in a new tab. */
  async function opened(press: () => Promise<void>, study: Known): Promise<string> {
    const before = page.url();
    const [tab] = await Promise.all([context.waitForEvent('page'), press()]);
    await shows(tab, study);
    const address = addressOf(tab);
    await tab.close();
    expect(page.url()).toBe(before);
    return address;
  }
  const isCall = (url: URL): boolean => /^\/(api|services)\//.test(url.pathname);

  it('a row of the list opens its study in a new tab, by a press and by its key [LIST-013, ROUTE-099]', async () => {
    await open('/studies-v2');
    const link = page.getByRole('link', { name: 'Open annotator: Heron, Quiet' });
    expect(await opened(() => link.click(), heron)).toBe(`/annotator/case/${heron.uuid}`);
    await row('Heron, Quiet').focus();
    expect(await opened(() => page.keyboard.press('Control+Enter'), heron)).toBe(`/annotator/case/${heron.uuid}`);
  });

  it('angiography opens in its own viewer, from the list and from the study panel [LIST-014, ROUTE-100]', async () => {
    const link = page.getByRole('link', { name: 'Open annotator: Tern, Small' });
    expect(await opened(() => link.click(), tern)).toBe(`/mbg/${tern.uuid}`);
    await row('Tern, Small').click();
    const panel = page.getByRole('dialog', { name: 'Tern, Small' });
    const ofPanel = panel.getByRole('link', { name: 'Open annotator', exact: true });
    expect(await opened(() => ofPanel.click(), tern)).toBe(`/mbg/${tern.uuid}`);
  });

  it('a patient opens the newest study or any other, and My work the next case with its task [LIST-013, TASK-015]', async () => {
    await open(`/patients/${heron.patient}`);
    const newest = page.getByRole('link', { name: 'Open newest study' });
    expect(await opened(() => newest.click(), heron)).toBe(`/annotator/case/${heron.uuid}`);
    const ofRow = page.getByRole('link', { name: /^Open annotator: / });
    expect(await opened(() => ofRow.click(), heron)).toBe(`/annotator/case/${heron.uuid}`);
    await open('/my-work');
    const withTask = `/annotator/case/${heron.uuid}?task_id=${taskId}`;
    const ofTask = page.getByRole('link', { name: 'Open annotator: Heron, Quiet' });
    expect(await opened(() => ofTask.click(), heron)).toBe(withTask);
    expect(await opened(() => page.getByRole('link', { name: 'Next case' }).first().click(), heron)).toBe(withTask);
    await page.locator('#content').focus();
    expect(await opened(() => page.keyboard.press('n'), heron)).toBe(withTask);
  });

  it('a mention opens the annotator by way of the text that stands for its study [NOTIF-21, NOTIF-22, NOTIF-24, NOTIF-26]', async () => {
    writeMention(server, DEMO.annotator.email, { studyUuid: heron.uuid, taskId });
    await open('/dashboard');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const mention = page.getByRole('link', { name: /You were mentioned in a comment$/ });
    const { p } = (await ask('/api/notification')).notifications.data.find((each: { p?: string }) => each.p !== undefined);
    expect(await mention.getAttribute('href')).toBe(`/case/${p}?task_id=${taskId}&review=true`);
    expect(await opened(() => mention.click(), heron)).toBe(`/annotator/case/${heron.uuid}?task_id=${taskId}&review=true`);
    await page.locator('[data-notification]:not([data-unseen])').getByText('You were mentioned in a comment').waitFor();
  });

  it('an address with the id of a case leads to its study, with everything in its query, and Back leaves both [ROUTE-096, ODD-24, LAYOUT-02]', async () => {
    await open('/dashboard');
    await open(`/case/${heron.id}?task_id=5&view=%2B1e3`);
    await page.waitForURL(`**/annotator/case/${heron.uuid}?task_id=5&view=%2B1e3`);
    await shows(page, heron);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(await page.title()).toBe(TITLE);
  });

  it('the annotator leads back to its study in the list, for an installed app with one window', async () => {
    await open(`/mbg/${tern.uuid}`);
    await shows(page, tern);
    await page.getByRole('link', { name: 'Studies' }).click();
    await page.getByRole('dialog', { name: 'Tern, Small' }).waitFor();
    expect(addressOf(page)).toBe(`/studies-v2?study=${tern.uuid}`);
  });

  it.each(['999999', '00000000-0000-4000-8000-000000000000', 'c3R1ZHk6OTk5OTk5', 'nonsense'])(
    'a case that does not exist is not found, whatever names it: %s [ROUTE-096, ODD-36]',
    async (id) => {
      await open(`/case/${id}`);
      await page.getByRole('heading', { level: 1, name: 'Case not found' }).waitFor();
      await page.getByRole('link', { name: 'Go to studies' }).click();
      await row('Heron, Quiet').waitFor();
    },
  );

  it('a right that was removed in the meantime is said, with the way to the dashboard', async () => {
    await context.route(
      (url) => url.pathname === '/api/study/uuid',
      (route) => route.fulfill({ status: 403, json: { message: '', code: 'not_allowed' } }),
    );
    await open(`/case/${tern.id}`);
    await page.getByRole('heading', { level: 1, name: 'You may not open this case' }).waitFor();
    await context.unrouteAll();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  it('without the server, a study on this device opens, and another says why it does not until it does [ROUTE-096]', async () => {
    await open(`/mbg/${tern.uuid}`);
    await shows(page, tern);
    await waitUntilKept(page, `/api/studies-v2/${tern.uuid}`);
    await context.route(isCall, (route) => route.abort('internetdisconnected'));
    await open(`/case/${tern.uuid}?task_id=7`);
    await page.waitForURL(`**/annotator/case/${tern.uuid}?task_id=7`);
    await shows(page, tern);
    await open(`/case/${tern.id}`);
    await page.getByRole('heading', { level: 1, name: 'This case cannot be opened offline' }).waitFor();
    await context.unrouteAll();
    // The page may find the server by itself before.
    await pressUnless(page.getByRole('button', { name: 'Try again' }), page.waitForURL(`**/annotator/case/${tern.uuid}*`));
    await shows(page, tern);
  });
});
