import type { BrowserContext, Page } from 'playwright';
import { pressUnless } from '#tests/e2e/support/page-steps.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { endActing } from '#tests/e2e/support/server-state.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

let people: People;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let admin: number;
let annotator: number;

beforeAll(async () => {
  [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
  ({ context, page } = await people.newVisitor());
  [admin, annotator] = await Promise.all([idOf(DEMO.admin), idOf(DEMO.annotator)]);
  await signIn(page, server, DEMO.admin);
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});

async function idOf({ email, password }: { email: string; password: string }): Promise<number> {
  const { token } = (await (await server.request('/api/login', { method: 'POST', body: { email, password } })).json()) as { token: string };
  return ((await server.request('/api/user', { headers: { authorization: `Bearer ${token}` } })).json() as { id: number }).id;
}
const bar = (tab: Page = page) => tab.getByRole('region', { name: 'Act as another person' });
const databases = (tab: Page): Promise<string[]> =>
  tab.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('lightship.u') ? [name] : [])));
const openTeam = (tab: Page, path: string) => tab.goto(`${server.teamOrigin('north')}${path}`);

/** The main domain leads on to the team. */
async function atDashboard(): Promise<void> {
  await page.waitForURL(`${server.teamOrigin('north')}/dashboard`);
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
}

async function actAs(reason: string): Promise<void> {
  await openTeam(page, '/user-switch');
  await page.getByRole('combobox', { name: 'Person' }).fill('Noor');
  await page.getByRole('option', { name: /annotator@demo\.test/ }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: /^Act as / }).click();
  await atDashboard();
  await bar().getByText(reason).waitFor();
}

it('is chosen with a reason, and stands above every page and in every tab [ROUTE-036, PCALL-29]', async () => {
  const other = await context.newPage();
  await openTeam(other, '/studies-v2');
  await other.getByRole('heading', { name: 'Studies', level: 1 }).waitFor();
  await openTeam(page, '/admin/users');
  await page.getByRole('button', { name: 'Actions for Noor Haddad' }).click();
  await page.getByRole('menuitem', { name: 'Act as…' }).click();
  await page.getByRole('button', { name: /^Act as / }).click();
  await page.getByText('Say why, in three letters or more').waitFor();
  await actAs('Her list stays empty');
  for (const path of ['/studies-v2', '/upload-v2', '/case/nothing']) {
    await openTeam(page, path);
    await bar().waitFor();
  }
  await openTeam(page, '/studies-v2');
  await expect.poll(() => databases(page)).toEqual([`lightship.u${annotator}`]);
  // Without being touched, the other tab has become that of the other person.
  await bar(other).getByText('Her list stays empty').waitFor();
  await other.close();
});

it('leaves no page for platform administrators, and nothing that is of the account itself', async () => {
  await openTeam(page, '/user-switch');
  await atDashboard();
  await openTeam(page, '/profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Not while you act as another person.').waitFor();
});

it('ends by going back, with nothing of the other person left on the device', async () => {
  await openTeam(page, '/studies-v2');
  await bar().getByRole('button', { name: 'Back to my account' }).click();
  await atDashboard();
  await openTeam(page, '/user-switch');
  await page.getByRole('table', { name: 'Who acted as whom' }).getByRole('row').filter({ hasText: 'Her list stays empty' }).waitFor();
  expect(await bar().count()).toBe(0);
  await expect.poll(() => databases(page)).toEqual([`lightship.u${admin}`]);
});

it('ends by itself, and the page goes on as the own account', async () => {
  await actAs('To see whether it ends');
  await openTeam(page, '/studies-v2');
  await bar().waitFor();
  endActing(server);
  // The page asks from time to time itself, and may be the first.
  await pressUnless(page.getByRole('button', { name: 'Reload' }), page.waitForURL(`${server.teamOrigin('north')}/dashboard`));
  await atDashboard();
  await openTeam(page, '/user-switch');
  await page.getByRole('heading', { name: 'Act as another person' }).waitFor();
  expect(await bar().count()).toBe(0);
});

it('is told to the person', async () => {
  const visitor = await people.newVisitor();
  await signIn(visitor.page, server, DEMO.annotator);
  await openTeam(visitor.page, '/profile');
  await visitor.page.getByRole('heading', { name: 'Administrators who acted as you' }).waitFor();
  await visitor.page.getByText('Her list stays empty').waitFor();
});
