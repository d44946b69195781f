import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/logs.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { countOnDevice } from '#tests/e2e/support/device.ts';
import { changeAuditRecord } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { dashboardOf, pageOfTeam } from '#tests/e2e/support/page-steps.ts';

/** Noor works; an administrator reads what she did and what the server was asked: read from top to bottom. */
describe('recorded steps and calls', () => {
  let people: People;
  let server: TestServer;
  let north: string;
  let noor: Visitor;
  let page: Page;
  let headers: { authorization: string; team: string };

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    north = server.teamOrigin('north');
    headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
    [noor, { page }] = await Promise.all([people.newVisitor(), people.newVisitor()]);
    await Promise.all([signIn(noor.page, server, DEMO.annotator), signIn(page, server, DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  /** Pages that Noor came to, as the server has them, in their order. */
  async function stepsOfNoor(): Promise<string[]> {
    const answer = await server.request('/api/log/entries?type=route', { headers });
    const { data } = answer.json() as { data: LogEntry[] };
    return data
      .filter(({ user }) => user.name === 'Noor Haddad')
      .map(({ path }) => path)
      .toReversed();
  }
  const area = (name: string) => noor.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name });
  const rows = () => page.locator('[data-list] [role="row"]:is([data-session], [data-step], [data-record])');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  it('are reported by the page in fixed words and without queries [AUTH-22]', async () => {
    await noor.page.goto(`${north}/dashboard`);
    await dashboardOf(noor.page, 'North');
    await area('Upload history').click();
    await pageOfTeam(noor.page, 'Upload history');
    await noor.page.getByRole('searchbox').fill('Heron');
    await noor.page.waitForURL(/search=Heron/);
    await area('Studies').click();
    await pageOfTeam(noor.page, 'Studies');
    await expect.poll(stepsOfNoor).toEqual(['/dashboard', '/uploads', '/studies-v2']);
  });

  it('wait on the device while offline, and are sent once when the network is back', async () => {
    await expect.poll(() => countOnDevice(noor.page, 'steps')).toBe(0);
    await noor.context.setOffline(true);
    await area('Upload history').click();
    await pageOfTeam(noor.page, 'Upload history');
    await expect.poll(() => countOnDevice(noor.page, 'steps')).toBe(1);
    await noor.context.setOffline(false);
    await expect.poll(() => countOnDevice(noor.page, 'steps')).toBe(0);
    expect(await stepsOfNoor()).toEqual(['/dashboard', '/uploads', '/studies-v2', '/uploads']);
  });

  it('are shown as sessions, each of which opens its steps in order [ROUTE-050, ROUTE-062]', async () => {
    await page.goto(`${north}/dashboard`);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Log sessions' }).click();
    await pageOfTeam(page, 'Log sessions');
    await field('From').fill('20.11.2026');
    await field('From').press('Enter');
    await page.getByText('Use MM/DD/YYYY or MM/DD/YYYY HH:mm').waitFor();
    await field('From').fill('01/01/2999');
    await field('From').press('Enter');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Noor Haddad' }).click();
    await pageOfTeam(page, 'Noor Haddad');
    await expect.poll(() => rows().count()).toBe(4);
    const shown = await rows().evaluateAll((all) => all.map((row) => /\/[\w-]+/.exec(row.textContent)?.[0]));
    expect(shown).toEqual(['/dashboard', '/uploads', '/studies-v2', '/uploads']);
    await page.getByRole('time').first().hover();
    await page.getByRole('tooltip', { name: / UTC$/ }).waitFor();
  });

  it('are found in the audit trail by refusal, and saved as a table [ROUTE-060]', async () => {
    const token = await bearerOf(server, DEMO.annotator);
    const refused = await server.request('/api/team/users', { headers: { authorization: `Bearer ${token}`, team: 'north' } });
    expect(refused.status).toBe(403);
    await page.goto(`${north}/admin/audit`);
    await expect.poll(() => rows().count()).toBeGreaterThan(5);
    await page.getByRole('combobox', { name: 'Result' }).click();
    await page.getByRole('option', { name: 'not allowed' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    const row = rows().filter({ hasText: 'team members' });
    await row.getByText('Noor Haddad').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /CSV/ }).click()]);
    expect(download.suggestedFilename()).toMatch(/^audit_\d+\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining(',Noor Haddad,,read,teamMembers,,,not_allowed,')]);
  });

  it('are verified: complete, and after a change with the first record that does not match', async () => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('The audit trail is intact').waitFor();
    const seq = changeAuditRecord(server);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByRole('alert').getByText(`Record ${seq} is not valid`).waitFor();
  });
});
