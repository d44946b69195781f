import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { dashboardOf, expectFocus, pageOfTeam, submitSignIn } from '#tests/e2e/support/page-steps.ts';

let server: TestServer;
let people: People;
let north: string;
let south: string;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  [north, south] = [server.teamOrigin('north'), server.teamOrigin('south')];
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});
beforeEach(async () => {
  visitor = await people.newVisitor();
  page = visitor.page;
  await enterByCookie(page, server, DEMO.admin);
});
afterEach(() => people.sendHome());

const row = (words: string) => page.getByRole('row').filter({ hasText: words });
async function act(on: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${on}`, exact: true }).click();
  await page.getByRole('menuitem', { name: words, exact: true }).click();
}

/** Somebody else, at a machine of their own, on the dashboard of a team. */
async function atDashboard(person: (typeof DEMO)[keyof typeof DEMO], team: 'north' | 'south', title: string): Promise<Page> {
  const other = await people.newVisitor();
  await enterByCookie(other.page, server, person);
  await other.page.goto(`${server.teamOrigin(team)}/dashboard`);
  await dashboardOf(other.page, title);
  return other.page;
}

describe('users', () => {
  it('are listed from the first page and found by part of an address, which is in no URL; a blocked one is signed out immediately and told why [ROUTE-002, ROUTE-056]', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const sam = await atDashboard(DEMO.member, 'north', 'North');
    await page.goto(`${north}/admin`);
    await pageOfTeam(page, 'Administration');
    const links = page.getByRole('main').getByRole('navigation', { name: 'Administration' }).getByRole('link');
    for (const name of [/^Invitations/, /^Teams/, /^Unsent mail/, /^Users/]) await links.filter({ hasText: name }).waitFor();
    await links.filter({ hasText: /^Users/ }).click();
    await pageOfTeam(page, 'Users');
    await row('Noor Haddad').waitFor();
    await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('member@demo');
    await row('Noor Haddad').waitFor({ state: 'hidden' });
    await row('Sam Okafor').getByRole('listitem').filter({ hasText: 'South · Member' }).waitFor();

    await act('Sam Okafor', 'Block');
    const question = page.getByRole('dialog', { name: 'Block Sam Okafor?' });
    await expectFocus(question.getByRole('button', { name: 'Keep' }));
    await question.getByRole('button', { name: 'Block Sam Okafor' }).click();
    await row('Sam Okafor').getByText('blocked', { exact: true }).waitFor();

    await sam.getByRole('button', { name: 'Sign in' }).waitFor();
    await submitSignIn(sam, DEMO.member.email);
    await sam.getByText('This account is blocked. Ask a platform administrator.').waitFor();

    await act('Sam Okafor', 'Unblock');
    await row('Sam Okafor').getByText('verified', { exact: true }).waitFor();
    await submitSignIn(sam, DEMO.member.email);
    await dashboardOf(sam, 'North');
    expect(asked.filter((url) => url.includes('member'))).toEqual([]);
  });

  it('cannot block themselves, and the last platform administrator stays', async () => {
    await page.goto(`${north}/admin/users`);
    await page.getByRole('button', { name: 'Actions for Ada Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'Remove platform administrator' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Block' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Remove platform administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove platform administrator' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server must keep at least one platform administrator.' }).waitFor();
    await row('Ada Lindqvist').getByText('platform administrator').waitFor();
  });
});

describe('teams', () => {
  it("can be suspended except the user's own: members are told immediately, and again when it is reopened [ROUTE-055]", async () => {
    const sam = await atDashboard(DEMO.member, 'south', 'South');
    await page.goto(`${north}/admin/teams`);
    await page.getByRole('button', { name: 'Actions for North' }).click();
    await page.getByText('You are using this team. Switch to another one to suspend it.').waitFor();
    await page.keyboard.press('Escape');
    await act('South', 'Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend South' }).click();
    await row('South').getByText('suspended', { exact: true }).waitFor();
    const note = sam.getByText('This team is suspended');
    await note.waitFor();
    await act('South', 'Reopen');
    await row('South').getByText('open', { exact: true }).waitFor();
    await note.waitFor({ state: 'hidden' });
    expect(new URL(sam.url()).origin).toBe(south);
  });

  it('are created for someone, who is invited by a link, and can be renamed [ROUTE-055]', async () => {
    await page.goto(`${north}/admin/teams`);
    await page.getByRole('button', { name: 'New team for someone else' }).click();
    const form = page.getByRole('dialog', { name: 'New team for someone else' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Radiology East');
    await form.getByRole('textbox', { name: 'Administrator e-mail' }).fill('head@east.test');
    await form.getByRole('textbox', { name: 'Address' }).fill('south');
    await form.getByRole('button', { name: 'Create and invite' }).click();
    await form.getByText('This address is taken.').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill('radiology-east');
    await form.getByRole('button', { name: 'Create and invite' }).click();
    const link = page.getByRole('textbox', { name: 'Link for head@east.test' });
    await expect.poll(() => link.inputValue()).toMatch(new RegExp(`^${server.origin}/register#invitation=[\\w-]{43}$`));
    await act('Radiology East', 'Title and colour');
    const edit = page.getByRole('dialog', { name: 'Title and colour of Radiology East' });
    await edit.getByRole('textbox', { name: 'Title' }).fill('Radiology of the East');
    await edit.getByRole('button', { name: 'Save' }).click();
    await row('Radiology of the East').getByText('radiology-east').waitFor();

    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Invitations' }).click();
    await pageOfTeam(page, 'Invitations');
    await row('head@east.test').getByText('pending').waitFor();
    await act('the invitation of head@east.test', 'Withdraw');
    await row('head@east.test').getByText('withdrawn').waitFor();
  });
});

describe('invitations', () => {
  it('are shown by the same parts in the list of a team and in that of all teams [OQ-29]', async () => {
    await page.goto(`${north}/team/invitations`);
    await page.getByRole('textbox', { name: 'E-mail 1', exact: true }).fill('olga@sample.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('olga@sample.test').getByText('pending').waitFor();
    const ofTeam = await partsOf('olga@sample.test');
    expect(ofTeam.columns).toEqual(['E-mail', 'Role', 'Invited by', 'Sent', 'State', 'Actions']);
    expect(ofTeam.state).toMatch(/^pending\s+until \d/);
    expect(ofTeam.acts).toEqual(['Send again, with a new link', 'Withdraw']);
    await page.goto(`${north}/admin/invitations`);
    await row('olga@sample.test').getByText('pending').waitFor();
    expect(await partsOf('olga@sample.test')).toEqual({ ...ofTeam, columns: ofTeam.columns.toSpliced(1, 0, 'Team') });
    await act('the invitation of olga@sample.test', 'Withdraw');
    await row('olga@sample.test').getByText('withdrawn').waitFor();
    expect(await row('olga@sample.test').getByRole('button').count()).toBe(0);
    await page.goto(`${north}/team/invitations`);
    await pageOfTeam(page, 'Invitations');
    await row('olga@sample.test').waitFor({ state: 'detached' });
  });
});

/** What the list of invitations says of one of them. */
async function partsOf(email: string): Promise<{ columns: string[]; state: string; acts: string[] }> {
  const columns = await page.getByRole('table', { name: 'Invitations' }).getByRole('columnheader').allInnerTexts();
  const state = await row(email).getByRole('cell').filter({ hasText: 'pending' }).innerText();
  await row(email)
    .getByRole('button', { name: `Actions for the invitation of ${email}` })
    .click();
  await page.getByRole('menuitem').first().waitFor();
  const acts = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  return { columns, state, acts };
}
