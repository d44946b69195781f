import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isList = (url: URL): boolean => url.pathname === '/api/segmentations';
const isOne = (url: URL): boolean => url.pathname.startsWith('/api/annotator/studies/');
const isUsers = (url: URL): boolean => url.pathname.startsWith('/api/segmentations/available-users');
const open = async ({ page, world }: At, path = '/segmentations') => page.goto(`${(await world.demo()).teamOrigin('north')}${path}`);

/** Segmentations of the demo team: one study in Organize, then the lists. */
export const SEGMENTATIONS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'segmentations',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No segmentations yet').waitFor();
      },
    },
    {
      page: 'organize',
      state: 'empty',
      async reach(at) {
        await open(at, '/studies-v2');
        await at.page.locator('[role="row"][data-study]').first().click();
        await at.page.getByRole('link', { name: 'Organize', exact: true }).click();
        await at.page.getByText('No segmentations', { exact: true }).waitFor();
      },
    },
    {
      page: 'organize',
      state: 'structure',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New segmentation' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Abscess/ })
          .waitFor();
      },
    },
    {
      page: 'organize',
      state: 'full',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Find a structure' }).fill('brain');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Brain/ })
          .first()
          .click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        for (const value of [1, 2]) {
          await page.getByRole('button', { name: 'Segment', exact: true }).click();
          await page.locator(`[data-segment="${value}"]`).waitFor();
        }
        await page.locator('[data-role="Viewer"]').waitFor();
      },
    },
    {
      page: 'organize',
      state: 'segment-menu',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Actions for Part 1' }).click();
        await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'organize',
      state: 'add-user',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Add a user to the role Editor' }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'organize',
      state: 'add-user-failing',
      async reach({ page, context }) {
        await context.route(isUsers, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await page.getByRole('button', { name: 'Add a user to the role Viewer' }).click();
        await page.getByText('An error occured while loading data from server').waitFor();
      },
      async leave({ page, context }) {
        await page.keyboard.press('Escape');
        await context.unrouteAll();
      },
    },
    {
      page: 'organize',
      state: 'offline',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.locator('button[data-away]', { hasText: 'Delete segmentation' }).waitFor();
      },
    },
    {
      page: 'organize',
      state: 'structure-offline',
      async reach({ page }) {
        await page.getByRole('button', { name: 'New segmentation' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Abscess/ })
          .waitFor();
      },
    },
    {
      page: 'organize',
      state: 'waiting',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Find a structure' }).fill('liver');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Liver/ })
          .first()
          .click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        for (const place of [0, 1]) {
          await page.getByRole('button', { name: 'Segment', exact: true }).click();
          await page.locator('[data-segment="waiting"]').nth(place).waitFor();
        }
      },
    },
    {
      page: 'organize',
      state: 'waiting-changes',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Actions for New part' }).first().click();
        await page.getByRole('menuitem', { name: 'Delete segment' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click();
        await page.getByText('waiting to be deleted').waitFor();
        await page.getByRole('switch', { name: 'Shared' }).click();
        await page.getByText('waiting to be saved').waitFor();
      },
      async leave({ page, context }) {
        await context.setOffline(false);
        await page.locator('[data-waits]').first().waitFor({ state: 'detached' });
      },
    },
    {
      page: 'organize',
      state: 'delete',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Delete segmentation' }).click();
        await page.getByRole('button', { name: 'Keep segmentation' }).waitFor();
      },
      leave: ({ page }) => page.getByRole('button', { name: 'Keep segmentation' }).click(),
    },
    {
      page: 'organize',
      state: 'failing',
      async reach(at) {
        await at.context.route(isOne, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, '/serie/organize/0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c99');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'organize',
      state: 'not-found',
      async reach(at) {
        await open(at, '/serie/organize/0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c98');
        await at.page.getByText('Study not found').waitFor();
      },
    },
    {
      page: 'segmentations',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at, '/segmentations?page=2');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'segmentations',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: '2 segments' }).waitFor();
      },
    },
    {
      page: 'segmentations',
      state: 'nothing-found',
      async reach({ page }) {
        await page.getByRole('searchbox').first().fill('Zebra');
        await page.getByText('No segmentation matches').waitFor();
      },
    },
    {
      page: 'segments',
      state: 'full',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: '2 segments' }).click();
        await at.page.getByRole('row', { name: /Part 2/ }).waitFor();
      },
    },
    {
      page: 'segments',
      state: 'none-chosen',
      async reach(at) {
        await open(at, '/segments');
        await at.page.getByText('No segmentations chosen').waitFor();
      },
    },
  ],
};
