import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import type { Proposal } from '#contract/ai/inferences.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { drawBox, gridOf, TeamCalls } from '#tests/support/campaign-reads.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const isProposals = (url: URL): boolean => /^\/api\/studies\/[\w-]+\/proposals$/.test(url.pathname);
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const pane = (page: Page, at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);
const found = { study: '' };

interface ListedStudy {
  uuid: string;
  studyDate: string;
  patient: string;
  modality: string;
}

interface ListedSegmentation {
  uuid: string;
  user: { id: number } | null;
  mask: object | null;
}

/** The two of the demo, which sends them while it is already answering; the later one first. */
async function mrStudies(calls: TeamCalls): Promise<[ListedStudy, ListedStudy]> {
  for (;;) {
    const { data } = await calls.ask<{ data: ListedStudy[] }>(DEMO.admin, 'GET', 'studies-v2');
    const [later, earlier] = data.filter(({ modality }) => modality === 'MR').toSorted((a, b) => b.studyDate.localeCompare(a.studyDate));
    if (later !== undefined && earlier !== undefined) return [later, earlier];
    await setTimeout(200);
  }
}

/** A patient with two studies; in the later one, two people have drawn on the same slice. */
async function prepareModes({ page, world }: At): Promise<void> {
  const server = await world.demo();
  const calls = new TeamCalls(server);
  const [later, earlier] = await mrStudies(calls);
  found.study = later.uuid;
  await calls.ask(DEMO.admin, 'POST', `patients/${later.patient}/merge`, { from: earlier.patient });
  for (const [at, person] of [DEMO.annotator, DEMO.admin].entries())
    await drawBox(calls, person, later.uuid, 'brain', [0.3 + at / 20, 0.3, 0.5 + at / 20, 0.5]);
  await follow(calls, 'Left frontal', [[earlier.uuid, 14.2], [later.uuid, 20.4]]); // prettier-ignore
  await follow(calls, 'Right parietal', [[earlier.uuid, 12.1], [later.uuid, 11]]); // prettier-ignore
  await signIn(page, server, DEMO.admin);
}

/** From a model whose label map cannot be fetched. */
function proposal(study: string): Proposal {
  return {
    ...{ id: 1, decided: [], started_by: 'Ada Lindqvist', ended_at: '2026-07-01 10:00:00', series: study, size: 1, sha256: '' },
    model: { id: 4, name: 'Brain', version: randomUUID(), number: 1, dice: 0.83, held_out: 12, learned_from: 20, withdrawn: false },
    summary: { classes: [{ title: 'Brain', value: 1, voxels: 1600, ml: 1.6 }], entropy: 0.12, unlike: [], seconds: 1.2 },
    learned_from_patient: false,
  };
}

/** A length on the slice in the middle, of `mm`. */
async function measure(calls: TeamCalls, study: string, mm: number): Promise<string> {
  const { uuid: series, hash: grid, grid: of } = await gridOf(calls, DEMO.admin, study);
  const slice = of.slices.length >> 1;
  const { sop, frame } = of.slices[slice]!;
  const measurement = randomUUID();
  await calls.ask(DEMO.admin, 'PUT', `annotator/studies/${study}/measurements/${measurement}`, {
    ...{ base: 0, device: randomUUID(), series, grid, slice, sop, frame, kind: 'length', text: '' },
    points: [[40, 50], [40 + mm, 50]], // prettier-ignore
    measured: { values: { length: mm }, scale: 'patient', unit: null },
  });
  return measurement;
}

/** A target lesion, with its diameter in each study. */
async function follow(calls: TeamCalls, title: string, diameters: readonly (readonly [study: string, mm: number])[]): Promise<void> {
  const lesion = randomUUID();
  const save = (study: string, change: object) =>
    calls.ask(DEMO.admin, 'PUT', `annotator/studies/${study}/lesions/${lesion}`, { base: 0, device: randomUUID(), change });
  await save(diameters[0]![0], { of: 'lesion', title, kind: 'target', organ: 'Brain', node: false });
  for (const [study, mm] of diameters) await save(study, { of: 'finding', measurement: await measure(calls, study, mm), state: null });
}

/** What a mode puts beside the images: lesions over the studies of a patient, two segmentations, a proposal of a model. All tabs of the panel at once. */
export const READING_MODES: Scenario = {
  who: null,
  prepare: prepareModes,
  steps: [
    {
      page: 'annotator',
      state: 'follow-up',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page, context, world }) {
        await context.route(isProposals, (route) => route.fulfill({ json: { data: [proposal(found.study)], blinded: false } }));
        await page.goto(`${(await world.demo()).teamOrigin('north')}/annotator/case/${found.study}`);
        const panel = page.getByRole('region', { name: 'Lesions of the patient' });
        await pane(page, 0).and(page.locator('[data-shown]')).waitFor();
        await tab(page, 'Follow-up').click();
        await panel.locator('[data-lesion]').first().getByRole('button').first().click();
        await panel.getByRole('group', { name: 'RECIST 1.1 suggests' }).waitFor();
        await page
          .getByText(/^original · (\d+) of \1 slices/)
          .nth(1)
          .waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'compare',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await tab(page, 'Segments').click();
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page
          .getByRole('table')
          .getByText(/^0\.[1-9]\d$/)
          .first()
          .waitFor();
      },
    },
    {
      page: 'annotator',
      state: 'proposal',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page }) {
        await tab(page, 'Proposal').click();
        await page.getByRole('region', { name: 'Proposals of models' }).getByText('Brain 1').waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'annotator',
      state: 'scribbles',
      sizes: ['wide', 'laptop', 'hospital'],
      async reach({ page, world }) {
        const server = await world.demo();
        const calls = new TeamCalls(server);
        const own = await calls.idOf(DEMO.admin);
        const { segmentations } = await calls.ask<{ segmentations: ListedSegmentation[] }>(
          DEMO.admin,
          'GET',
          `annotator/studies/${found.study}`,
        );
        await page.goto(`${server.teamOrigin('north')}/annotator/case/${found.study}`);
        await pane(page, 0).and(page.locator('[data-shown]')).waitFor();
        await page
          .getByText(/^original · (\d+) of \1 slices/)
          .first()
          .waitFor();
        await tab(page, 'Segments').click();
        // Other pages have made segmentations of the study in which nothing can be drawn.
        const { uuid } = segmentations.find(({ mask, user }) => mask !== null && user?.id === own)!;
        await page.getByRole('combobox', { name: 'Segmentation' }).selectOption(uuid);
        await page.locator('[data-pane="0"] [data-masks]').waitFor();
        await page.getByRole('button', { name: 'Scribble', exact: true }).click();
        await scribble(page, [-0.06, -0.1], [0.04, 0]);
        await page.getByText('Outside', { exact: true }).click();
        await scribble(page, [-0.2, -0.3], [0.2, -0.3]);
        await scribble(page, [-0.2, 0.3], [0.2, 0.3]);
        await page.getByRole('button', { name: 'Take as segment', disabled: false }).waitFor();
      },
    },
  ],
};

/** From one place of the pane to another, in parts of its shorter side from its middle. */
async function scribble(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { x, y, width, height } = (await pane(page, 0).boundingBox())!;
  const side = Math.min(width, height);
  const at = ([right, below]: readonly [number, number]) => [x + width / 2 + right * side, y + height / 2 + below * side] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 6 });
  await page.mouse.up();
}
