import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import {
  areaLinks,
  dashboardOf,
  dropFolder,
  fillAccount,
  pageOfTeam,
  pressProcess,
  uploadState,
  waitForProof,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const INES = { name: 'Ines Okoye', email: 'ines@hospital.test' };
/** Of somebody's own studies (docs/storage.md). */
const DATABASE = expect.stringMatching(/^lightship\.u\d+$/) as string;
const PAT = { name: 'Pat Moreno', email: 'pat@hospital.test', password: 'a long enough password' };

/**
 * Two people at two machines, from a bare server to signed out. The network goes at every step: before a press, so that nothing is asked, or behind
 * it, so that what was done is not heard of. Nobody loses anything by it, and no step is done twice.
 */
describe('two users', () => {
  let server: TestServer;
  let people: People;
  let ines: Visitor;
  let pat: Visitor;
  let study: StudyFolder;
  let north: string;
  let south: string;
  let link: string;

  beforeAll(async () => {
    [server, people, study] = await Promise.all([startTestServer(), openPeople(), createStudyFolder({ slicesPerSeries: 3 })]);
    [north, south] = [server.teamOrigin('north'), server.teamOrigin('south')];
    [ines, pat] = [await people.newVisitor(), await people.newVisitor()];
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), study.remove()]);
  });

  const printedCode = () => /One-time code for the first account, at \S+\/get-started: (\S+)$/m.exec(server.output())?.[1] ?? '';
  const areas = (page: Page) => expect.poll(() => areaLinks(page));
  const roleOfPat = (page: Page) => page.getByRole('combobox', { name: `Role of ${PAT.name}` });

  /** A form: without the server it says so and keeps what was written. */
  async function sendsOnceTheNetworkIsBack({ page, context }: Visitor, button: Locator): Promise<void> {
    await context.setOffline(true);
    await button.click();
    await page
      .getByRole('alert')
      .filter({ hasText: /server (cannot|could not) be reached/i })
      .first()
      .waitFor();
    await context.setOffline(false);
    await button.click();
  }

  /** An act: without the server it cannot be pressed. */
  async function isOfferedOnceTheNetworkIsBack({ context }: Visitor, act: Locator): Promise<void> {
    await act.waitFor();
    await context.setOffline(true);
    await expect.poll(() => isOffered(act)).toBe(false);
    await context.setOffline(false);
    await expect.poll(() => isOffered(act)).toBe(true);
  }

  /** The server does what is asked, and the answer never comes. */
  async function losesTheAnswer(page: Page, call: string): Promise<void> {
    await page.route(
      `**/api/${call}`,
      async (route) => {
        const request = route.request();
        const { authorization = '', team = '' } = await request.allHeaders();
        const body = request.postDataJSON() as object;
        const { status } = await server.request(`/api/${call}`, { method: request.method(), headers: { authorization, team }, body });
        if (status === 200) await route.abort('connectionreset');
        else await route.fallback();
      },
      { times: 1 },
    );
  }

  it('start with an empty server: the first account and the first team', async () => {
    const { page } = ines;
    await page.goto(`${server.origin}/get-started`);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await fillAccount(page, { ...INES, code: printedCode(), team: 'North' });
    await sendsOnceTheNetworkIsBack(ines, page.getByRole('button', { name: 'Create team' }));
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('create a second team', async () => {
    const { page } = ines;
    await page.getByRole('link', { name: 'New team' }).click();
    await pageOfTeam(page, 'New team');
    await page.getByRole('textbox', { name: 'Name' }).fill('South');
    const create = page.getByRole('button', { name: 'Create team' });
    await isOfferedOnceTheNetworkIsBack(ines, create);
    await create.click();
    await page.waitForURL(`${south}/dashboard`);
    await dashboardOf(page, 'South');
  });

  it('invite someone without an account: the answer is lost, and the invitation exists once', async () => {
    const { page } = ines;
    await page.goto(`${north}/members`);
    await pageOfTeam(page, 'Members');
    await page.getByRole('textbox', { name: 'E-mail 1', exact: true }).fill(PAT.email);
    await losesTheAnswer(page, 'invitations/save-item');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.reload();
    const acts = page.getByRole('button', { name: `Actions for the invitation of ${PAT.email}` });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Send again, with a new link' }).click();
    link = await page.getByRole('textbox', { name: `Link for ${PAT.email}` }).inputValue();
    expect(await acts.count()).toBe(1);
  });

  it('join by the link', async () => {
    const { page } = pat;
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Join North' }).waitFor();
    await page.getByLabel('Name').fill(PAT.name);
    await page.getByLabel('Password', { exact: true }).fill(PAT.password);
    await page.getByLabel('Repeat password').fill(PAT.password);
    await sendsOnceTheNetworkIsBack(pat, page.getByRole('button', { name: 'Create account and join' }));
    await page.waitForURL(`${north}/verify`);
    await page.getByRole('button', { name: 'Continue to North' }).click();
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('verify the address by the mail that the platform administrator passes on', async () => {
    const mail = ines.page.getByRole('listitem').filter({ hasText: PAT.email }).filter({ hasText: 'verify your e-mail address' });
    await expect
      .poll(async () => {
        await ines.page.goto(`${north}/admin/mail`);
        await ines.page.getByText('This server sends no mail').waitFor();
        return mail.count();
      })
      .toBe(1);
    const { page } = pat;
    await page.goto(/http:\S+/.exec(await mail.innerText())?.[0] ?? '');
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('accept the other team on the dashboard although the answer is lost, and switch to it', async () => {
    await ines.page.goto(`${south}/members`);
    await pageOfTeam(ines.page, 'Members');
    await ines.page.getByRole('textbox', { name: 'E-mail 1', exact: true }).fill(PAT.email);
    const save = ines.page.getByRole('button', { name: 'Save' });
    await isOfferedOnceTheNetworkIsBack(ines, save);
    await save.click();
    await ines.page.getByRole('status').filter({ hasText: 'Invitation sent' }).waitFor();

    const { page } = pat;
    await page.reload();
    const accept = page.getByRole('button', { name: 'Accept the invitation of South' });
    await isOfferedOnceTheNetworkIsBack(pat, accept);
    await losesTheAnswer(page, 'invitations/status');
    await accept.click();
    await page.getByRole('alert').first().waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Teams' }).getByRole('link', { name: 'South', exact: true }).click();
    await page.waitForURL(`${south}/dashboard`);
    await dashboardOf(page, 'South');
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('are promoted: the other page shows it immediately', async () => {
    const { page } = ines;
    await page.goto(`${north}/team/users`);
    await pageOfTeam(page, 'Team');
    expect(await areaLinks(pat.page)).not.toContain('Team');
    await isOfferedOnceTheNetworkIsBack(ines, roleOfPat(page));
    await roleOfPat(page).click();
    await page.getByRole('option', { name: 'Team administrator' }).click();
    await areas(pat.page).toContain('Team');
  });

  it('are demoted while offline, and the page knows once the network is back', async () => {
    await pat.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Team' }).click();
    await pageOfTeam(pat.page, 'Team');
    await pat.context.setOffline(true);
    await roleOfPat(ines.page).click();
    await ines.page.getByRole('option', { name: 'Annotator' }).click();
    await expect.poll(() => roleOfPat(ines.page).inputValue()).toBe('Annotator');
    await pat.context.setOffline(false);
    await areas(pat.page).not.toContain('Team');
  });

  it('are notified of what they sent while offline', async () => {
    const { page, context } = pat;
    await page.goto(`${north}/upload-v2`);
    await uploadState(page, 'ready');
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await context.setOffline(true);
    await pressProcess(page);
    await uploadState(page, 'upload');
    await context.setOffline(false);
    await waitForProof(page, study.files);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('listitem').filter({ hasText: 'Upload finished' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('sign out offline: nothing of them is left, and the server is told later', async () => {
    const { page, context } = pat;
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(await databases()).toContainEqual(DATABASE);
    await context.setOffline(true);
    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // It leaves for the sign-in, which this browser has not stored: nothing of ours is on the screen.
    await page.getByRole('navigation', { name: 'Areas' }).first().waitFor({ state: 'hidden' });
    await context.setOffline(false);
    await page.goto(`${north}/install`);
    await expect.poll(databases).not.toContainEqual(DATABASE);
    await page.goto(`${north}/dashboard`);
    await page.waitForURL(`${server.origin}/login**`);
  });
});

async function isOffered(act: Locator): Promise<boolean> {
  return (await act.getAttribute('aria-disabled')) !== 'true' && (await act.isEnabled());
}
