import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isTasks = (url: URL): boolean => url.pathname === '/api/tasks';
const open = async ({ page, world }: At, path = '/my-work') => page.goto(`${(await world.demo()).teamOrigin('north')}${path}`);
const choose = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions for this task' }).first().click();
  await page.getByRole('menuitem', { name: action }).click();
};
const closeDialog = async ({ page }: At) => {
  // The open list of members may cover the button.
  await page.getByRole('dialog').getByRole('textbox').last().focus();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Tasks of the annotator, of each kind, urgent and not. */
async function assignSome({ world }: At): Promise<void> {
  const server = await world.demo();
  const [giver, taker] = await Promise.all([bearerOf(server, DEMO.scientist), bearerOf(server, DEMO.annotator)]);
  const ask = async (token: string, path: string, asked: { method?: string; body?: object } = {}) =>
    (await server.request(path, { ...asked, headers: { authorization: `Bearer ${token}`, team: 'north' } })).json();
  const { id } = (await ask(taker, '/api/user')) as { id: number };
  const listed = async () => ((await ask(giver, '/api/studies-v2')) as { data: { uuid: string }[] }).data;
  // The demo sends its studies while the server is already answering.
  let data = await listed();
  for (; data.length < 3; data = await listed()) await setTimeout(200);
  const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const asked = [
    { kind: 'annotate', due: dayFromNow(-3), note: 'Peripheral zone' },
    { kind: 'review', due: dayFromNow(30), note: '' },
    { kind: 'answer', due: null, note: 'Is the apex still peripheral zone?' },
  ];
  for (const [index, task] of asked.entries()) {
    const body = { assignment: randomUUID(), studies: [data[index % data.length]!.uuid], to: { person: id }, ...task };
    await ask(giver, '/api/tasks', { method: 'POST', body });
  }
}

/** What waits for a person: the list, its forms, and the tasks of a study. */
export const TASKS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'my-work',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No tasks for you').waitFor();
      },
    },
    {
      page: 'my-work',
      state: 'loading',
      async reach(at) {
        await assignSome(at);
        await at.context.route(isTasks, () => undefined);
        await open(at, '/my-work?list=roles');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'my-work',
      state: 'failing',
      async reach(at) {
        await at.context.route(isTasks, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, '/my-work?list=given');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'my-work',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByText('1 overdue').waitFor();
        await at.page.getByText('Is the apex still peripheral zone?').waitFor();
      },
    },
    {
      page: 'my-work',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '/my-work?kind=review&page=2');
        await at.page.getByText('No task matches').waitFor();
      },
    },
    {
      page: 'my-work',
      state: 'offline',
      async reach(at) {
        await open(at);
        await at.page.getByText('1 overdue').waitFor();
        await at.context.setOffline(true);
        await at.page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'my-work',
      state: 'actions',
      sizes: ['wide', 'tablet'],
      async reach(at) {
        await open(at);
        await at.page.getByText('1 overdue').waitFor();
        await at.page.getByRole('button', { name: 'Actions for this task' }).first().click();
        await at.page.getByRole('menuitem', { name: 'Finish…' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'my-work',
      state: 'send-back',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await choose(page, 'Send back…');
        await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
        await page.getByText('This field is required').waitFor();
      },
      leave: closeDialog,
    },
    {
      page: 'my-work',
      state: 'hand-over',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await choose(page, 'Hand over…');
        await page.getByRole('dialog').getByRole('combobox', { name: 'Assign to' }).waitFor();
      },
      leave: closeDialog,
    },
    {
      page: 'my-work',
      state: 'done',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await choose(page, 'Finish…');
        await page.getByRole('textbox', { name: 'Time spent, minutes' }).fill('42');
        await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
        await page.getByRole('button', { name: /^Done 1/ }).click();
        await page.getByRole('table', { name: 'Done' }).waitFor();
      },
    },
    {
      page: 'study',
      state: 'tasks',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Curlew, Silas', exact: true }).click();
        await at.page.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'Start' }).first().waitFor();
      },
    },
    {
      page: 'study',
      state: 'assign',
      async reach({ page }) {
        await page.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'Assign' }).click();
        await page.getByRole('dialog').getByLabel('Due date').waitFor();
      },
    },
  ],
};
