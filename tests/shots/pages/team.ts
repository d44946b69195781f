import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const MEMBERS = '/api/team/users';
const callOfMembers = (url: URL): boolean => url.pathname === MEMBERS;

/** Members, roles and invitations, as their administrator sees them. */
export const TEAM: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'team',
      state: 'loading',
      async reach({ page, context, world }) {
        await context.route(callOfMembers, () => undefined);
        await page.goto(`${world.server.teamOrigin('north')}/team/users`);
        await page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'team',
      state: 'failing',
      async reach({ page, context, world }) {
        await context.route(callOfMembers, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await page.goto(`${world.server.teamOrigin('north')}/team/users`);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'team',
      state: 'members',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/users`);
        await page.getByRole('combobox', { name: 'Role of Noor Haddad' }).waitFor();
      },
    },
    {
      page: 'team',
      state: 'removing',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'team',
      state: 'de-identification',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/de-identification`);
        await page.getByRole('radiogroup', { name: 'Dates and times' }).waitFor();
      },
      async leave({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/users`);
        await page.getByRole('combobox', { name: 'Role of Noor Haddad' }).waitFor();
      },
    },
    {
      page: 'team',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'team',
      state: 'roles',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/roles`);
        await page.getByRole('region', { name: 'Reviewer' }).getByRole('combobox').waitFor();
      },
    },
    {
      page: 'team',
      state: 'no-invitations',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/invitations`);
        await page.getByText('No open invitations').waitFor();
      },
    },
    {
      page: 'team',
      state: 'invite-wrong',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'E-mail 1' }).fill('lena.sample@example.org');
        await page.getByRole('textbox', { name: 'E-mail 2' }).fill(DEMO.member.email);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Duplicate email').waitFor();
      },
    },
    {
      page: 'team',
      state: 'invited',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'E-mail 2' }).fill('k.testmann@example.org');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('textbox', { name: 'Link for k.testmann@example.org' }).waitFor();
        await page.getByRole('row').filter({ hasText: 'lena.sample@example.org' }).waitFor();
      },
    },
    {
      page: 'members',
      state: 'full',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/members`);
        await page.getByRole('combobox', { name: 'Role of Noor Haddad' }).waitFor();
        await page.getByRole('row').filter({ hasText: 'lena.sample@example.org' }).waitFor();
      },
    },
    {
      page: 'team',
      state: 'create',
      async reach({ page, world }) {
        await page.goto(`${world.server.teamOrigin('north')}/team/create`);
        await page.getByRole('textbox', { name: 'Name' }).fill('Radiology West');
        await page.getByRole('textbox', { name: 'Address' }).fill('radiology west');
        await page.getByRole('button', { name: 'Create team' }).click();
        await page.getByText('Lowercase letters, digits and hyphens, up to 63').waitFor();
      },
    },
  ],
};

/** Who is invited to another team. */
export const INVITED: Scenario = {
  who: DEMO.scientist,
  steps: [
    {
      page: 'dashboard',
      state: 'invited',
      async reach({ page, world }) {
        await invite(world.server, 'south', DEMO.scientist.email);
        await page.goto(`${world.server.teamOrigin('north')}/dashboard`);
        await page.getByRole('region', { name: 'Invitations' }).waitFor();
      },
    },
    {
      page: 'dashboard',
      state: 'joined',
      async reach({ page }: At) {
        await page.getByRole('button', { name: 'Accept the invitation of South' }).click();
        await page.getByRole('link', { name: 'Open South' }).waitFor();
      },
    },
  ],
};

/** Somebody without a sign-in, with the link of an invitation. */
export const BY_LINK: Scenario = {
  who: null,
  steps: [
    {
      page: 'register',
      state: 'invited',
      async reach({ page, world }) {
        await page.goto(await invite(world.server, 'north', 'newcomer@example.org'));
        await page.getByRole('heading', { name: 'Join North' }).waitFor();
      },
    },
    {
      page: 'sign-in',
      state: 'joining',
      async reach({ page }) {
        await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
        await page.getByRole('button', { name: 'Sign in and join' }).waitFor();
      },
    },
    {
      page: 'register',
      state: 'link-ended',
      async reach({ page, world }) {
        await page.goto(`${world.server.origin}/register#invitation=${'a'.repeat(43)}`);
        await page.getByRole('heading', { name: 'This invitation has ended' }).waitFor();
      },
    },
  ],
};

/** The link, as who invites is given it. */
async function invite(server: TestServer, team: string, email: string): Promise<string> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team };
  const { id } = (await server.request(`/api/teams/${team}`, { headers })).json() as { id: number };
  const body = { team_id: id, emails: [{ email, role_id: 1 }] };
  const answer = await server.request('/api/invitations/save-item', { method: 'POST', headers, body });
  return (answer.json() as { data: { link: string }[] }).data[0]!.link;
}
