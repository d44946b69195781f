import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedRole } from '#contract/roles.ts';
import { ROLE } from '#contract/permissions.ts';
import { bearerOf, DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { expectFocus, pageOfTeam } from '#tests/e2e/support/page-steps.ts';

let server: TestServer;
let people: People;
let north: string;
let visitor: Visitor;
let page: Page;
let headers: { authorization: string; team: string };

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  north = server.teamOrigin('north');
  headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
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

/** As another administrator sees them. */
async function rolesNow(): Promise<ListedRole[]> {
  const answer = await server.request('/api/roles', { headers });
  return (answer.json() as { data: ListedRole[] }).data;
}
const roleNow = async (name: string) => (await rolesNow()).find((role) => role.name === name);

/** Another administrator, in another browser. */
async function rename(role: ListedRole, name: string): Promise<void> {
  const { permissions, invitable, version } = role;
  const body = { name, permissions, invitable, version };
  expect((await server.request(`/api/roles/${role.id}`, { method: 'PUT', headers, body })).status).toBe(200);
}

const areas = (of: Page = page) => of.getByRole('navigation', { name: 'Areas' });
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const panel = (name: string) => page.getByRole('dialog', { name });

describe('the roles', () => {
  it('are listed with their holders, created, changed, and deleted when nobody has them [ROUTE-053]', async () => {
    await page.goto(`${north}/dashboard`);
    await areas().getByRole('link', { name: 'Roles' }).click();
    await pageOfTeam(page, 'Roles');
    const annotators = await roleNow('Annotator');
    await rowOf('Annotator')
      .getByRole('cell', { name: String(annotators?.people), exact: true })
      .waitFor();

    await page.getByRole('button', { name: 'New role' }).click();
    const made = panel('New role');
    await made.getByRole('textbox', { name: 'Name' }).fill('annotator');
    await made.getByRole('group', { name: 'Studies and uploads' }).getByRole('checkbox', { name: 'Studies', exact: true }).check();
    await made.getByRole('button', { name: 'Create role' }).click();
    await made.getByText('Another role has this name.').waitFor();
    await made.getByRole('textbox', { name: 'Name' }).fill('Study nurse');
    await page.keyboard.press('Enter');
    await made.waitFor({ state: 'hidden' });
    await rowOf('Study nurse').waitFor();
    expect(await roleNow('Study nurse')).toMatchObject({ permissions: ['r:dashboard', 'r:studies'], invitable: true });

    await page.getByRole('button', { name: 'Study nurse' }).click();
    const nurse = panel('Study nurse');
    await nurse.getByRole('textbox', { name: 'Name' }).fill('Research nurse');
    await nurse.getByRole('checkbox', { name: 'Projects' }).check();
    await nurse.getByRole('button', { name: 'Save' }).click();
    await nurse.waitFor({ state: 'hidden' });
    expect(await roleNow('Research nurse')).toMatchObject({ permissions: ['r:dashboard', 'r:studies', 'r:projects'], version: 2 });

    await page.getByRole('button', { name: 'Research nurse' }).click();
    await panel('Research nurse').getByRole('button', { name: 'Delete role' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Research nurse?' });
    await expectFocus(question.getByRole('button', { name: 'Keep' }));
    await question.getByRole('button', { name: 'Delete role' }).click();
    await rowOf('Research nurse').waitFor({ state: 'hidden' });
    await expect.poll(() => roleNow('Research nurse')).toBeUndefined();
  });

  it('of the server that are built in cannot be deleted, and keep permissions that nobody could restore', async () => {
    await page.goto(`${north}/admin/roles`);
    await page.getByRole('button', { name: 'Platform administrator' }).click();
    const role = panel('Platform administrator');
    await role.getByText('This role is built in and cannot be deleted.').waitFor();
    for (const name of ['Run the server', 'Roles', 'Permissions']) {
      const field = role.getByRole('checkbox', { name, exact: true });
      expect([await field.isChecked(), await field.isDisabled()]).toEqual([true, true]);
    }
  });

  it('that someone else changed meanwhile are not overwritten: the input is kept, with a message', async () => {
    const reviewer = (await roleNow('Reviewer'))!;
    await page.goto(`${north}/admin/roles`);
    await page.getByRole('button', { name: 'Reviewer' }).click();
    const form = panel('Reviewer');
    await form.getByRole('textbox', { name: 'Name' }).fill('Second reader');
    await rename(reviewer, 'Reader');
    await form.getByText('This role was changed in the meantime').waitFor();
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Show the current version' }).click();
    await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Reader');
    await form.getByRole('textbox', { name: 'Name' }).fill('Reviewer');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    expect((await roleNow('Reviewer'))?.id).toBe(ROLE.reviewer);
  });
});

describe('the roles of a team', () => {
  const lookAfterRoles = (held: boolean) =>
    server.request(`/api/roles/${ROLE.dataScientist}/permissions`, { method: 'PUT', headers, body: { permission: 'r:roles', held } });

  it('are created with the permission in the team, where server roles are visible and cannot be changed', async () => {
    expect((await lookAfterRoles(true)).status).toBe(200);
    const own = (await people.newVisitor()).page;
    await enterByCookie(own, server, DEMO.scientist);
    await own.goto(`${north}/admin/roles`);
    await own.getByRole('button', { name: 'Data scientist' }).click();
    const ofServer = own.getByRole('dialog', { name: 'Data scientist' });
    await ofServer.getByText('It applies to every team, so only platform administrators can change it').waitFor();
    expect(await ofServer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await ofServer.getByRole('checkbox', { name: 'Reviews' }).isDisabled()).toBe(true);
    await own.keyboard.press('Escape');
    await ofServer.waitFor({ state: 'hidden' });

    await own.getByRole('button', { name: 'New role' }).click();
    const made = own.getByRole('dialog', { name: 'New role' });
    expect(await made.getByRole('radiogroup', { name: 'Scope' }).count()).toBe(0);
    await made.getByRole('textbox', { name: 'Name' }).fill('Study nurse of north');
    await made.getByRole('button', { name: 'Create role' }).click();
    await made.waitFor({ state: 'hidden' });
    await own.getByRole('row').filter({ hasText: 'Study nurse of north' }).getByRole('cell', { name: 'in this team' }).waitFor();
    const role = await roleNow('Study nurse of north');
    expect(role?.team_id).toEqual(expect.any(Number));

    // Who runs the server chooses, and may change both.
    await page.goto(`${north}/admin/roles`);
    await page.getByRole('button', { name: 'New role' }).click();
    await panel('New role').getByRole('radio', { name: 'in every team' }).check();
    await panel('New role').getByRole('textbox', { name: 'Name' }).fill('Everywhere');
    await panel('New role').getByRole('button', { name: 'Create role' }).click();
    await panel('New role').waitFor({ state: 'hidden' });
    expect((await roleNow('Everywhere'))?.team_id).toBeNull();
    for (const name of ['Everywhere', 'Study nurse of north'])
      await server.request(`/api/roles/${(await roleNow(name))!.id}`, { method: 'DELETE', headers });
    await lookAfterRoles(false);
  });
});

describe('the permissions', () => {
  it('are granted and removed by a click or by keyboard only, and pages of others change immediately [PERM-07, ROUTE-052, SIDE-41]', async () => {
    const other = (await people.newVisitor()).page;
    await enterByCookie(other, server, DEMO.annotator);
    await other.goto(`${north}/uploads`);
    await areas(other).getByRole('link', { name: 'Upload history' }).waitFor();

    await page.goto(`${north}/admin/permissions`);
    const cell = (permission: string) => page.getByRole('checkbox', { name: `Annotator: ${permission}`, exact: true });
    const first = page.getByRole('checkbox', { name: 'Member: Dashboard', exact: true });
    await first.focus();
    // Everybody keeps the dashboard.
    await page.keyboard.press('Space');
    expect(await first.isChecked()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expectFocus(cell('Upload history'));
    await page.keyboard.press('Space');
    await expect.poll(async () => (await roleNow('Annotator'))?.permissions.includes('r:upload-history')).toBe(false);

    await other.waitForURL(`${north}/dashboard`);
    await other.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
    await areas(other).getByRole('link', { name: 'Upload history' }).waitFor({ state: 'hidden' });
    await expect.poll(() => cell('Upload history').isChecked()).toBe(false);
    await page.keyboard.press('Space');
    await areas(other).getByRole('link', { name: 'Upload history' }).waitFor();
    await expect.poll(() => cell('Upload history').isChecked()).toBe(true);
  });

  it('cannot be changed while the server is unreachable, with a message', async () => {
    await page.goto(`${north}/admin/permissions`);
    const cell = page.getByRole('checkbox', { name: 'Member: Projects', exact: true });
    await cell.waitFor();
    await visitor.context.setOffline(true);
    await page.getByText(/^list as of /).waitFor();
    await cell.focus();
    await page.getByRole('tooltip').filter({ hasText: 'The server cannot be reached' }).waitFor();
    await page.keyboard.press('Space');
    expect(await cell.isChecked()).toBe(false);
  });
});
