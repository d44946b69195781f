import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { verifyEmail } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { expectFocus, fillAccount, TITLE, pressUnless } from '#tests/e2e/support/page-steps.ts';

let people: People;
beforeAll(async () => void (people = await openPeople()));
afterAll(() => people.close());
afterEach(() => people.sendHome());

describe('the first start of a server', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.dispose());

  const printedCode = () => /One-time code for the first account, at \S+\/get-started: (\S+)$/m.exec(server.output())?.[1] ?? '';
  const setUp = (code: string, email: string, slug: string) =>
    server.request('/api/setup', {
      method: 'POST',
      body: { code, name: 'Second Person', email, password: 'a long enough password', team: { title: slug, slug } },
    });

  async function openSetUp(): Promise<Page> {
    const { page } = await people.newVisitor();
    await page.goto(server.origin);
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.waitForURL(`${server.origin}/get-started`);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    return page;
  }

  it('prints one code, whose field is above the name', async () => {
    expect(printedCode()).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const page = await openSetUp();
    expect(await page.title()).toBe(TITLE);
    const labels = await page.locator('form label').allInnerTexts();
    expect(labels.map((label) => label.trim())).toEqual(['One-time code', 'Name', 'E-mail', 'Password', 'Team', 'Address']);
  });

  it('lists missing fields before anything is sent', async () => {
    const page = await openSetUp();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText('This field is required').first().waitFor();
    await expectFocus(page.getByLabel('One-time code'));
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('E-mail').fill('nobody');
    await page.getByLabel('Team').fill('Radiology West');
    await page.getByText('5 of at least 10 characters').waitFor();
    await page.getByText('Enter a valid e-mail address').waitFor();
    // The address follows the name until somebody writes one.
    expect(await page.getByLabel('Address').inputValue()).toBe('radiology-west');
    expect(asked).not.toContain('/api/setup');
  });

  it('refuses a wrong code with its message, and keeps the input', async () => {
    const page = await openSetUp();
    await fillAccount(page, { code: 'AAAA-AAAA-AAAA', name: 'Ines Okoye', email: 'ines@west.test', team: 'Radiology West' });
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('alert').getByText('The one-time code is not valid. The server prints it when it starts.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ines Okoye');
    expect(page.url()).toBe(`${server.origin}/get-started`);
  });

  it('refuses a reserved address with the right code, which stays valid', async () => {
    const page = await openSetUp();
    await fillAccount(page, { code: printedCode(), name: 'Ines Okoye', email: 'ines@west.test', team: 'Upload' });
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText('This address is reserved.').waitFor();
  });

  it('creates the account and the team, and opens it on its own host [ROUTE-014]', async () => {
    const page = await openSetUp();
    // As a person types what they read: no dashes, small letters.
    const typed = printedCode().toLowerCase().replaceAll('-', ' ');
    await fillAccount(page, { code: typed, name: 'Ines Okoye', email: 'ines@west.test', team: 'Radiology West' });
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.waitForURL(`${server.teamOrigin('radiology-west')}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `radiology-west.app.localhost:${server.port}` })
      .waitFor();
    await page.getByRole('button', { name: 'Radiology West, Ines Okoye: menu' }).waitFor();
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Upload', exact: true }).waitFor();
  });

  it('accepts the code only once, by form and by call', async () => {
    const again = await setUp(printedCode(), 'second@west.test', 'second');
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({ code: 'setup_done' });
    const { page } = await people.newVisitor();
    await page.goto(`${server.origin}/get-started`);
    await page.getByRole('heading', { name: 'Join your team' }).waitFor();
    expect(await page.getByLabel('One-time code').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.origin}/login`);
    expect(await page.getByText('This server has no account yet.').count()).toBe(0);
  });

  it('prints no code at its next start', async () => {
    const printed = server.output().length;
    await server.restart();
    expect(server.output().slice(printed)).not.toContain('One-time code');
    expect((await setUp(printedCode(), 'second@west.test', 'second')).json()).toMatchObject({ code: 'setup_done' });
  });

  it('keeps /register for invited people: the page says so, no link leads there, and the call is refused', async () => {
    const { page } = await people.newVisitor();
    await page.goto(`${server.origin}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
    await page.goto(`${server.origin}/register`);
    await page.getByRole('heading', { name: 'Registration is by invitation.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0);
    const account = {
      name: 'Pat',
      email: 'pat@west.test',
      password: 'a long enough password',
      password_confirmation: 'a long enough password',
    };
    expect((await server.request('/api/register', { method: 'POST', body: account })).status).toBe(403);
  });
});

describe('a server with open registration', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ demo: true, env: { LIGHTSHIP_REGISTRATION: 'open' } })));
  afterAll(() => server.dispose());

  it('has a link next to the sign-in, and sends a new account to the e-mail verification [DASH-12]', async () => {
    const { page } = await people.newVisitor();
    await page.goto(`${server.origin}/login`);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.waitForURL(`${server.origin}/register`);
    await page.getByLabel('Name').fill('Pat Moreno');
    await page.getByLabel('E-mail').fill('pat@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Repeat password').fill('another long password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The passwords do not match').waitFor();
    await page.getByLabel('Repeat password').fill('a long enough password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${server.origin}/verify`);
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();

    // GUARD-20: nothing else opens before that; GUARD-21: the link of the e-mail is left as it is.
    await page.goto(`${server.origin}/dashboard`);
    await page.waitForURL(`${server.origin}/verify`);
    await page.goto(`${server.origin}/verify?url=%2Fsome%2Flink`);
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/verify?url=%2Fsome%2Flink`);

    // GUARD-22: verified, the page leads on; GUARD-15 and DASH-12: without a team to the dashboard of the main domain, which says what next.
    verifyEmail(server, 'pat@demo.test');
    // The page asks from time to time itself, and may be the first.
    await pressUnless(page.getByRole('button', { name: 'Check again' }), page.waitForURL(`${server.origin}/`));
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { name: 'You are not in a team yet' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/dashboard`);

    // GUARD-23: who is in no team has nothing to look for on a team's host.
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await page.waitForURL(`${server.origin}/`);
  });
});
