import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import type { AnyJson } from '#server/test-server.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { writeProject } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';

const STUDIES = 18;
const nameOf = (number: number): string => `Heron, No${String(number).padStart(2, '0')}`;

/** Two people put the studies of a list in order: read from top to bottom. */
describe('the studies list', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let colleague: Page;
  let bearer: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    bearer = await bearerOf(server, DEMO.annotator);
    for (let number = 1; number <= STUDIES; number += 1) await registerStudy(number);
    writeProject(server, 'north', 'PI-RADS 26', 'created');
    [page, colleague] = await Promise.all([enter(DEMO.annotator), enter(DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function enter(person: Person): Promise<Page> {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, person);
    await own.goto(`${server.teamOrigin('north')}/studies-v2`);
    await row(own, nameOf(STUDIES)).waitFor();
    return own;
  }
  async function ask(path: string, body?: object, token = bearer): Promise<AnyJson> {
    const asked = body === undefined ? {} : { method: 'POST', body };
    return (await server.request(path, { ...asked, headers: { authorization: `Bearer ${token}`, team: 'north' } })).json();
  }
  /** A third of them are CT. */
  async function registerStudy(number: number): Promise<void> {
    const session = randomUUID();
    await ask('/api/c-upload', { action: 'prepare', id: session, started: 1 });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as {
      study: { patientName: string; modality: string };
    };
    body.study.patientName = `Heron^No${String(number).padStart(2, '0')}`;
    body.study.modality = number % 3 === 0 ? 'CT' : 'MR';
    await ask('/api/upload/studies?version=2', { ...body, session_id: session });
  }
  const row = (of: Page, name: string): Locator => of.getByRole('row').filter({ hasText: name });
  const rows = (of: Page): Locator => of.locator('[role="row"][data-study]');
  const names = async (of: Page): Promise<string[]> => rows(of).getByRole('rowheader').allInnerTexts();
  const button = (of: Page, name: string | RegExp): Locator => of.getByRole('button', { name, exact: true });
  const shown = (of: Page): Locator => of.getByRole('navigation', { name: 'Pages' }).locator('span').first();
  async function filter(of: Page, field: string, value: string): Promise<void> {
    await button(of, 'Filter').click();
    await button(of, field).click();
    await of.getByRole('option', { name: value }).click();
    await button(of, `Remove the filter ${field} ${value}`).waitFor();
  }

  it('is ordered by its columns, and the address keeps the order [LIST-029]', async () => {
    await button(page, 'Patient').click();
    await expect.poll(async () => (await names(page))[0]).toContain(nameOf(1));
    await button(page, 'Patient').click();
    await expect.poll(async () => (await names(page))[0]).toContain(nameOf(STUDIES));
    expect(new URL(page.url()).searchParams.get('order')).toBe('-name');
    expect(await page.getByRole('columnheader', { name: 'Patient' }).getAttribute('aria-sort')).toBe('descending');
    await button(page, 'Created').click();
    await page.waitForURL((url) => !url.searchParams.has('order'));
  });

  it('is filtered by several things at once, and each filter is removed by itself [LIST-024, LIST-028, LIST-055]', async () => {
    await filter(page, 'Modality', 'CT');
    await expect.poll(() => shown(page).innerText()).toBe('1–6 of 6');
    await filter(page, 'Status', 'Converted');
    await page.getByText('No study matches').waitFor();
    await page.getByText('Modality CT · Status Converted').waitFor();
    await button(page, 'Without the status Converted 6 match').click();
    await expect.poll(() => rows(page).count()).toBe(6);
    await filter(page, 'Status', 'Converted');
    await button(page, 'Remove the filter Status Converted').click();
    await expect.poll(() => rows(page).count()).toBe(6);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(6);
    await button(page, 'Clear filters').click();
    await expect.poll(() => shown(page).innerText()).toBe(`1–15 of ${STUDIES}`);
  });

  it('selects over pages by mouse and keys, and puts the selection into a new folder [LIST-018, LIST-037, PCALL-37, PCALL-80]', async () => {
    await page.getByRole('checkbox', { name: `Select ${nameOf(18)}` }).click();
    await page.getByRole('checkbox', { name: `Select ${nameOf(12)}` }).click({ modifiers: ['Shift'] });
    await button(page, 'Next page').click();
    await row(page, nameOf(1)).waitFor();
    await row(page, nameOf(3)).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText(`10 of ${STUDIES} selected`).first().waitFor();
    await page.getByText('3 on this page, 7 elsewhere').waitFor();
    await button(page, 'Folder').click();
    await page.getByRole('combobox', { name: 'Find or create a folder' }).fill('Reading round 1');
    await page.getByRole('option', { name: 'Create “Reading round 1”' }).click();
    await page.getByText('10 studies changed').waitFor();
  });

  it('shows a folder to everybody, with its name above the list, and leads out of it to page 1 [LIST-001, LIST-002, LIST-005, LIST-006]', async () => {
    await filter(colleague, 'Folder', 'Reading round 1');
    await expect.poll(() => rows(colleague).count()).toBe(10);
    await colleague.getByRole('heading', { level: 1, name: 'Reading round 1' }).waitFor();
    await colleague.getByRole('link', { name: 'Leave the folder' }).click();
    await expect.poll(() => shown(colleague).innerText()).toBe(`1–15 of ${STUDIES}`);
    expect(new URL(colleague.url()).search).toBe('');
  });

  it('changes the project of a selection in one call, and a second time changes nothing', async () => {
    await button(page, 'Project').click();
    await page.getByRole('option', { name: 'PI-RADS 26', exact: true }).click();
    await page.getByText('10 studies changed').last().waitFor();
    await button(page, 'Project').click();
    await page.getByRole('option', { name: 'PI-RADS 26', exact: true }).click();
    await page.getByText('0 studies changed').waitFor();
    await filter(colleague, 'Project', 'PI-RADS 26');
    await expect.poll(() => rows(colleague).count()).toBe(10);
  });

  it('puts a selection into a dataset in one call, for those who may see datasets [OQ-19, PCALL-52]', async () => {
    expect(await button(page, 'Dataset').count()).toBe(0);
    await button(page, 'Clear the selection').click();
    const administrator = await bearerOf(server, DEMO.admin);
    const structure = (await ask('/api/structures?search=Prostate')).data[0] as { id: number };
    const body = { uuid: randomUUID(), name: 'Prostate v1', structure_id: structure.id };
    const dataset = (await ask('/api/dataset', body, administrator)) as { id: number };
    await colleague.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(colleague, 'Dataset').click();
    await colleague.getByRole('option', { name: 'Prostate v1' }).click();
    await colleague.getByText('The studies are in Prostate v1').waitFor();
    expect(await ask(`/api/dataset/${dataset.id}`, undefined, administrator)).toMatchObject({ studies: 10 });
    await button(colleague, 'Clear the selection').click();
    await filter(colleague, 'Dataset', 'Prostate v1');
    await expect.poll(() => rows(colleague).count()).toBe(10);
    await button(colleague, 'Remove the filter Dataset Prostate v1').click();
  });

  it('keeps a selection on this device with one message, which needs the network [LIST-050]', async () => {
    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await page.getByRole('checkbox', { name: `Select ${nameOf(18)}` }).click();
    await page.getByRole('checkbox', { name: `Select ${nameOf(16)}` }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: `3 of ${STUDIES} selected` });
    await page.context().setOffline(true);
    await expect.poll(() => bar.getByRole('button', { name: 'Keep on this device' }).getAttribute('aria-disabled')).toBe('true');
    await page.context().setOffline(false);
    await expect.poll(() => bar.getByRole('button', { name: 'Keep on this device' }).getAttribute('aria-disabled')).toBe('false');
    await bar.getByRole('button', { name: 'Keep on this device' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('3 studies are kept on this device and downloaded now').waitFor();
    const kept = rows(page).getByRole('button', { pressed: true });
    await expect.poll(() => kept.count()).toBe(3);
  });

  it('exports the originals of a selection one after the other, and says how many could start [LIST-051]', async () => {
    const asked: string[] = [];
    const isPrepare = (url: URL) => url.pathname === '/api/studies-v2/downloads';
    await page.context().route(isPrepare, async (route) => {
      asked.push((route.request().postDataJSON() as { study: string }).study);
      if (asked.length === 2) return route.continue();
      await route.fulfill({ json: { url: '/site' } });
    });
    const uuids = await Promise.all([18, 17, 16].map((number) => row(page, nameOf(number)).getAttribute('data-study')));
    await button(page, 'Export originals').click();
    await page.getByRole('dialog').getByText('3 ZIP files').waitFor();
    const started: string[] = [];
    page.on('download', (download) => started.push(download.url()));
    await page.getByRole('dialog').getByRole('button', { name: 'Export originals' }).click();
    // Nothing of these studies is on the server.
    await page.getByText('2 of 3 downloads started. The download could not start. Some files are not on the server yet.').waitFor();
    expect(asked.toSorted()).toEqual(uuids.toSorted());
    await expect.poll(() => started.length).toBe(2);
    await page.context().unroute(isPrepare);
    await button(page, 'Clear the selection').click();
  });

  it('organizes a study from its row [LIST-052]', async () => {
    const uuid = await row(page, nameOf(18)).getAttribute('data-study');
    await page.getByRole('link', { name: `Organize: ${nameOf(18)}` }).click();
    await page.waitForURL((url) => url.pathname === `/serie/organize/${uuid}`);
    await page.goBack();
    await row(page, nameOf(18)).waitFor();
  });

  it('a view is saved for the team, opened by another member, and says when it was changed [LIST-038, PCALL-81]', async () => {
    await filter(colleague, 'Modality', 'MR');
    await button(colleague, /^View:/).click();
    await colleague.getByRole('menuitem', { name: 'Save view as…' }).click();
    await colleague.getByRole('textbox', { name: 'Name' }).fill('Project MR');
    await colleague.getByRole('checkbox', { name: 'For the whole team' }).check();
    await button(colleague, 'Save view').click();
    await button(colleague, 'View: Project MR').waitFor();

    await button(page, /^View:/).click();
    await page.getByRole('menuitem', { name: 'Project MR team' }).click();
    await button(page, 'Remove the filter Project PI-RADS 26').waitFor();
    await button(page, 'Remove the filter Modality MR').click();
    await page.getByText('View changed').waitFor();
    await button(page, /^View:/).click();
    // A member cannot change the view of the team, but can save another.
    await page.getByRole('menuitem', { name: 'Save view as…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Save changes' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'All studies' }).click();
    await expect.poll(() => shown(page).innerText()).toBe(`1–15 of ${STUDIES}`);
  });

  it('shows the columns that this person chose, in their order and as wide as they were made, also after a reload [LIST-036, LIST-053]', async () => {
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Folder' }).check();
    await page.getByRole('checkbox', { name: 'Body part' }).uncheck();
    await page.locator('[data-column="folder"]').dragTo(page.locator('[data-column="labels"]'));
    await button(page, 'Move Labels up').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Move Labels down').focus();
    await page.keyboard.press('Enter');
    expect(await button(page, 'Move Labels down').evaluate((moved) => moved === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    const isFirst = async () => (await page.getByRole('columnheader').nth(4).innerText()) === 'Folder';
    expect(await isFirst()).toBe(true);
    const width = page.getByRole('slider', { name: 'Width of Folder' });
    const head = page.getByRole('columnheader', { name: /^Folder/ });
    const before = (await head.boundingBox())!.width;
    await width.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Math.round((await head.boundingBox())!.width - before)).toBe(32);
    await page.reload();
    await row(page, nameOf(STUDIES)).getByText('Reading round 1').waitFor();
    expect(Math.round((await head.boundingBox())!.width - before)).toBe(32);
    expect(await isFirst()).toBe(true);
    expect(await page.getByRole('columnheader', { name: /^Body part/ }).count()).toBe(0);
    // Another person of the same team has the usual columns.
    expect(await colleague.getByRole('columnheader', { name: /^Body part/ }).count()).toBe(1);
  });

  it('a folder is renamed by any member and deleted by its creator, and its studies stay', async () => {
    await filter(page, 'Folder', 'Reading round 1');
    await button(page, 'Folder actions').click();
    await page.getByRole('menuitem', { name: 'Rename folder…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Round one');
    await button(page, 'Save folder').click();
    await page.getByRole('heading', { level: 1, name: 'Round one' }).waitFor();
    await button(page, 'Folder actions').click();
    await page.getByRole('menuitem', { name: 'Delete folder…' }).click();
    await button(page, 'Delete folder').click();
    await page.getByRole('heading', { level: 1, name: 'Studies' }).waitFor();
    await expect.poll(() => shown(page).innerText()).toBe(`1–15 of ${STUDIES}`);
  });
});
