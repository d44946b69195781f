import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { signIn, submitSignIn, pressUnless } from '#tests/e2e/support/page-steps.ts';

const NEWCOMER = { name: 'Pat Moreno', email: 'pat@demo.test', password: 'a long enough password' };
const NEW_PASSWORD = 'another long password';

/** One person from the registration to the closed account; the platform administrator reads the mails and hands their links over. */
describe('an account', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let admin: Page;

  beforeAll(async () => {
    people = await openPeople();
    server = await startTestServer({ people: true, env: { LIGHTSHIP_REGISTRATION: 'open' } });
    ({ page } = await people.newVisitor());
    ({ page: admin } = await people.newVisitor());
    await signIn(admin, server, 'admin@demo.test');
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  /** The newest mail of a subject, as the administrator sees it. */
  async function linkFromMail(subject: string): Promise<string> {
    const row = admin.getByRole('listitem').filter({ hasText: NEWCOMER.email }).filter({ hasText: subject }).first();
    await expect
      .poll(async () => {
        await admin.goto(`${server.teamOrigin('north')}/admin/mail`);
        await admin.getByText('This server sends no mail').waitFor();
        return row.count();
      })
      .toBe(1);
    return /http:\S+/.exec(await row.innerText())?.[0] ?? '';
  }

  it('is registered, and verified by the mailed link, which survives a sign-in on the way [AUTH-25, AUTH-27, ROUTE-024, ROUTE-037]', async () => {
    await page.goto(`${server.origin}/register`);
    await page.getByLabel('Name').fill(NEWCOMER.name);
    await page.getByLabel('E-mail').fill(NEWCOMER.email);
    await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
    await page.getByLabel('Repeat password').fill(NEWCOMER.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    const link = await linkFromMail('verify your e-mail address');

    const { page: elsewhere } = await people.newVisitor();
    await elsewhere.goto(link);
    await elsewhere.waitForURL(/\/login\?to=/);
    await submitSignIn(elsewhere, NEWCOMER.email, NEWCOMER.password);
    await elsewhere.getByRole('link', { name: 'Open the dashboard' }).waitFor();

    // The page asks from time to time itself, and may be the first.
    const dashboard = page.getByRole('link', { name: 'Open the dashboard' });
    await pressUnless(page.getByRole('button', { name: 'Check again' }), dashboard.waitFor());
    await dashboard.click();
    await page.getByRole('heading', { name: 'You are not in a team yet' }).waitFor();
  });

  it('gets a new password by a mailed link, which ends its sign-ins [AUTH-26, ROUTE-013, ROUTE-025]', async () => {
    const { page: shutOut } = await people.newVisitor();
    await shutOut.goto(`${server.origin}/login`);
    await shutOut.getByRole('link', { name: 'Forgot your password?' }).click();
    await shutOut.getByRole('textbox', { name: 'E-mail' }).fill(NEWCOMER.email);
    await shutOut.getByRole('button', { name: 'Send link' }).click();
    await shutOut.getByRole('heading', { name: 'Check your e-mail' }).waitFor();

    await shutOut.goto(await linkFromMail('set a new password'));
    await shutOut.getByRole('textbox', { name: 'E-mail' }).fill(NEWCOMER.email);
    await shutOut.getByLabel('New password').fill(NEW_PASSWORD);
    await shutOut.getByLabel('Repeat password').fill(NEW_PASSWORD);
    await shutOut.getByRole('button', { name: 'Set password' }).click();
    await shutOut.getByRole('heading', { name: 'Your password was changed' }).waitFor();

    await page.goto(`${server.origin}/dashboard`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await submitSignIn(page, NEWCOMER.email, NEW_PASSWORD);
    await page.getByRole('heading', { name: 'You are not in a team yet' }).waitFor();
  });

  it('has a profile with its sign-ins, and can be closed', async () => {
    const { page: second } = await people.newVisitor();
    await second.goto(`${server.origin}/login`);
    await submitSignIn(second, NEWCOMER.email, NEW_PASSWORD);
    await second.getByRole('heading', { name: 'You are not in a team yet' }).waitFor();

    await page.goto(`${server.origin}/profile`);
    await page.getByText('This browser').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Pat M. Moreno');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Pat M. Moreno').first().waitFor();
    await page.getByRole('button', { name: /^End sign-in/ }).click();
    await page.getByRole('button', { name: /^End sign-in/ }).waitFor({ state: 'detached' });
    await second.goto(`${server.origin}/dashboard`);
    await second.getByRole('button', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Close account' }).click();
    const question = page.getByRole('dialog', { name: 'Close account?' });
    await question.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await question.getByRole('button', { name: 'Close account' }).click();
    await page.waitForURL(`${server.origin}/login`);
    await submitSignIn(page, NEWCOMER.email, NEW_PASSWORD);
    await page.getByText('E-mail or password is wrong').waitFor();
  });
});
