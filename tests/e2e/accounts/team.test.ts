import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import type { HandedInvitation, TeamMember } from '#contract/members.ts';
import { bearerOf, DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { agePasswords } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { dashboardOf, expectFocus, pageOfTeam } from '#tests/e2e/support/page-steps.ts';

let server: TestServer;
let people: People;
let north: string;
let south: string;
let visitor: Visitor;
let page: Page;
let headers: { authorization: string };

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  [north, south] = [server.teamOrigin('north'), server.teamOrigin('south')];
  headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}` };
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});
beforeEach(async () => {
  visitor = await people.newVisitor();
  page = visitor.page;
});
afterEach(() => people.sendHome());

/** As the administrator of this team. */
async function ask<T>(team: string, path: string, body?: object): Promise<T> {
  const answer = await server.request(`/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, team },
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status).toBe(200);
  return answer.json() as T;
}

async function invite(team: string, email: string): Promise<HandedInvitation> {
  const { id } = await ask<{ id: number }>(team, `teams/${team}`);
  const emails = [{ email, role_id: ROLE.member }];
  return (await ask<{ data: HandedInvitation[] }>(team, 'invitations/save-item', { team_id: id, emails })).data[0]!;
}

async function roleOf(email: string): Promise<string | undefined> {
  const { data } = await ask<{ data: TeamMember[] }>('north', 'team/users');
  return data.find((member) => member.email === email)?.role_name;
}

const rowsOf = (region: string) => page.getByRole('region', { name: region }).getByRole('listitem');

