import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/logs.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { countOnDevice } from './at-a-device.ts';
import { changeAuditRecord } from './behind-the-page.ts';
import { openPeople, type People, type Visitor } from './people.ts';
import { dashboardOf, pageOfTeam } from './visit.ts';

/** Noor works; an administrator reads what she did and what the server was asked: read from top to bottom. */
describe('what people did', () => {
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

  it('is told the server by the page, words of ours and no query', async () => {
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

  it('waits on the device while the network is away, and is told once when it is back', async () => {
    await noor.context.setOffline(true);
    await area('Upload history').click();
    await pageOfTeam(noor.page, 'Upload history');
    await expect.poll(() => countOnDevice(noor.page, 'steps')).toBe(1);
    await noor.context.setOffline(false);
    await expect.poll(() => countOnDevice(noor.page, 'steps')).toBe(0);
    expect(await stepsOfNoor()).toEqual(['/dashboard', '/uploads', '/studies-v2', '/uploads']);
  });

  it('is read as sessions, each of which opens with its steps in their order', async () => {
    await page.goto(`${north}/dashboard`);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Log sessions' }).click();
    await pageOfTeam(page, 'Log sessions');
    await field('From').fill('20.11.2026');
    await field('From').press('Enter');
    await page.getByText('As MM/DD/YYYY or MM/DD/YYYY HH:mm').waitFor();
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

  it('is asked of the server in the trail: found by what was refused, and saved as a table', async () => {
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
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining(',Noor Haddad,read,teamMembers,,,not_allowed,')]);
  });

  it('is verified: whole, and after a change the first record that does not fit', async () => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('The audit trail is whole').waitFor();
    const seq = changeAuditRecord(server);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByRole('alert').getByText(`Record ${seq} does not fit`).waitFor();
  });
});
