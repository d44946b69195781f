import type { Locator, Page } from 'playwright';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isCase = (url: URL): boolean => url.pathname === '/api/study/uuid';
const open = async ({ page, world }: At, path: string) => page.goto(`${(await world.demo()).teamOrigin('north')}${path}`);

/** Of the study that the annotator shows. */
const xrAddress = (page: Page): string => page.url().replace(/\/annotator\/case\/([^?]+).*$/, '/xr/$1');

type Part = readonly [x: number, y: number];

/** A length, an ellipse and a box, by their keys. Points are parts of the pane. */
const DRAWN: readonly (readonly [key: string, from: Part, to: Part])[] = [
  ['m', [0.35, 0.3], [0.6, 0.4]],
  ['o', [0.4, 0.5], [0.5, 0.65]],
  ['Shift+G', [0.55, 0.6], [0.65, 0.7]],
];

/** A path through the picture. */
const BENT: readonly Part[] = [
  [0.35, 0.5],
  [0.42, 0.38],
  [0.55, 0.36],
  [0.64, 0.46],
];

async function pointOf(cell: Locator, [x, y]: Part): Promise<Part> {
  const box = (await cell.boundingBox())!;
  return [box.x + x * box.width, box.y + y * box.height];
}

async function drag(page: Page, from: Part, to: Part): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

/** The ways into the annotator, which is opened by the address of its study or of a case. */
export const ANNOTATOR: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'case',
      state: 'loading',
      async reach(at) {
        await at.context.route(isCase, () => undefined);
        await open(at, '/case/1');
        await at.page.getByText('Finding the case…').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'case',
      state: 'failing',
      async reach(at) {
        await at.context.route(isCase, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, '/case/1');
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'case',
      state: 'not-allowed',
      async reach(at) {
        await at.context.route(isCase, (route) => route.fulfill({ status: 403, json: { message: '', code: 'not_allowed' } }));
        await open(at, '/case/1');
        await at.page.getByText('You may not open this case').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'case',
      state: 'gone',
      async reach(at) {
        await open(at, '/case/999999');
        await at.page.getByText('Case not found').waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'full',
      async reach(at) {
        await open(at, '/case/1?task_id=5');
        await at.page.locator('[data-pane]').first().waitFor();
        await at.page.getByRole('heading', { name: ',' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'display-check',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await page.getByRole('tab', { name: 'View' }).click();
        await page.getByRole('button', { name: 'Test picture' }).click();
        await page.getByRole('img', { name: /^Test picture/ }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'annotator',
      state: 'check-due',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Remind of a check' }).selectOption('Every 90 days');
        await page.getByRole('region', { name: 'Check of the display' }).waitFor();
      },
      leave: async ({ page }) => void (await page.getByRole('combobox', { name: 'Remind of a check' }).selectOption('Never')),
    },
    {
      page: 'annotator',
      state: 'measure-empty',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await page.getByRole('tab', { name: /^Measure/ }).click();
        await page.getByRole('button', { name: 'Measure a length' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'measured',
      async reach({ page }) {
        await page.getByText(/^original · (\d+) of \1 slices/).waitFor();
        const cell = page.locator('[data-pane="0"] [role="application"]');
        await cell.focus();
        for (const [key, from, to] of DRAWN) {
          await page.keyboard.press(key);
          await drag(page, await pointOf(cell, from), await pointOf(cell, to));
        }
        await page.getByText('3 measurements on server').waitFor();
        await page.locator('[data-row]').nth(1).getByRole('button').first().click();
      },
    },
    {
      page: 'annotator',
      state: 'results-page',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await page.getByText('PDF', { exact: true }).click();
        await page.getByRole('checkbox', { name: 'With name and ID of the patient' }).waitFor();
      },
      leave: ({ page }) => page.getByText('DICOM SR', { exact: true }).click(),
    },
    {
      page: 'annotator',
      state: 'measured-phone',
      sizes: ['phone'],
      async reach({ page }) {
        await page.getByRole('button', { name: 'Segments, view, measure and tags' }).click();
        await page.getByRole('tab', { name: /^Measure/ }).click();
        await page.locator('[data-row]').first().waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'annotator',
      state: 'three-planes',
      async reach({ page }) {
        await page.getByText(/^original · (\d+) of \1 slices$/).waitFor();
        await page.locator('[data-pane="0"] [role="application"]').focus();
        await page.keyboard.press('Alt+Digit0');
        await page.getByText('reformatted coronal').waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'path',
      async reach({ page }) {
        const cell = page.locator('[data-pane="0"] [role="application"]');
        await cell.focus();
        await page.keyboard.press(';');
        for (const part of BENT) await page.mouse.click(...(await pointOf(cell, part)));
        await page.getByRole('button', { name: 'Show along the path' }).first().click();
        await page.getByText(/^reformatted along a path/).waitFor();
      },
      async leave({ page }) {
        await page.getByRole('button', { name: 'Delete the path' }).click();
        await page.locator('[data-pane="0"] [role="application"]').focus();
        await page.keyboard.press('l');
      },
    },
    {
      page: 'annotator',
      state: 'save-layout',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Layout' }).click();
        await page.getByRole('menuitem', { name: 'Save this layout for me' }).click();
        await page.getByRole('dialog', { name: 'Save this layout for me' }).waitFor();
      },
      async leave({ page }) {
        await page.getByRole('button', { name: 'Save', exact: true }).click();
      },
    },
    {
      page: 'annotator',
      state: 'layouts-menu',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Layout' }).click();
        await page
          .getByRole('menuitem', { name: /only you/ })
          .first()
          .waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'annotator',
      state: 'layouts',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Layout' }).click();
        await page.getByRole('menuitem', { name: /^Saved layouts/ }).click();
        await page.getByRole('dialog', { name: 'Saved layouts' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'annotator',
      state: 'series',
      async reach({ page }) {
        await page.keyboard.press('u');
        await page.getByRole('navigation', { name: 'Series' }).waitFor();
      },
      // On a phone it is a drawer, which Escape closes; beside the panes it stays until it is turned off.
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.locator('[data-pane="0"] [role="application"]').focus();
        const list = page.getByRole('navigation', { name: 'Series' });
        if (await list.isVisible()) await page.keyboard.press('u');
        await list.waitFor({ state: 'detached' });
      },
    },
    {
      page: 'annotator',
      state: 'keys',
      async reach({ page }) {
        await page.keyboard.press('Shift+?');
        await page.getByRole('dialog', { name: 'Keys in the annotator' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'key-changing',
      async reach({ page }) {
        await page.getByRole('button', { name: /^Change the key of Invert/ }).click();
        await page.getByRole('button', { name: 'Press the new key' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'key-taken',
      async reach({ page }) {
        await page.keyboard.press('n');
        await page.getByRole('button', { name: 'Use N here' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'key-changed',
      async reach({ page }) {
        await page.getByRole('button', { name: 'Use N here' }).click();
        await page.getByRole('button', { name: 'Reset the key of Invert' }).waitFor();
      },
      async leave({ page }) {
        await page.getByRole('button', { name: 'Reset all keys' }).click();
        await page.keyboard.press('Escape');
      },
    },
    {
      page: 'xr',
      state: 'no-segmentation',
      async reach(at) {
        await at.page.goto(xrAddress(at.page));
        await at.page.getByText('This study has no segmentation with a mask.').waitFor();
      },
    },
    {
      page: 'xr',
      state: 'gone',
      async reach(at) {
        await open(at, '/xr/0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d');
        await at.page.getByText('This study does not exist').waitFor();
      },
    },
  ],
};
