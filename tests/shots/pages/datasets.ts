import type { Page } from 'playwright';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const isList = (url: URL): boolean => url.pathname === '/api/dataset';
const open = async ({ page, world }: At, path = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/dataset${path}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const cancel = ({ page }: At) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

/** Datasets of the demo team: the list, the form, and one that gets studies and is split. */
export const DATASETS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.admin),
  steps: [
    {
      page: 'datasets',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'datasets',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await button(at.page, 'Try again').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'datasets',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No datasets yet').waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'form-wrong',
      async reach({ page }) {
        await page.getByRole('link', { name: 'New dataset' }).click();
        await button(page, 'Create dataset').click();
        await page.getByText('Choose a structure').waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'structures',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Name' }).fill('Hippocampus T1');
        await page.getByRole('combobox', { name: 'Structure' }).fill('hippo');
        await page.getByRole('option', { name: 'Hippocampus, left' }).waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'without-studies',
      async reach({ page }) {
        await page.getByRole('option', { name: 'Hippocampus, left' }).click();
        await button(page, 'Create dataset').click();
        await page.getByText('No studies in this dataset').waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'not-split',
      async reach({ page }) {
        await button(page, 'Add studies…').click();
        const studies = page.getByRole('dialog').getByRole('checkbox');
        await studies.first().waitFor();
        for (const study of await studies.all()) await study.check();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Add \d+ studies$/ })
          .click();
        await page.locator('[data-patient]').first().waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'split-wrong',
      async reach({ page }) {
        await button(page, 'Split…').click();
        await page.getByRole('textbox', { name: 'train, percent' }).fill('60');
        await page.getByText('The percentages must add up to 100.').waitFor();
      },
    },
    {
      page: 'dataset',
      state: 'split',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'train, percent' }).fill('34');
        await page.getByRole('textbox', { name: 'validation, percent' }).fill('33');
        await page.getByRole('textbox', { name: 'test, percent' }).fill('33');
        await button(page, 'Split dataset').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('list', { name: 'Patients' }).getByText('not split yet').waitFor({ state: 'detached' });
      },
    },
    {
      page: 'dataset',
      state: 'menu',
      async reach({ page }) {
        await button(page, 'Actions of the dataset').click();
        await page.getByRole('menuitem', { name: 'Delete dataset…' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'dataset',
      state: 'rename',
      async reach({ page }) {
        await button(page, 'Actions of the dataset').click();
        await page.getByRole('menuitem', { name: 'Rename…' }).click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
      },
      leave: cancel,
    },
    {
      page: 'dataset',
      state: 'nothing-in-part',
      async reach({ page }) {
        await button(page, 'Part').click();
        await page.getByRole('menuitem', { name: 'not split yet' }).click();
        await page.getByText('No patient in this part').waitFor();
      },
      leave: ({ page }) => button(page, 'Clear filters').click(),
    },
    {
      page: 'dataset',
      state: 'offline',
      async reach({ context, page }) {
        await page.locator('[data-patient]').first().waitFor();
        await context.setOffline(true);
        await page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'dataset',
      state: 'not-found',
      async reach(at) {
        await open(at, '/999999');
        await at.page.getByText('Dataset not found').waitFor();
      },
    },
    {
      page: 'datasets',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Hippocampus T1' }).waitFor();
      },
    },
    {
      page: 'datasets',
      state: 'nothing-found',
      async reach({ page }) {
        await page.getByRole('searchbox').first().fill('Zebra');
        await page.getByText('No dataset matches').waitFor();
      },
    },
  ],
};
