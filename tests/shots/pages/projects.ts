import type { Page } from 'playwright';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const isList = (url: URL): boolean => url.pathname === '/api/project';
const open = async ({ page, world }: At, path = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/project${path}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const cancel = ({ page }: At) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

/** Projects of the demo team: the list, the form, and one in each of its states. */
export const PROJECTS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.admin),
  steps: [
    {
      page: 'projects',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'projects',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await button(at.page, 'Try again').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'projects',
      state: 'empty',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ json: { data: [], total: 0, per_page: 30, current_page: 1 } }));
        await open(at);
        await at.page.getByText('No projects yet').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'projects',
      state: 'full',
      async reach(at) {
        await open(at);
        await link(at.page, 'Liver phantom').waitFor();
      },
    },
    {
      page: 'projects',
      state: 'states',
      async reach({ page }) {
        await button(page, 'State').click();
        await page.getByRole('menuitem', { name: 'In progress' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'projects',
      state: 'nothing-found',
      async reach(at) {
        await open(at, '?search=zebra&state=created');
        await at.page.getByText('No project matches').waitFor();
      },
    },
    {
      page: 'project',
      state: 'form-wrong',
      async reach(at) {
        await open(at, '/create');
        await button(at.page, 'Create project').click();
        await at.page.getByText('This field is required').waitFor();
      },
    },
    {
      page: 'project',
      state: 'without-studies',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Name' }).fill('Prostate 2026');
        await page.getByRole('textbox', { name: 'Description' }).fill('Two readers, one consensus.');
        await button(page, 'Create project').click();
        await page.getByText('No studies in this project').waitFor();
      },
    },
    {
      page: 'project',
      state: 'choosing-studies',
      async reach({ page }) {
        await button(page, 'Add studies…').click();
        await page.getByRole('checkbox').first().check();
        await button(page, 'Add 1 study').waitFor();
      },
      leave: cancel,
    },
    {
      page: 'project',
      state: 'choosing-members',
      async reach({ page }) {
        await button(page, 'Add members…').click();
        await page.getByRole('dialog').getByRole('checkbox').first().check();
        await button(page, 'Add 1 member').click();
        await page.getByRole('button', { name: /^Remove .* from the project$/ }).waitFor();
        await button(page, 'Add members…').click();
        await page.getByRole('dialog').getByRole('checkbox').first().check();
      },
      leave: cancel,
    },
    {
      page: 'project',
      state: 'menu',
      async reach({ page }) {
        await button(page, 'Actions of the project').click();
        await page.getByRole('menuitem', { name: 'Delete project…' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'project',
      state: 'created',
      async reach(at) {
        await open(at, '?search=follow');
        await link(at.page, 'Follow-up 2026').click();
        await at.page.getByText('Studies can be added until the start').waitFor();
        await at.page.locator('[data-study]').first().waitFor();
      },
    },
    {
      page: 'project',
      state: 'start',
      async reach({ page }) {
        await button(page, 'Start…').click();
        await button(page, 'Not yet').waitFor();
      },
      leave: ({ page }) => button(page, 'Not yet').click(),
    },
    {
      page: 'project',
      state: 'in-progress',
      async reach(at) {
        await open(at, '?search=white');
        await link(at.page, 'White matter lesions').click();
        await at.page.getByText('2 studies locked since the start').waitFor();
        await at.page.locator('[data-study]').first().waitFor();
      },
    },
    {
      page: 'project',
      state: 'edit',
      async reach({ page }) {
        await button(page, 'Actions of the project').click();
        await page.getByRole('menuitem', { name: 'Edit…' }).click();
        await button(page, 'Save project').waitFor();
      },
    },
    {
      page: 'project',
      state: 'finished',
      async reach(at) {
        await open(at, '?search=phantom');
        await link(at.page, 'Liver phantom').click();
        await at.page.getByText('1 study locked since the start').waitFor();
      },
    },
    {
      page: 'project',
      state: 'offline',
      async reach({ context, page }) {
        await page.locator('[data-study]').first().waitFor();
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'project',
      state: 'not-found',
      async reach(at) {
        await open(at, '/999999');
        await at.page.getByText('Project not found').waitFor();
      },
    },
  ],
};
