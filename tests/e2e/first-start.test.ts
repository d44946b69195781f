import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { verifyEmail } from './behind-the-page.ts';
import { openPeople, type People } from './people.ts';
import { fillAccount, TITLE } from './visit.ts';

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

  it('prints one code, whose field stands above the name', async () => {
    expect(printedCode()).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const page = await openSetUp();
    expect(await page.title()).toBe(TITLE);
    const labels = await page.locator('form label').allInnerTexts();
    expect(labels.map((label) => label.trim())).toEqual(['One-time code', 'Name', 'E-mail', 'Password', 'Team', 'Address']);
  });

  it('names what is missing before anything is sent', async () => {
    const page = await openSetUp();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText('This field is needed').first().waitFor();
    expect(await page.getByLabel('One-time code').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('E-mail').fill('nobody');
    await page.getByLabel('Team').fill('Radiology West');
    await page.getByText('5 of at least 10 characters').waitFor();
    await page.getByText('This is not an e-mail address').waitFor();
    // The address follows the name until somebody writes one.
    expect(await page.getByLabel('Address').inputValue()).toBe('radiology-west');
    expect(asked).not.toContain('/api/setup');
  });

  it('refuses a wrong code with its words, and keeps what was written', async () => {
    const page = await openSetUp();
    await fillAccount(page, { code: 'AAAA-AAAA-AAAA', name: 'Ines Okoye', email: 'ines@west.test', team: 'Radiology West' });
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('alert').getByText('The one-time code is not valid. The start of the server prints it.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ines Okoye');
    expect(page.url()).toBe(`${server.origin}/get-started`);
  });

  it('refuses a reserved address with the right code, and the code is good afterwards', async () => {
    const page = await openSetUp();
    await fillAccount(page, { code: printedCode(), name: 'Ines Okoye', email: 'ines@west.test', team: 'Upload' });
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText('This address is reserved.').waitFor();
  });

  it('makes the account and the team, and enters it on its own host', async () => {
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

  it('accepts the code no second time, neither by form nor by call', async () => {
    const again = await setUp(printedCode(), 'second@west.test', 'second');
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({ code: 'setup_done' });
    const { page } = await people.newVisitor();
    await page.goto(`${server.origin}/get-started`);
    await page.getByRole('heading', { name: 'Join your team' }).waitFor();
    expect(await page.getByLabel('One-time code').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.origin}/login`);
    expect(await page.getByText('This server waits for its first account.').count()).toBe(0);
  });

  it('prints no other code at its next start', async () => {
    const printed = server.output().length;
    await server.restart();
    expect(server.output().slice(printed)).not.toContain('One-time code');
    expect((await setUp(printedCode(), 'second@west.test', 'second')).json()).toMatchObject({ code: 'setup_done' });
  });

  it('keeps /register for the invited: the page says so, no link leads there, the call is refused', async () => {
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

describe('a server that lets anyone register', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ demo: true, env: { LIGHTSHIP_REGISTRATION: 'open' } })));
  afterAll(() => server.dispose());

  it('has the link beside the sign-in, and leads a new account to the check of its e-mail', async () => {
    const { page } = await people.newVisitor();
    await page.goto(`${server.origin}/login`);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.waitForURL(`${server.origin}/register`);
    await page.getByLabel('Name').fill('Pat Moreno');
    await page.getByLabel('E-mail').fill('pat@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Password again').fill('another long password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The two passwords differ').waitFor();
    await page.getByLabel('Password again').fill('a long enough password');
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
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.waitForURL(`${server.origin}/`);
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { name: 'You are in no team yet' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/dashboard`);

    // GUARD-23: who is in no team has nothing to look for on a team's host.
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await page.waitForURL(`${server.origin}/`);
  });
});
