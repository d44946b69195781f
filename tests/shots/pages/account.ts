import { verifyEmail } from '#tests/e2e/behind-the-page.ts';
import { submitSignIn } from '#tests/e2e/visit.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { At, Journey } from '#tests/shots/step.ts';

const HEAD_OF_STUDY = { email: 'ines@west.test', password: 'a long enough password' };
const NEWCOMER = { name: 'Pat Moreno', email: 'pat@west.test', password: 'a long enough password' };

/** A server before its first account, until somebody is in no team yet. */
export const FIRST_START: Journey = {
  who: null,
  steps: [
    { page: 'home', state: 'first-start', reach: ({ page, world }) => open(page, world.first, '/', 'link', 'Get started') },
    { page: 'get-started', state: 'form', reach: ({ page, world }) => open(page, world.first, '/get-started', 'button', 'Create team') },
    {
      page: 'get-started',
      state: 'wrong',
      async reach({ page }) {
        await page.getByLabel('Password', { exact: true }).fill('short');
        await page.getByLabel('E-mail').fill('nobody');
        await page.getByRole('button', { name: 'Create team' }).click();
        await page.getByText('This field is needed').first().waitFor();
      },
    },
    {
      page: 'get-started',
      state: 'done',
      async reach({ page, world }) {
        await setUp(world.first);
        await open(page, world.first, '/get-started', 'heading', 'The first account exists already. Sign in instead.');
      },
    },
    { page: 'register', state: 'form', reach: ({ page, world }) => open(page, world.first, '/register', 'button', 'Create account') },
    {
      page: 'register',
      state: 'wrong',
      async reach({ page }) {
        await fillRegistration(page, 'another long password');
        await page.getByText('The two passwords differ').waitFor();
      },
    },
    {
      page: 'verify',
      state: 'waits',
      async reach({ page }) {
        await fillRegistration(page, NEWCOMER.password);
        await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
      },
    },
    {
      page: 'dashboard',
      state: 'no-team',
      async reach({ page, world }) {
        verifyEmail(world.first, NEWCOMER.email);
        await page.getByRole('button', { name: 'Check again' }).click();
        await page.getByRole('link', { name: 'Open the dashboard' }).click();
        await page.getByRole('heading', { name: 'You are in no team yet' }).waitFor();
      },
    },
  ],
};

/** Somebody without a sign-in. */
export const GUEST: Journey = {
  who: null,
  steps: [
    { page: 'home', state: 'guest', reach: ({ page, world }) => open(page, world.server, '/', 'link', 'Install the app') },
    { page: 'install', state: 'menu', reach: ({ page, world }) => open(page, world.server, '/install', 'heading', 'Install Lightship') },
    {
      page: 'register',
      state: 'closed',
      reach: ({ page, world }) => open(page, world.server, '/register', 'heading', 'Registration is by invitation.'),
    },
    {
      page: 'error',
      state: 'not-found-guest',
      reach: ({ page, world }) => open(page, world.server, '/nothing/here', 'link', 'Back to the home page'),
    },
    { page: 'sign-in', state: 'form', reach: ({ page, world }) => open(page, world.server, '/login', 'button', 'Sign in') },
    {
      page: 'sign-in',
      state: 'missing',
      async reach({ page }) {
        await submitSignIn(page, 'nobody', '');
        await page.getByText('This field is needed').waitFor();
      },
    },
    {
      page: 'sign-in',
      state: 'wrong',
      async reach({ page }) {
        await submitSignIn(page, 'nobody@demo.test', 'a wrong password');
        await page.getByRole('alert').waitFor();
      },
    },
    {
      page: 'sign-in',
      state: 'offline',
      async reach({ page, world, context }) {
        await open(page, world.server, '/login', 'button', 'Sign in');
        await context.setOffline(true);
        await page.getByText('Server not reached').waitFor();
      },
    },
  ],
};

async function open(
  page: At['page'],
  { origin }: TestServer,
  path: string,
  role: 'link' | 'button' | 'heading',
  name: string,
): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.getByRole(role, { name, exact: true }).first().waitFor();
}

async function setUp(server: TestServer): Promise<void> {
  const code = /One-time code for the first account, at \S+\/get-started: (\S+)$/m.exec(server.output())?.[1] ?? '';
  const body = { code, name: 'Ines Okoye', ...HEAD_OF_STUDY, team: { title: 'Radiology West', slug: 'radiology-west' } };
  const answer = await server.request('/api/setup', { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`The set-up was answered with ${answer.status}`);
}

async function fillRegistration(page: At['page'], again: string): Promise<void> {
  await page.getByLabel('Name').fill(NEWCOMER.name);
  await page.getByLabel('E-mail').fill(NEWCOMER.email);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await page.getByLabel('Password again').fill(again);
  await page.getByRole('button', { name: 'Create account' }).click();
}
