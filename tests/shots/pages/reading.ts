import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { FORM_TEMPLATES } from '#model/forms/templates.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { drawBox, TeamCalls } from '#tests/support/campaign-reads.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { demoStudies } from './campaigns.ts';

const isForms = (url: URL): boolean => /^\/api\/project\/\d+\/forms$/.test(url.pathname);
const isAside = (url: URL): boolean => url.pathname === '/api/annotator/operations-aside/groups';
const open = async ({ page, world }: At, path: string) => page.goto(`${(await world.demo()).teamOrigin('north')}${path}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });

/** Where the steps go: known once the first of them is reached. */
const found = { study: '', project: 0 };

async function prepareReading({ page, world }: At): Promise<void> {
  const calls = new TeamCalls(await world.demo());
  [found.study = ''] = await demoStudies(calls, 1);
  const { id } = await calls.ask<{ id: number }>(DEMO.admin, 'POST', 'project', { uuid: randomUUID(), name: 'Reading room' });
  found.project = id;
  await calls.ask(DEMO.admin, 'POST', `project/${id}/studies`, { add: [found.study] });
  for (const [at, person] of [DEMO.annotator, DEMO.admin].entries())
    await drawBox(calls, person, found.study, 'liver', [0.3 + at / 20, 0.3, 0.5 + at / 20, 0.5]);
  await signIn(page, await world.demo(), DEMO.admin);
}

/** A change of a segment that was never there. */
async function keepAside({ world }: At): Promise<void> {
  const calls = new TeamCalls(await world.demo());
  const { segmentations } = await calls.ask<{ segmentations: { uuid: string; mask: { grid: string } | null }[] }>(
    ...([DEMO.annotator, 'GET', `annotator/studies/${found.study}`] as const),
  );
  const { uuid, mask } = segmentations.find((each) => each.mask !== null)!;
  const { data } = await calls.ask<{ data: { operations: { bytes: string; kind: string }[] } }>(
    ...([DEMO.annotator, 'GET', `annotator/studies/${found.study}/segmentations/${uuid}/operations`] as const),
  );
  const [first] = data.operations;
  const made = { uuid: randomUUID(), action: randomUUID(), segment: randomUUID(), device: randomUUID(), tab: randomUUID() };
  await calls.ask(DEMO.annotator, 'POST', `annotator/studies/${found.study}/segmentations/${uuid}/operations`, {
    operations: [{ ...made, kind: 'stroke', grid: mask!.grid, base: 0, withdraws: [], bytes: first!.bytes }],
  });
}

/** Forms of a project, and what is beside the images: form and comments. */
export const READING: Scenario = {
  who: null,
  prepare: prepareReading,
  steps: [
    {
      page: 'forms',
      state: 'failing',
      async reach(at) {
        await at.context.route(isForms, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, `/project/${found.project}`);
        await at.page.getByText('The forms could not be loaded').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'forms',
      state: 'empty',
      async reach(at) {
        await open(at, `/project/${found.project}`);
        await at.page.getByText('No forms', { exact: true }).waitFor();
      },
    },
    {
      page: 'forms',
      state: 'examples',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await button(page, 'New form').click();
        await page.getByText('Copy an example').waitFor();
      },
    },
    {
      page: 'forms',
      state: 'editor',
      async reach({ page }) {
        if (!(await page.getByText('Copy an example').isVisible())) await button(page, 'New form').click();
        await page.getByRole('menuitem', { name: FORM_TEMPLATES[0]!.title }).click();
        await button(page, 'Save form').waitFor();
      },
    },
    {
      page: 'forms',
      state: 'field',
      async reach({ page }) {
        await page
          .getByRole('button', { name: /^Image quality/ })
          .first()
          .click();
        await page.getByRole('textbox', { name: 'Label' }).waitFor();
      },
    },
    {
      page: 'forms',
      state: 'full',
      async reach({ page }) {
        await button(page, 'Save form').click();
        await button(page, 'Save form').waitFor({ state: 'detached' });
        await page.getByRole('region', { name: 'Forms' }).getByText(FORM_TEMPLATES[0]!.title).first().waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'form',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach(at) {
        await open(at, `/annotator/case/${found.study}`);
        await at.page.getByText(/^original · (\d+) of \1 slices/).waitFor();
        await tab(at.page, /^Form/).click();
        await at.page.getByRole('radiogroup').first().waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'comments-empty',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await tab(page, /^Comments/).click();
        await page.getByText('No comments yet').waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'comments',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await page.locator('[data-pane="0"] [role="application"]').focus();
        await page.keyboard.press('k');
        const box = (await page.locator('[data-pane="0"] [role="application"]').boundingBox())!;
        await page.mouse.click(box.x + box.width * 0.45, box.y + box.height * 0.4);
        await page.getByRole('textbox', { name: 'Comment' }).fill('Is this the edge of the lesion, or the vessel beside it?');
        await page.keyboard.press('Control+Enter');
        await page.locator('[data-thread]').getByRole('button', { expanded: true }).waitFor();
        await page.locator('[data-pane="0"] [data-pin]').filter({ hasText: '1' }).waitFor();
      },
    },
  ],
};

/** What could not take effect, for its author. */
export const KEPT_ASIDE: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.annotator),
  steps: [
    {
      page: 'kept-aside',
      state: 'loading',
      async reach(at) {
        await at.context.route(isAside, () => undefined);
        await open(at, '/studies-v2/kept-aside');
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'kept-aside',
      state: 'failing',
      async reach(at) {
        await at.context.route(isAside, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, '/studies-v2/kept-aside');
        await button(at.page, 'Try again').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'kept-aside',
      state: 'empty',
      async reach(at) {
        await open(at, '/studies-v2/kept-aside');
        await at.page.getByText('Nothing was kept aside').waitFor();
      },
    },
    {
      page: 'kept-aside',
      state: 'full',
      async reach(at) {
        if (found.study === '') await prepareReading(at).then(async () => signIn(at.page, await at.world.demo(), DEMO.annotator));
        await keepAside(at);
        await open(at, '/studies-v2/kept-aside');
        await at.page.getByRole('table', { name: 'Kept aside' }).getByText('Noor Haddad').waitFor();
      },
    },
  ],
};
