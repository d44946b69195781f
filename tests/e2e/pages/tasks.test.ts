import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';

/** A scientist gives work to an annotator, each in a browser of their own: read from top to bottom. */
describe('tasks', () => {
  let people: People;
  let server: TestServer;
  let bearer: string;
  let annotatorName: string;
  let giver: Page;
  let annotator: Page;
  const studies: Record<string, string> = {};

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    bearer = await bearerOf(server, DEMO.annotator);
    annotatorName = ((await ask('/api/user')) as { name: string }).name;
    for (const name of ['Heron^Quiet', 'Tern^Small']) studies[name] = await registerStudy(name);
    [giver, annotator] = await Promise.all([enter(DEMO.scientist), enter(DEMO.annotator)]);
    await open(annotator, '/my-work');
    await annotator.getByText('No tasks for you').waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const ask = async (path: string, asked: { method?: string; body?: object } = {}) =>
    (await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
  async function registerStudy(patientName: string): Promise<string> {
    const session = randomUUID();
    await ask('/api/c-upload', { method: 'POST', body: { action: 'prepare', id: session, started: 1 } });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as { study: { patientName: string } };
    body.study.patientName = patientName;
    const made = await ask('/api/upload/studies?version=2', { method: 'POST', body: { ...body, session_id: session } });
    return (made as { study: { uuid: string } }).study.uuid;
  }
  async function enter(person: Person): Promise<Page> {
    const { page } = await people.newVisitor();
    await signIn(page, server, person);
    return page;
  }
  const open = (of: Page, path: string) => of.goto(`${server.teamOrigin('north')}${path}`);
  const row = (of: Page, name: string): Locator => of.getByRole('row').filter({ hasText: name });
  const tasksOf = (of: Page): Locator => of.getByRole('region', { name: 'Tasks' });
  const form = (of: Page, title: string): Locator => of.getByRole('dialog', { name: title });
  const choose = async (of: Page, name: string, action: string) => {
    await row(of, name).getByRole('button', { name: 'Actions for this task' }).click();
    await of.getByRole('menuitem', { name: action }).click();
  };
  const myWork = (of: Page): Locator =>
    of
      .getByRole('navigation', { name: 'Areas' })
      .first()
      .getByRole('link', { name: /^My work/ });
  const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv');

  async function assign(name: string, due: string, note: string): Promise<void> {
    await open(giver, `/studies-v2?study=${studies[name]}`);
    await tasksOf(giver).getByRole('button', { name: 'Assign' }).click();
    const dialog = form(giver, 'Assign 1 study');
    await dialog.getByRole('combobox', { name: 'Assign to' }).fill(annotatorName);
    await giver.getByRole('option', { name: annotatorName }).click();
    await dialog.getByLabel('Due date').fill(due);
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await giver.getByText('1 study assigned').waitFor();
  }

  it('are assigned from the study, and appear at once in the work of the assignee, who is notified [TASK-001, TASK-010, NAV-18, NAV-20]', async () => {
    await assign('Heron^Quiet', dayFromNow(-1), 'Peripheral zone');
    await row(annotator, 'Heron, Quiet').waitFor();
    await row(annotator, 'Heron, Quiet').getByText('Peripheral zone').waitFor();
    await row(annotator, 'Heron, Quiet').getByText('yesterday').waitFor();
    await annotator.getByText('1 overdue').waitFor();
    await annotator.getByText('1 open task', { exact: true }).waitFor({ state: 'attached' });
    await annotator.getByRole('button', { name: /^Notifications/ }).click();
    const notice = annotator.locator('[data-notification]').filter({ hasText: 'Assigned to you' });
    await notice.getByText(/: annotate 1 study, due /).waitFor();
    expect(await notice.textContent()).not.toContain('Heron');
    await annotator.keyboard.press('Escape');
  });

  it('the next case opens by its key in a new tab, and is started in the panel of its study [TASK-015, ROUTE-115]', async () => {
    await assign('Tern^Small', '', '');
    await row(annotator, 'Tern, Small').waitFor();
    await annotator.locator('#content').focus();
    const [tab] = await Promise.all([annotator.waitForEvent('popup'), annotator.keyboard.press('n')]);
    await tab.waitForURL(`**/annotator/case/${studies['Heron^Quiet']}?task_id=*`);
    await tab.close();
    await row(annotator, 'Heron, Quiet').getByRole('link', { name: 'Heron, Quiet', exact: true }).click();
    await annotator.waitForURL((url) => url.searchParams.get('study') === studies['Heron^Quiet']);
    await tasksOf(annotator).getByRole('button', { name: 'Start' }).click();
    await tasksOf(annotator).getByText('started', { exact: true }).waitFor();
    await tasksOf(giver).waitFor();
    await open(giver, '/my-work?list=given');
    await row(giver, 'Heron, Quiet').getByText('started', { exact: true }).waitFor();
  });

  it('are sent back with a reason, and wait for the person who assigned them [TASK-006, TASK-011]', async () => {
    await open(annotator, '/my-work');
    await choose(annotator, 'Heron, Quiet', 'Send back…');
    const dialog = form(annotator, 'Send task back');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The apex is missing');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await row(annotator, 'Heron, Quiet').waitFor({ state: 'detached' });
    await open(giver, '/my-work');
    await row(giver, 'Heron, Quiet').getByText('The apex is missing').waitFor();
    await row(giver, 'Heron, Quiet').getByText('sent back', { exact: true }).waitFor();
    await giver.getByRole('button', { name: /^Notifications/ }).click();
    await giver.locator('[data-notification]').filter({ hasText: 'Task sent back' }).waitFor();
    await giver.keyboard.press('Escape');
  });

  it('are handed over and finished, with the time that was spent, and the counts follow [TASK-007, TASK-012, TASK-016]', async () => {
    await choose(giver, 'Heron, Quiet', 'Hand over…');
    const over = form(giver, 'Hand task over');
    await over.getByRole('combobox', { name: 'Assign to' }).fill(annotatorName);
    await giver.getByRole('option', { name: annotatorName }).click();
    await over.getByRole('textbox', { name: 'Reason' }).fill('Use the DWI');
    await over.getByRole('button', { name: 'Hand over' }).click();
    await giver.getByText('No tasks for you').waitFor();
    await row(annotator, 'Heron, Quiet').getByText('Use the DWI').waitFor();
    await choose(annotator, 'Heron, Quiet', 'Finish…');
    await form(annotator, 'Finish task').getByRole('textbox', { name: 'Time spent, minutes' }).fill('42');
    await form(annotator, 'Finish task').getByRole('button', { name: 'Finish' }).click();
    await annotator.getByText(/^Done: 1 today, 42/).waitFor();
    await annotator.getByRole('button', { name: /^Done 1/ }).click();
    await annotator.getByRole('table', { name: 'Done' }).getByText('Heron, Quiet').waitFor();
    expect(await annotator.getByRole('table', { name: 'Tasks' }).getByText('Heron, Quiet').count()).toBe(0);
    expect(new URL(annotator.url()).search).toBe('?done=1');
    await annotator.getByText('1 open task', { exact: true }).waitFor({ state: 'attached' });
    await giver.getByRole('button', { name: /^Notifications/ }).click();
    await giver.locator('[data-notification]').filter({ hasText: 'Task done' }).waitFor();
    await giver.keyboard.press('Escape');
  });

  it('studies that are selected in the list are assigned to a role at once, and whoever starts one has it [TASK-003, TASK-005]', async () => {
    await open(giver, '/studies-v2');
    for (const name of ['Heron, Quiet', 'Tern, Small']) await giver.getByRole('checkbox', { name: `Select ${name}` }).click();
    await giver
      .getByRole('region', { name: /^2 of \d+ selected$/ })
      .getByRole('button', { name: 'Assign' })
      .click();
    const dialog = form(giver, 'Assign 2 studies');
    await dialog.getByRole('combobox', { name: 'Assign to' }).fill('Annotator');
    await giver.getByRole('option', { name: 'Annotator' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await giver.getByText('2 studies assigned').waitFor();
    await open(annotator, '/my-work?list=roles');
    await row(annotator, 'Tern, Small').waitFor();
    await choose(annotator, 'Heron, Quiet', 'Start');
    await row(annotator, 'Heron, Quiet').waitFor({ state: 'detached' });
    await annotator.getByRole('link', { name: /^Mine/ }).click();
    await row(annotator, 'Heron, Quiet').getByText('started', { exact: true }).waitFor();
  });

  it('lists and filters are in the address [TASK-014]', async () => {
    await open(annotator, '/my-work');
    await row(annotator, 'Tern, Small').waitFor();
    await annotator.getByRole('button', { name: 'Task', exact: true }).click();
    await annotator.getByRole('menuitem', { name: 'Review' }).click();
    await annotator.getByText('No task matches').waitFor();
    expect(new URL(annotator.url()).search).toBe('?kind=review');
    await annotator.reload();
    await annotator.getByRole('button', { name: 'Clear filters' }).click();
    await row(annotator, 'Tern, Small').waitFor();
    await annotator.getByRole('link', { name: /^Assigned by me/ }).click();
    await annotator.getByText('No tasks assigned by you').waitFor();
    expect(new URL(annotator.url()).search).toBe('?list=given');
  });

  it('offline the list is read from the device, moves of the own tasks are kept, and others need the server [TASK-017, REVIEW-11]', async () => {
    await open(annotator, '/my-work');
    await row(annotator, 'Heron, Quiet').waitFor();
    await annotator.context().setOffline(true);
    await annotator.getByText(/^list as of /).waitFor();
    await row(annotator, 'Tern, Small').getByRole('button', { name: 'Actions for this task' }).click();
    await annotator.getByText('The server cannot be reached').waitFor();
    expect(await annotator.getByRole('menuitem', { name: 'Hand over…' }).getAttribute('data-disabled')).not.toBeNull();
    await annotator.getByRole('menuitem', { name: 'Start' }).click();
    await row(annotator, 'Tern, Small').getByText('started', { exact: true }).waitFor();
    await row(annotator, 'Tern, Small').getByText('on this device', { exact: true }).waitFor();
    await annotator.context().setOffline(false);
    await row(annotator, 'Tern, Small').getByText('on this device', { exact: true }).waitFor({ state: 'detached' });
    await row(annotator, 'Tern, Small').getByText('started', { exact: true }).waitFor();
  });

  it('on a phone My work is in the bar at the bottom, with the next case above it [NAV-19, TASK-015]', async () => {
    await annotator.setViewportSize({ width: 390, height: 844 });
    await open(annotator, '/studies-v2');
    await myWork(annotator).click();
    const next = annotator.getByRole('link', { name: 'Next case: Tern, Small' });
    const [tab] = await Promise.all([annotator.waitForEvent('popup'), next.click()]);
    await tab.waitForURL(`**/annotator/case/${studies['Tern^Small']}?task_id=*`);
  });
});
