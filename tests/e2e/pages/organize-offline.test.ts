import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';

/** Runs in the page: how many pages of structures it has read to the end. */
function readStructurePages(): number {
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const queries = answers.map(({ name }) => new URL(name)).filter(({ pathname }) => pathname === '/api/structures');
  return new Set(queries.map(({ search }) => search)).size;
}

/** An annotator on a train, the administrator and a colleague in their offices: read from top to bottom. */
describe('organizing a study without a network', () => {
  let people: People;
  let server: TestServer;
  let study: string;
  let annotator: Visitor;
  let scientist: Visitor;
  let page: Page;
  let admin: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    study = await registerStudy();
    annotator = await enter(DEMO.annotator, true);
    page = annotator.page;
    [admin, scientist] = await Promise.all([enter(DEMO.admin).then((visitor) => visitor.page), enter(DEMO.scientist)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  /** As a client sends it before its first byte. */
  async function registerStudy(): Promise<string> {
    const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' };
    const session = randomUUID();
    await server.request('/api/c-upload', { method: 'POST', headers, body: { action: 'prepare', id: session, started: 1 } });
    const body = { ...(firstAccepted(goldenOfCall('registerStudy'), 'body') as object), session_id: session };
    const made = await server.request('/api/upload/studies?version=2', { method: 'POST', headers, body });
    return ((await made.json()) as { study: { uuid: string } }).study.uuid;
  }
  async function enter(person: Person, serviceWorker = false): Promise<Visitor> {
    const visitor = await people.newVisitor({ serviceWorker });
    await signIn(visitor.page, server, person);
    await visitor.page.goto(`${server.teamOrigin('north')}/serie/organize/${study}`);
    await visitor.page.getByText('No segmentations', { exact: true }).waitFor();
    return visitor;
  }
  const button = (of: Page, name: string): Locator => of.getByRole('button', { name, exact: true });
  const segment = (of: Page, value: number | 'waiting'): Locator => of.locator(`[data-segment="${value}"]`);
  const role = (name: string): Locator => page.locator(`[data-role="${name}"]`);
  const waiting = (of: Page) => rowsOnDevice(of, 'outbox');
  async function rename(of: Page, title: string, name: string) {
    await button(of, `Actions for ${title}`).first().click();
    await of.getByRole('menuitem', { name: 'Rename' }).click();
    await of.getByRole('textbox', { name: 'Name' }).fill(name);
    await button(of, 'Save').click();
    await of.getByText(name, { exact: true }).waitFor();
  }

  it('a segmentation with three segments is made, waits on this device, and survives the page [ORG-007, ORG-014, PWA-24]', async () => {
    await waitForServiceWorker(page);
    await expect.poll(() => page.evaluate(readStructurePages)).toBe(Math.ceil(FIRST_STRUCTURES.length / LIMITS.structuresPerPage));
    await waitUntilKept(page, `/api/annotator/studies/${study}`);
    await annotator.context.setOffline(true);
    await page.getByText(/^study as of /).waitFor();
    await button(page, 'New segmentation').click();
    await page.getByText('The server cannot be reached. These are the structures that this device knows.').waitFor();
    await page.getByRole('textbox', { name: 'Find a structure' }).fill('liver');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Liver/ })
      .first()
      .click();
    for (const count of [1, 2, 3]) {
      await button(page, 'Segment').click();
      await expect.poll(() => segment(page, 'waiting').count()).toBe(count);
    }
    await rename(page, 'New part', 'Apex');
    await page.reload();
    await page.getByText('0 segments, 3 waiting').waitFor();
    expect(await segment(page, 'waiting').getByText('waiting for its number').count()).toBe(3);
    await segment(page, 'waiting').first().getByText('Apex').waitFor();
    expect(await page.getByText(/has been create/).count()).toBe(0);
    expect(await waiting(page)).toHaveLength(5);
    expect(await admin.getByText('No segmentations', { exact: true }).count()).toBe(1);
  });

  it('back online it gets its numbers, and another person sees it [SEG-002, SEG-009, SEG-011, SEG-017]', async () => {
    await annotator.context.setOffline(false);
    await page.getByText('Segmentation has been created', { exact: true }).waitFor();
    await expect.poll(() => waiting(page), { timeout: 15_000 }).toEqual([]);
    await segment(page, 1).getByText('Apex').waitFor();
    await segment(page, 3).getByText('Part 3').waitFor();
    expect(await page.locator('[data-waits]').count()).toBe(0);
    await role('Owner').getByTitle('annotator@demo.test').waitFor();
    await admin.locator('[data-segmentation="liver"]').getByText('3 segments · 1 member').waitFor();
    await segment(admin, 1).getByText('Apex').waitFor();
    expect(await admin.locator('[data-segment]').count()).toBe(3);
  });

  it('changes are marked while they wait; members and a deletion need the server [ORG-013, SEG-016, SEG-018, SEG-012, SEG-035]', async () => {
    await annotator.context.setOffline(true);
    await page.locator('button[data-away]', { hasText: 'Delete segmentation' }).waitFor();
    await page.getByText('The server cannot be reached. Adding and removing members needs it.').waitFor();
    expect(await button(page, 'Add a user to the role Editor').count()).toBe(0);
    await rename(page, 'Part 2', 'Middle');
    await segment(page, 2).getByText('waiting to be saved').waitFor();
    await button(page, 'Actions for Part 3').click();
    await page.getByRole('menuitem', { name: 'Delete segment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click();
    await segment(page, 3).getByText('waiting to be deleted').waitFor();
    await page.getByRole('switch', { name: 'Shared' }).click();
    await page.getByText(/^Not shared: only/).waitFor();
    await page.getByRole('switch', { name: 'Shared' }).click();
    await button(page, 'Actions for Middle').press('Alt+ArrowUp');
    await page.getByText('The order is waiting to be saved').waitFor();
    await segment(page, 1).getByText('Middle').waitFor();
    await annotator.context.setOffline(false);
    await segment(admin, 1).getByText('Middle').waitFor();
    await segment(admin, 3).waitFor({ state: 'detached' });
    await expect.poll(() => waiting(page)).toEqual([]);
    expect(await page.getByRole('switch', { name: 'Shared' }).isChecked()).toBe(true);
  });

  it('what is refused is undone with the reason [PWA-24, ERR-29, SEG-033]', async () => {
    await button(page, 'Add a user to the role Editor').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /scientist@demo\.test/ })
      .click();
    await page.keyboard.press('Escape');
    await segment(scientist.page, 1).waitFor();
    await scientist.context.setOffline(true);
    await scientist.page.locator('[data-segmentation="liver"]').waitFor();
    await scientist.page.getByText(/^study as of /).waitFor();
    await button(scientist.page, 'Segment').click();
    await segment(scientist.page, 'waiting').waitFor();
    await rename(scientist.page, 'New part', 'Border');

    await role('Editor').getByRole('button').first().click();
    await role('Editor').getByText('Nobody').waitFor();
    await scientist.context.setOffline(false);
    const why =
      'A new segment was not created, and its changes are undone. This was deleted in the meantime, or is no longer shared with you.';
    await scientist.page.getByRole('alert').getByText(why).waitFor();
    await scientist.page.getByText('No segmentations', { exact: true }).waitFor();
    await expect.poll(() => waiting(scientist.page)).toEqual([]);
    expect(await page.locator('[data-segment]').count()).toBe(2);
  });
});
