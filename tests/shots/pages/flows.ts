import type { Scenario } from '#tests/shots/step.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { button, empty, open, shown, troubles } from './answered.ts';
import { answerForFlows } from './flow-answers.ts';

const LIST = '[data-list][aria-busy="true"]';
const NO_FLOWS = {
  ...{ data: [], total: 0, per_page: 30, current_page: 1 },
  counts: { running: 0, waits_data: 0, waits_person: 0, failed: 0, done: 0, cancelled: 0 },
};

/** Pipelines, blueprints and flows of a team that uses them. */
export const FLOWS: Scenario = {
  who: null,
  async prepare({ page, context, world }) {
    await signIn(page, await world.demo(), DEMO.admin);
    await answerForFlows(context);
  },
  steps: [
    ...troubles(answerForFlows, 'pipelines', '/pipeline', 'pipelines', LIST),
    empty(answerForFlows, 'pipelines', '/pipeline', 'pipelines', { data: [] }, 'No pipelines yet'),
    shown('pipelines', 'full', '/pipeline', 'Prostate MR'),
    shown('pipeline', 'without-steps', '/pipeline/4', 'It has no steps yet'),
    shown('pipeline', 'full', '/pipeline/3', 'Versions'),
    {
      page: 'pipeline',
      state: 'edit',
      async reach(at) {
        await open(at, '/pipeline/3/edit');
        await at.page.getByText('Prostate zones has no promoted version.').waitFor();
        await at.page.getByRole('button', { name: /Prostate zones has no promoted version/ }).click();
        await at.page.getByRole('combobox', { name: 'Model' }).waitFor();
      },
    },
    {
      page: 'pipeline',
      state: 'edit-condition',
      async reach({ page }) {
        await page.getByRole('button', { name: /Ask a person/ }).click();
        await button(page, 'Condition').waitFor();
      },
    },
    {
      page: 'pipeline',
      state: 'edit-tried',
      async reach({ page }) {
        await page.getByRole('switch', { name: 'Starts for every new study' }).uncheck();
        await button(page, 'Try on a study…').click();
        await page.getByRole('dialog').getByRole('checkbox').first().check();
        await button(page, 'Add 1 study').click();
        await page.getByText('Notify would run:').scrollIntoViewIfNeeded();
      },
    },
    {
      page: 'pipeline',
      state: 'edit-text',
      async reach({ page }) {
        await page.getByText('Text', { exact: true }).click();
        await page.getByRole('textbox', { name: 'Steps as text' }).fill('{ "starts": null, "steps": [');
        await page.getByText(/JSON/).waitFor();
      },
    },
    {
      page: 'pipeline',
      state: 'not-found',
      async reach(at) {
        await open(at, '/pipeline/99');
        await at.page.getByText('Pipeline not found').waitFor();
      },
    },
    shown('blueprints', 'full', '/pipeline-blueprint', 'Incoming studies'),
    {
      page: 'pipeline',
      state: 'from-blueprint',
      async reach({ page }) {
        await page.getByRole('link', { name: 'Use Brain crop' }).click();
        await button(page, 'Make a pipeline').click();
        await page.getByText('Choose each of them.').waitFor();
      },
    },
    {
      page: 'pipeline',
      state: 'new',
      async reach(at) {
        await open(at, '/pipeline/create');
        await button(at.page, 'Save version 1').click();
        await at.page.getByText('Give the pipeline a name').waitFor();
      },
    },
    ...troubles(answerForFlows, 'flows', '/flow', 'flows', LIST),
    empty(answerForFlows, 'flows', '/flow', 'flows', NO_FLOWS, 'No flows yet'),
    shown('flows', 'full', '/flow', 'Step 3: The model failed'),
    shown('flow', 'failed', '/flow/2118', 'Retry from step 3'),
    {
      page: 'flow',
      state: 'skip',
      async reach({ page }) {
        await button(page, 'Skip…').click();
        await button(page, 'Skip').click();
        await page.getByText('Say why.').waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    shown('flow', 'done', '/flow/2113', 'A retry repeats no step before it: each effect happens once.'),
    {
      page: 'flow',
      state: 'not-found',
      async reach(at) {
        await open(at, '/flow/99');
        await at.page.getByText('Flow not found').waitFor();
      },
    },
  ],
};
