import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People, type Visitor } from './people.ts';
import { dashboardOf, expectFocus, pageOfTeam, submitSignIn } from './visit.ts';

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
  await page.getByRole('button', { name: `Acts on ${on}`, exact: true }).click();
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
  it('are reached from the first page, with the others that may be opened; found by a part of the address, which stands in no URL; one that is blocked is signed out at once and is told why', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const sam = await atDashboard(DEMO.member, 'north', 'North');
    await page.goto(`${north}/admin`);
    await pageOfTeam(page, 'Administration');
    const links = page.getByRole('main').getByRole('navigation', { name: 'Administration' }).getByRole('link');
    for (const name of ['Invitations', 'Teams', 'Unsent mail', 'Users']) await links.filter({ hasText: name }).waitFor();
    await links.filter({ hasText: 'Users' }).click();
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
    await sam.getByText('This account is blocked. Ask who runs this server.').waitFor();

    await act('Sam Okafor', 'Unblock');
    await row('Sam Okafor').getByText('verified', { exact: true }).waitFor();
    await submitSignIn(sam, DEMO.member.email);
    await dashboardOf(sam, 'North');
    expect(asked.filter((url) => url.includes('member'))).toEqual([]);
  });

  it('do not block themselves, and the last one who runs the server goes on', async () => {
    await page.goto(`${north}/admin/users`);
    await page.getByRole('button', { name: 'Acts on Ada Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'End platform administrator' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Block' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'End platform administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End platform administrator' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server keeps at least one platform administrator.' }).waitFor();
    await row('Ada Lindqvist').getByText('platform administrator').waitFor();
  });
});

describe('teams', () => {
  it('are suspended but for the own one: its members are told at once, and again when it is reopened', async () => {
    const sam = await atDashboard(DEMO.member, 'south', 'South');
    await page.goto(`${north}/admin/teams`);
    await page.getByRole('button', { name: 'Acts on North' }).click();
    await page.getByText('You are in this team now. Suspend it from another one.').waitFor();
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

  it('are made for somebody, who is invited by a link, and get another title', async () => {
    await page.goto(`${north}/admin/teams`);
    await page.getByRole('button', { name: 'New team for somebody' }).click();
    const form = page.getByRole('dialog', { name: 'New team for somebody' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Radiology East');
    await form.getByRole('textbox', { name: 'E-mail of its administrator' }).fill('head@east.test');
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
