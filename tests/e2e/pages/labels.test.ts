import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Label } from '#contract/labels.ts';
import type { ProjectOption } from '#contract/projects.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { startProject, writeProject } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';

const SAVED = 'Projects for this study have been updated';
const LOCKED = 'This project cannot be removed because it has already been started';

/** An annotator and a member sort the same two studies, one of them on a train: read from top to bottom. */
describe('labels and projects of studies', () => {
  let people: People;
  let server: TestServer;
  let bearer: string;
  let heron: string;
  let visitor: Visitor;
  let page: Page;
  let colleague: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    bearer = await bearerOf(server, DEMO.annotator);
    heron = await registerStudy('Heron^Quiet');
    await registerStudy('Tern^Small');
    writeProject(server, 'north', 'PI-RADS 26', 'created');
    writeProject(server, 'north', 'Follow-up', 'created');
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    const other = await people.newVisitor();
    colleague = other.page;
    await Promise.all([signIn(page, server, DEMO.annotator), signIn(colleague, server, DEMO.member)]);
    await Promise.all([openList(page), openList(colleague)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const ask = async (path: string, asked: { method?: string; body?: object } = {}) =>
    (await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
  /** As a client brings it before its first byte: what it is sorted by is not in its files. */
  async function registerStudy(patientName: string): Promise<string> {
    const session = randomUUID();
    await ask('/api/c-upload', { method: 'POST', body: { action: 'prepare', id: session, started: 1 } });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as { study: { patientName: string } };
    body.study.patientName = patientName;
    const made = await ask('/api/upload/studies?version=2', { method: 'POST', body: { ...body, session_id: session } });
    return (made as { study: { uuid: string } }).study.uuid;
  }
  async function openList(of: Page): Promise<void> {
    await of.goto(`${server.teamOrigin('north')}/studies-v2`);
    await row(of, 'Tern, Small').waitFor();
  }
  const row = (of: Page, name: string): Locator => of.getByRole('row').filter({ hasText: name });
  const label = (within: Locator, name: string): Locator => within.locator(`[data-label="${name}"]`);
  const menu = (of: Page, study: string): Locator => row(of, study).getByRole('button', { name: `Labels of ${study}` });
  const panel = (of: Page, study: string): Locator => of.getByRole('dialog', { name: study });
  const projects = (): Locator => panel(page, 'Heron, Quiet').getByRole('combobox', { name: 'Projects' });
  const chosen = (name: string): Locator => panel(page, 'Heron, Quiet').locator(`[data-project="${name}"]`);
  const labelsOnServer = async (uuid: string) =>
    ((await ask(`/api/label/study/${uuid}`)) as { data: Label[] }).data.map(({ name }) => name);
  const projectsOnServer = async () =>
    ((await ask(`/api/project/study/list?uuid=${heron}`)) as { data: { data: ProjectOption[] } }).data.data
      .filter(({ inCategory }) => inCategory)
      .map(({ name }) => name);
  const waiting = () => rowsOnDevice(page, 'outbox');

  it('a label is created and assigned by keyboard only, and everyone sees it [LABEL-02, LABEL-05, LABEL-09]', async () => {
    await menu(page, 'Heron, Quiet').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Second reader');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Rose' }).click();
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('option', { name: 'Second reader', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu(page, 'Heron, Quiet').evaluate((button) => button === document.activeElement)).toBe(true);
    await label(row(page, 'Heron, Quiet'), 'Second reader').waitFor();
    await label(row(colleague, 'Heron, Quiet'), 'Second reader').waitFor();
    expect(await label(row(page, 'Tern, Small'), 'Second reader').count()).toBe(0);
  });

  it('two users change it simultaneously, one its name and one its colour: both changes appear on both screens [LABEL-03]', async () => {
    const [{ id } = { id: 0 }] = ((await ask('/api/label')) as { data: Label[] }).data;
    await menu(colleague, 'Heron, Quiet').click();
    await colleague.getByRole('button', { name: 'Edit labels' }).click();
    await colleague.getByRole('button', { name: 'Second reader' }).click();
    await ask(`/api/label?id=${id}`, { method: 'PUT', body: { color: '#4F9D69' } });
    await colleague.getByRole('textbox', { name: 'Name' }).fill('Third reader');
    await colleague.getByRole('button', { name: 'Save label' }).click();
    await colleague.getByRole('button', { name: 'Back to the list' }).press('Escape');
    await Promise.all([page, colleague].map((each) => label(row(each, 'Heron, Quiet'), 'Third reader').waitFor()));
    expect(((await ask('/api/label')) as { data: Label[] }).data).toMatchObject([{ name: 'Third reader', color: '#4F9D69' }]);
  });

  it('a study is added to projects and removed, with a message; without the permission it is not offered [PERM-19, PROJ-02, PROJ-04, PROJ-12, PROJ-16, TOAST-02]', async () => {
    await row(page, 'Heron, Quiet').getByText('Heron, Quiet').click();
    await projects().click();
    await page.getByRole('option', { name: 'PI-RADS 26' }).click();
    await page.getByText(SAVED).waitFor();
    await expect.poll(projectsOnServer).toEqual(['PI-RADS 26']);
    await projects().fill('Zebra');
    await page.getByText('No elements found.').waitFor();
    await projects().press('Escape');
    await chosen('PI-RADS 26').getByRole('button', { name: 'Remove PI-RADS 26' }).click();
    await expect.poll(projectsOnServer).toEqual([]);
    await row(colleague, 'Heron, Quiet').getByText('Heron, Quiet').click();
    await panel(colleague, 'Heron, Quiet').getByRole('button', { name: 'Labels of Heron, Quiet' }).waitFor();
    expect(await colleague.getByRole('combobox', { name: 'Projects' }).count()).toBe(0);
  });

  it('labels and projects are chosen offline, wait on this device, and survive the page [LABEL-06]', async () => {
    await waitForServiceWorker(page);
    // Until then it is the list of the last visit, in which the study may still be in the project.
    const listed = page.waitForResponse((answer) => answer.url().endsWith(`/api/project/study/list?uuid=${heron}`));
    await page.reload();
    await listed;
    await chosen('PI-RADS 26').waitFor({ state: 'detached' });
    await projects().waitFor();
    await label(panel(page, 'Heron, Quiet'), 'Third reader').waitFor();
    await waitUntilKept(page, '/api/project/study/list');
    await waitUntilKept(page, '/api/label');
    await visitor.context.setOffline(true);
    await page
      .getByText(/^list as of /)
      .first()
      .waitFor();
    await projects().click();
    await page.getByRole('option', { name: 'PI-RADS 26' }).click();
    await page.getByRole('option', { name: 'Follow-up' }).click();
    await projects().press('Escape');
    await panel(page, 'Heron, Quiet').getByRole('button', { name: 'Labels of Heron, Quiet' }).click();
    await page.getByText(/^You need the network to create or change labels/).waitFor();
    await page.getByRole('option', { name: 'Third reader' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(waiting).toHaveLength(3);
    await page.reload();
    await label(panel(page, 'Heron, Quiet'), 'Third reader').and(page.locator('[data-state="going"]')).waitFor();
    await chosen('PI-RADS 26').getByText('Waits for the network').waitFor({ state: 'attached' });
    expect([await labelsOnServer(heron), await projectsOnServer()]).toEqual([['Third reader'], []]);
  });

  it('back online they are sent in order; a refused one is reported and undone [PWA-24, PROJ-17, ERR-29]', async () => {
    startProject(server, 'PI-RADS 26');
    await visitor.context.setOffline(false);
    await page.getByRole('alert').getByText('No studies can be added to this project because it has already been started').waitFor();
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    await expect.poll(projectsOnServer).toEqual(['Follow-up']);
    await expect.poll(() => labelsOnServer(heron)).toEqual([]);
    await chosen('PI-RADS 26').waitFor({ state: 'detached' });
    await chosen('Follow-up').waitFor();
    await label(row(colleague, 'Heron, Quiet'), 'Third reader').waitFor({ state: 'detached' });
  });

  it('a started project keeps its study and gives the reason [PROJ-08, PROJ-09]', async () => {
    startProject(server, 'Follow-up');
    await page.reload();
    await chosen('Follow-up').getByText(LOCKED).waitFor({ state: 'attached' });
    expect(await chosen('Follow-up').getByRole('button').count()).toBe(0);
    await projects().focus();
    await page.keyboard.press('Backspace');
    await chosen('Follow-up').waitFor();
    expect(await waiting()).toEqual([]);
  });

  it('the list shows the studies with one label, and all again [LIST-003, LIST-017]', async () => {
    await panel(page, 'Heron, Quiet').getByRole('button', { name: 'Close', exact: true }).click();
    await menu(page, 'Tern, Small').click();
    await page.getByRole('option', { name: 'Third reader' }).click();
    await page.keyboard.press('Escape');
    await label(row(page, 'Tern, Small'), 'Third reader').waitFor();
    await expect.poll(waiting).toEqual([]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('option', { name: 'Third reader' }).click();
    await row(page, 'Heron, Quiet').waitFor({ state: 'detached' });
    await row(page, 'Tern, Small').waitFor();
    expect(new URL(page.url()).searchParams.get('filter_id')).toMatch(/^\d+$/);
    await page.getByRole('button', { name: 'Remove the filter Label Third reader' }).click();
    await row(page, 'Heron, Quiet').waitFor();
  });
});
