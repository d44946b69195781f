import { verifyEmail } from '#tests/e2e/support/server-state.ts';
import { submitSignIn, pressUnless } from '#tests/e2e/support/page-steps.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { openInTeam } from '#tests/shots/open-in-team.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const HEAD_OF_STUDY = { email: 'ines@west.test', password: 'a long enough password' };
const NEWCOMER = { name: 'Pat Moreno', email: 'pat@west.test', password: 'a long enough password' };

/** A server before its first account, until somebody is in no team yet. */
export const FIRST_START: Scenario = {
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
        await page.getByText('This field is required').first().waitFor();
      },
    },
    {
      page: 'get-started',
      state: 'done',
      async reach({ page, world }) {
        await setUp(world.first);
        await open(page, world.first, '/get-started', 'heading', 'Get started');
      },
    },
    {
      page: 'subprocessors',
      state: 'listed',
      reach: ({ page, world }) => open(page, world.first, '/subprocessors', 'rowheader', 'A hoster'),
    },
    { page: 'register', state: 'form', reach: ({ page, world }) => open(page, world.first, '/register', 'button', 'Create account') },
    {
      page: 'register',
      state: 'wrong',
      async reach({ page }) {
        await fillRegistration(page, 'another long password');
        await page.getByText('The passwords do not match').waitFor();
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
      page: 'verify',
      state: 'sent-again',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Send again' }).click();
        await page.getByText('Another mail is on its way.').waitFor();
      },
    },
    {
      page: 'dashboard',
      state: 'no-team',
      async reach({ page, world }) {
        verifyEmail(world.first, NEWCOMER.email);
        // The page asks from time to time itself, and may be the first.
        const dashboard = page.getByRole('link', { name: 'Open the dashboard' });
        await pressUnless(page.getByRole('button', { name: 'Check again' }), dashboard.waitFor());
        await dashboard.click();
        await page.getByRole('heading', { name: 'You are not in a team yet' }).waitFor();
      },
    },
  ],
};

/** Somebody without a sign-in. */
export const GUEST: Scenario = {
  who: null,
  steps: [
    { page: 'home', state: 'guest', reach: ({ page, world }) => open(page, world.server, '/', 'link', 'Install the app') },
    { page: 'install', state: 'menu', reach: ({ page, world }) => open(page, world.server, '/install', 'heading', 'Install Lightship') },
    { page: 'modules', state: 'guest', reach: ({ page, world }) => open(page, world.server, '/modules', 'heading', 'Studies') },
    { page: 'contact', state: 'form', reach: ({ page, world }) => open(page, world.server, '/contact', 'button', 'Send') },
    {
      page: 'contact',
      state: 'wrong',
      async reach({ page }) {
        await page.getByLabel('Name').fill('Pat Moreno');
        await page.getByLabel('E-mail').fill('nobody');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Enter a valid e-mail address').waitFor();
      },
    },
    {
      page: 'contact',
      state: 'sent',
      async reach({ page }) {
        await page.getByLabel('E-mail').fill('pat@hospital.test');
        await page.getByLabel('Message').fill('How does our clinic join?');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('heading', { name: 'The message was sent' }).waitFor();
      },
    },
    {
      page: 'subprocessors',
      state: 'none',
      reach: ({ page, world }) => open(page, world.server, '/subprocessors', 'heading', 'None listed'),
    },
    {
      page: 'maintenance',
      state: 'back',
      reach: ({ page, world }) => open(page, world.server, '/maintenance', 'heading', 'The server is back'),
    },
    {
      page: 'maintenance',
      state: 'away',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByRole('heading', { name: 'Lightship is under maintenance' }).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
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
    {
      page: 'forgot-password',
      state: 'form',
      reach: ({ page, world }) => open(page, world.server, '/forgot-password', 'button', 'Send link'),
    },
    {
      page: 'forgot-password',
      state: 'sent',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@demo.test');
        await page.getByRole('button', { name: 'Send link' }).click();
        await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
      },
    },
    {
      page: 'reset-password',
      state: 'not-whole',
      reach: ({ page, world }) => open(page, world.server, '/reset-password', 'heading', 'This link is not valid'),
    },
    {
      page: 'reset-password',
      state: 'ended',
      async reach({ page, world }) {
        await page.goto('about:blank');
        await open(page, world.server, `/reset-password#token=${'t'.repeat(43)}`, 'button', 'Set password');
        await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@demo.test');
        for (const label of ['New password', 'Repeat password']) await page.getByLabel(label).fill('a long enough password');
        await page.getByRole('button', { name: 'Set password' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    { page: 'sign-in', state: 'form', reach: ({ page, world }) => open(page, world.server, '/login', 'button', 'Sign in') },
    {
      page: 'sign-in',
      state: 'missing',
      async reach({ page }) {
        await submitSignIn(page, 'nobody', '');
        await page.getByText('This field is required').waitFor();
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
        await page.getByText('Server cannot be reached', { exact: true }).waitFor();
      },
    },
  ],
};

/** Before anybody has written anything. */
export const NO_MAIL: Scenario = {
  who: DEMO.admin,
  steps: [{ page: 'mail', state: 'empty', reach: (at) => openInTeam(at, '/admin/mail', 'No unsent mail') }],
};

/** The own account of who runs the server, and the mails that it could not send. */
export const OWN_ACCOUNT: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'mail',
      state: 'full',
      async reach(at) {
        await at.world.server.request('/api/forgot-password', { method: 'POST', body: { email: DEMO.annotator.email } });
        // The job of the mail is found with the next look of the queue.
        do await openInTeam(at, '/admin/mail', 'This server sends no mail');
        while ((await at.page.getByText(DEMO.annotator.email).count()) === 0);
      },
    },
    { page: 'profile', state: 'full', reach: (at) => openInTeam(at, '/profile', 'This browser') },
    {
      page: 'profile',
      state: 'wrong',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Change password' }).click();
        await page.getByText('This field is required').waitFor();
      },
    },
    {
      page: 'profile',
      state: 'leave-team',
      async reach({ page }) {
        await page
          .getByRole('button', { name: /^Leave team/ })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'profile',
      state: 'close-account',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Close account' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Keep account' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
  ],
};

async function open(
  page: At['page'],
  { origin }: TestServer,
  path: string,
  role: 'link' | 'button' | 'heading' | 'rowheader',
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
  await page.getByLabel('Repeat password').fill(again);
  await page.getByRole('button', { name: 'Create account' }).click();
}