describe('an invitation on the dashboard', () => {
  it('is accepted: the team is in the list immediately, with a link [DASH-09, DASH-10, DASH-11, TEAM-08]', async () => {
    await invite('south', DEMO.annotator.email);
    await enterByCookie(page, server, DEMO.annotator);
    await page.goto(`${north}/dashboard`);
    await rowsOf('Invitations').getByText(`south.app.localhost:${server.port}`).waitFor();
    await page.getByRole('button', { name: 'Accept the invitation of South' }).click();
    await rowsOf('Teams').getByRole('link', { name: 'South', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Open South' }).click();
    await page.waitForURL(`${south}/dashboard`);
    await dashboardOf(page, 'South');
  });

  it('cannot be answered without the server, and is gone once it is declined [DASH-10]', async () => {
    await invite('south', DEMO.reviewer.email);
    await enterByCookie(page, server, DEMO.reviewer);
    await page.goto(`${north}/dashboard`);
    const decline = page.getByRole('button', { name: 'Decline the invitation of South' });
    await decline.waitFor();
    await visitor.context.setOffline(true);
    await expect.poll(() => decline.getAttribute('aria-disabled')).toBe('true');
    await visitor.context.setOffline(false);
    await expect.poll(() => decline.getAttribute('aria-disabled')).toBe('false');
    await decline.click();
    await decline.waitFor({ state: 'hidden' });
    expect(await rowsOf('Teams').count()).toBe(1);
  });

  it('that was withdrawn meanwhile says so and disappears', async () => {
    const { id } = await invite('south', DEMO.scientist.email);
    await enterByCookie(page, server, DEMO.scientist);
    await page.goto(`${north}/dashboard`);
    const accept = page.getByRole('button', { name: 'Accept the invitation of South' });
    await accept.waitFor();
    await server.request(`/api/team/invitations/${id}`, { method: 'DELETE', headers: { ...headers, team: 'south' } });
    await accept.click();
    await page.getByRole('alert').filter({ hasText: 'The invitation of South has ended.' }).waitFor();
    await accept.waitFor({ state: 'hidden' });
  });
});

describe('the pages of a team', () => {
  beforeEach(() => enterByCookie(page, server, DEMO.admin));

  it('show the members, change a role, and remove a member [ROUTE-093]', async () => {
    await page.goto(`${north}/dashboard`);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Team', exact: true }).click();
    await pageOfTeam(page, 'Team');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Noor Haddad').getByRole('cell', { name: DEMO.annotator.email }).waitFor();

    await page.getByRole('combobox', { name: 'Role of Noor Haddad' }).click();
    await page.getByRole('option', { name: 'Data scientist' }).click();
    await expect.poll(() => roleOf(DEMO.annotator.email)).toBe('Data scientist');

    await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Jonas Weber from North?' });
    await expectFocus(question.getByRole('button', { name: 'Keep' }));
    await question.getByRole('button', { name: 'Remove Jonas Weber' }).click();
    await row('Jonas Weber').waitFor({ state: 'hidden' });
    await expect.poll(() => roleOf(DEMO.reviewer.email)).toBeUndefined();

    await page.getByRole('navigation', { name: 'Team', exact: true }).getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('region', { name: 'Data scientist' }).getByText('Noor Haddad').waitFor();
    await page.getByRole('link', { name: 'Team', exact: true }).and(page.locator('[aria-current="page"]')).waitFor();
  });

  it('ask for an old password again before another role is given, and then continue', async () => {
    await page.goto(`${north}/team/users`);
    await pageOfTeam(page, 'Team');
    agePasswords(server, DEMO.admin.email);
    const role = page.getByRole('combobox', { name: 'Role of Sam Okafor' });
    const choose = async (name: string) => {
      await role.click();
      await page.getByRole('option', { name }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });

    await choose('Reviewer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Enter your password again to do this.').waitFor();
    await expect.poll(() => roleOf(DEMO.member.email)).toBe('Member');

    await choose('Reviewer');
    await expectFocus(dialog.getByLabel('Password', { exact: true }));
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('The password is wrong.').waitFor();
    await page.keyboard.type(DEMO.admin.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => roleOf(DEMO.member.email)).toBe('Reviewer');
    await expect.poll(() => role.inputValue()).toBe('Reviewer');
  });

  it('keep an administrator: the last one gets a message [ROUTE-092]', async () => {
    await page.goto(`${north}/team/roles`);
    await page.getByRole('combobox', { name: 'Role of Ada Lindqvist' }).click();
    await page.getByRole('option', { name: 'Reviewer' }).click();
    await page.getByRole('dialog', { name: 'Change your own role?' }).getByRole('button', { name: 'Change my role' }).click();
    await page.getByRole('alert').filter({ hasText: 'A team must keep at least one administrator.' }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Role of Ada Lindqvist' }).inputValue()).toBe('Team administrator');
  });

  it('invite: spare rows, errors at each row, and each link shown once [CFG-24, ROUTE-018, INV-01, INV-02, INV-03, INV-11, INV-15, INV-16, INV-18, ERR-02, ERR-27, TOAST-01, ODD-39]', async () => {
    await page.goto(`${north}/members`);
    await pageOfTeam(page, 'Members');
    const email = (row: number) => page.getByRole('textbox', { name: `E-mail ${row}`, exact: true });
    const roles = page.locator('form').getByRole('combobox');
    const save = page.getByRole('button', { name: 'Save' });
    await expect.poll(() => roles.evaluateAll(valuesOf)).toEqual(['Annotator', 'Annotator', 'Annotator']);
    await save.click();
    await page.getByRole('alert').filter({ hasText: 'At least one member is required' }).waitFor();
    await expectFocus(email(1));

    await page.keyboard.type('Lena@sample.test');
    await page.keyboard.press('Enter');
    await expectFocus(email(2));
    await email(2).fill('lena@sample.test');
    await expect.poll(() => roles.evaluateAll(valuesOf)).toEqual(['Annotator', 'Annotator', 'Annotator', 'Member']);
    await save.click();
    await page.getByText('Duplicate email').waitFor();
    // ODD-29: a member, as the server says.
    await email(2).fill(DEMO.admin.email);
    await save.click();
    await page.getByText('Duplicate email').waitFor();
    await expectFocus(email(2));
    await page.getByRole('button', { name: 'Remove row 2' }).click();
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Invitation sent' }).waitFor();
    await expect.poll(() => email(1).inputValue()).toBe('');

    const link = page.getByRole('textbox', { name: 'Link for lena@sample.test' });
    const first = await link.inputValue();
    expect(first).toMatch(new RegExp(`^${server.origin}/register#invitation=[\\w-]{43}$`));
    const acts = page.getByRole('button', { name: 'Actions for the invitation of lena@sample.test' });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Send again, with a new link' }).click();
    await expect.poll(() => link.inputValue()).not.toBe(first);
    await acts.click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await acts.waitFor({ state: 'hidden' });
    await link.waitFor({ state: 'hidden' });
  });

  it('invite: an old password is requested for an administrator but not for a member, and the action then continues', async () => {
    await page.goto(`${north}/members`);
    await pageOfTeam(page, 'Members');
    agePasswords(server, DEMO.admin.email);
    const email = page.getByRole('textbox', { name: 'E-mail 1', exact: true });
    const sent = page.getByRole('status').filter({ hasText: 'Invitation sent' });
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await email.fill('mara@sample.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await sent.waitFor();
    await sent.waitFor({ state: 'hidden' });

    await email.fill('lena@sample.test');
    await page.locator('form').getByRole('combobox').first().click();
    await page.getByRole('option', { name: 'Team administrator' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'Enter your password again to do this.' }).waitFor();
    expect(await email.inputValue()).toBe('lena@sample.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectFocus(dialog.getByLabel('Password', { exact: true }));
    await page.keyboard.type(DEMO.admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Link for lena@sample.test' }).waitFor();
    await sent.waitFor();
  });
});

describe('a new team', () => {
  it('is created with the permission: its address follows its name, a taken one is reported, and the team opens [ROUTE-090]', async () => {
    await enterByCookie(page, server, DEMO.admin);
    await page.goto(`${north}/dashboard`);
    await page.getByRole('link', { name: 'New team' }).click();
    await pageOfTeam(page, 'New team');
    const address = page.getByRole('textbox', { name: 'Address' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Radiology West');
    await expect.poll(() => address.inputValue()).toBe('radiology-west');
    await page.getByRole('radio', { name: 'Rust' }).click();
    await address.fill('south');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByText('This address is taken.').waitFor();
    await address.fill('radiology-west');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.waitForURL(`${server.teamOrigin('radiology-west')}/dashboard`);
    await dashboardOf(page, 'Radiology West');
  });

  it('is not offered without the permission [DASH-12]', async () => {
    await enterByCookie(page, server, DEMO.member);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    expect(await page.getByRole('link', { name: 'New team' }).count()).toBe(0);
  });
});

describe('the invitation link', () => {
  const heading = (words: string) => page.getByRole('heading', { level: 1, name: words });

  it('creates an account for its address, joins and opens the team; its token is in no requested address [INV-19]', async () => {
    const { link } = await invite('north', 'lena@sample.test');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await heading('Join North').waitFor();
    expect(page.url()).toBe(`${server.origin}/register`);
    await page.getByText('Ada Lindqvist of North invites you as Member.').waitFor();
    await page.reload();
    await heading('Join North').waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('lena@sample.test');
    await page.getByLabel('Name').fill('Lena Sample');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Repeat password').fill('a long enough password');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.waitForURL(`${north}/verify`);
    await heading('Check your e-mail').waitFor();
    await page.getByRole('button', { name: 'Continue to North' }).click();
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    await page.reload();
    await dashboardOf(page, 'North');
    const token = link.split('=')[1]!;
    expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
    await page.goto(`${server.origin}/version.json`);
    expect(await page.evaluate(() => sessionStorage.getItem('lightship.invitation'))).toBeNull();
  });

  it('lets someone with an account sign in, join, and open the inviting team, not the preferred one', async () => {
    const { link } = await invite('south', DEMO.scientist.email);
    await page.goto(link);
    await heading('Join South').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.origin}/login?**`);
    await heading('Join South').waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(DEMO.scientist.email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO.scientist.password);
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await page.waitForURL(`${south}/dashboard`);
    await dashboardOf(page, 'South');
  });

  it('that has ended says so, and so does an incomplete link in the same tab', async () => {
    const { id, link } = await invite('north', 'old.address@sample.test');
    await server.request(`/api/team/invitations/${id}`, { method: 'DELETE', headers: { ...headers, team: 'north' } });
    await page.goto(link);
    await heading('This invitation has ended').waitFor();
    await page.goto(link.slice(0, -3));
    await heading('This link is incomplete').waitFor();
    expect(page.url()).toBe(`${server.origin}/register`);
  });
});

/** Runs in the page. */
function valuesOf(fields: (HTMLElement | SVGElement)[]): string[] {
  return fields.map((field) => (field as HTMLInputElement).value);
}
