import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { drawBox, moveRead, QUALITY_FORM, readsOf, startCampaign, structureId, TeamCalls } from '#tests/support/campaign-reads.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const isList = (url: URL): boolean => url.pathname === '/api/campaigns';
const open = async ({ page, world }: At, path = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/reviews/campaigns${path}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** UUIDs of studies of the demo, which sends them while it is already answering. */
export async function demoStudies(calls: TeamCalls, count: number): Promise<string[]> {
  for (;;) {
    const { data } = await calls.ask<{ data: { uuid: string }[] }>(DEMO.scientist, 'GET', 'studies-v2');
    if (data.length >= count) return data.slice(0, count).map(({ uuid }) => uuid);
    await setTimeout(200);
  }
}

/** A draft, and a campaign with a form and a structure: one reader has read both cases, the other one of them and skipped one. */
async function makeCampaigns({ world }: At): Promise<void> {
  const calls = new TeamCalls(await world.demo());
  const studies = await demoStudies(calls, 2);
  const cases = studies.map((study, at) => ({ study, known: at === 0 }));
  const readers = [await calls.idOf(DEMO.annotator), await calls.idOf(DEMO.admin)];
  const structure = await structureId(calls, DEMO.scientist, 'Brain');
  const project = await calls.ask<{ id: number }>(DEMO.scientist, 'POST', 'project', { uuid: randomUUID(), name: 'Image quality' });
  const form = randomUUID();
  await calls.ask(DEMO.scientist, 'PUT', `project/${project.id}/forms/${form}`, { base: 0, title: 'Quality', definition: QUALITY_FORM });
  const content = {
    guideline: 'Outline the brain without the skull.\nGrade the images first.',
    structure,
    cases,
    readers,
    reads_per_case: 2,
  };
  await calls.ask(DEMO.scientist, 'PUT', `campaigns/${randomUUID()}`, {
    ...{ base: 0, title: 'Second round', form: null, blinded: true, repeats: 1, reviewer: null, due: null, ...content },
  });
  const campaign = await startCampaign(calls, DEMO.scientist, {
    ...{ title: 'Brain on T1', form: { uuid: form, version: 1 }, due: '2027-03-01', ...content },
    reviewer: await calls.idOf(DEMO.reviewer),
  });
  for (const [at, reader] of [DEMO.annotator, DEMO.admin].entries()) {
    for (const { uuid, study } of await readsOf(calls, reader, campaign)) {
      const of = { campaign, read: uuid };
      if (at === 1 && study === studies[1]) {
        await moveRead(calls, reader, of, 'skip');
        continue;
      }
      await moveRead(calls, reader, of, 'start');
      await drawBox(calls, reader, study, 'brain', [0.3 + at / 20, 0.3, 0.6 + at / 20, 0.6]);
      await calls.ask(reader, 'PUT', `annotator/studies/${study}/answers/${randomUUID()}`, {
        ...{ form, number: 1, read: uuid, aside: false, base: 0, device: randomUUID(), state: 'complete', sources: {}, items: [] },
        values: { quality: { kind: 'choice', options: [String(4 + at)] } },
      });
      await moveRead(calls, reader, of, 'finish');
    }
  }
}

/** Campaigns for whoever leads them: the list, a draft, and one that runs. */
export const CAMPAIGNS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.scientist),
  steps: [
    {
      page: 'campaigns',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'campaigns',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await button(at.page, 'Try again').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'campaigns',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No campaigns yet').waitFor();
      },
    },
    {
      page: 'campaign',
      state: 'form-wrong',
      async reach({ page }) {
        await page.getByRole('link', { name: 'New campaign' }).click();
        await button(page, 'Save draft').click();
        await page.getByText('This field is required').first().waitFor();
      },
    },
    {
      page: 'campaigns',
      state: 'full',
      async reach(at) {
        await makeCampaigns(at);
        await open(at);
        await at.page.getByRole('link', { name: 'Brain on T1' }).waitFor();
      },
    },
    {
      page: 'campaigns',
      state: 'nothing-found',
      async reach({ page }) {
        await page.getByRole('searchbox').first().fill('Zebra');
        await page.getByText('No campaign matches').waitFor();
      },
      leave: ({ page }) => page.getByRole('searchbox').first().fill(''),
    },
    {
      page: 'campaign',
      state: 'draft',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Second round' }).click();
        await page.getByText(/^These are \d+ reads in all/).waitFor();
      },
    },
    {
      page: 'campaign',
      state: 'start',
      async reach({ page }) {
        await button(page, 'Start…').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).waitFor();
      },
      leave: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click(),
    },
    {
      page: 'campaign',
      state: 'running',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Brain on T1' }).click();
        await at.page.getByText('0 of 1 pair of masks compared').waitFor();
      },
    },
    {
      page: 'campaign',
      state: 'compared',
      async reach({ page }) {
        await button(page, 'Compare 1 pair').click();
        await page.getByText('1 of 1 pair of masks compared').waitFor();
        await page
          .getByRole('region', { name: 'All figures of agreement' })
          .last()
          .getByText(/^Dice 0\.\d\d/)
          .first()
          .waitFor();
      },
    },
    {
      page: 'campaign',
      state: 'menu',
      sizes: ['wide', 'tablet'],
      async reach({ page }) {
        await button(page, 'Actions of the campaign').click();
        await page.getByRole('menuitem', { name: 'Finish…' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'campaign',
      state: 'offline',
      async reach({ context, page }) {
        await context.setOffline(true);
        await page
          .getByText(/^(?:list|page) as of /)
          .first()
          .waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
    {
      page: 'campaign',
      state: 'not-found',
      async reach(at) {
        await open(at, `/${randomUUID()}`);
        await at.page.getByText('Campaign not found').waitFor();
      },
    },
  ],
};

/** The same campaign for a reader who has a case left. */
export const CAMPAIGN_READER: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.admin),
  steps: [
    {
      page: 'campaign',
      state: 'own-reads',
      async reach(at) {
        await open(at);
        await at.page.getByRole('link', { name: 'Brain on T1' }).click();
        await at.page.getByRole('table', { name: 'Your reads' }).waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'read',
      async reach({ page }) {
        const start = page.getByRole('link', { name: /^(?:Start|Continue) reading$/ });
        await page.goto(new URL((await start.getAttribute('href'))!, page.url()).href);
        await page.getByRole('heading', { name: /^Case \d of 2$/ }).waitFor();
        await page.getByText(/^original · (\d+) of \1 slices/).waitFor();
      },
    },
  ],
};

const isReviews = (url: URL): boolean => url.pathname === '/api/reviews';
const openReviews = async ({ page, world }: At, query = '') => page.goto(`${(await world.demo()).teamOrigin('north')}/reviews${query}`);

/** Reviews of the reads, for their reviewer. */
export const REVIEWS: Scenario = {
  who: null,
  prepare: async ({ page, world }) => signIn(page, await world.demo(), DEMO.reviewer),
  steps: [
    {
      page: 'reviews',
      state: 'loading',
      async reach(at) {
        await at.context.route(isReviews, () => undefined);
        await openReviews(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'reviews',
      state: 'failing',
      async reach(at) {
        await at.context.route(isReviews, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await openReviews(at);
        await button(at.page, 'Try again').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'reviews',
      state: 'empty',
      async reach(at) {
        await openReviews(at, '?list=roles');
        await at.page.getByText('No reviews for your role').waitFor();
      },
    },
    {
      page: 'reviews',
      state: 'full',
      async reach(at) {
        await openReviews(at);
        await at.page.getByRole('table', { name: 'Reviews' }).getByText('case 1, reader 1').waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'review',
      async reach({ page }) {
        const link = page
          .getByRole('table', { name: 'Reviews' })
          .getByRole('row')
          .filter({ hasText: 'case 1, reader 1' })
          .getByRole('link')
          .first();
        await page.goto(new URL((await link.getAttribute('href'))!, page.url()).href);
        await page.getByRole('button', { name: 'Send back' }).waitFor();
        await page.getByText(/^original · (\d+) of \1 slices/).waitFor();
      },
    },
  ],
};
