import type { Scenario } from '#tests/shots/step.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { answerForAi, BATCH } from './ai-answers.ts';
import { button, empty, open, shown, troubles } from './answered.ts';

const NONE = { data: [], total: 0, per_page: 30, current_page: 1 };
const LIST = '[data-list][aria-busy="true"]';

/** Models, trainings, inferences and workers of a team that has trained one. */
export const AI: Scenario = {
  who: null,
  async prepare({ page, context, world }) {
    await signIn(page, await world.demo(), DEMO.admin);
    await answerForAi(context);
  },
  steps: [
    ...troubles(answerForAi, 'ai-models', '/ai2-model', 'ai2/model', LIST),
    empty(answerForAi, 'ai-models', '/ai2-model', 'ai2/model', NONE, 'No models yet'),
    shown('ai-models', 'full', '/ai2-model', 'Prostate zones'),
    {
      page: 'ai-model',
      state: 'form-wrong',
      async reach(at) {
        await open(at, '/ai2-model/create');
        await button(at.page, 'Create model').click();
        await at.page.getByText('Choose a structure').waitFor();
      },
    },
    shown('ai-model', 'not-useful', '/ai2-model/5', 'Not useful yet'),
    shown('ai-model', 'full', '/models/detail?id=4', 'Held-out cases'),
    {
      page: 'ai-model',
      state: 'next-cases',
      async reach({ page }) {
        await button(page, 'All 7').scrollIntoViewIfNeeded();
        await button(page, 'All 7').click();
        await page.getByText('The model found nothing here').scrollIntoViewIfNeeded();
      },
    },
    {
      page: 'ai-model',
      state: 'ask-for-annotation',
      async reach({ page }) {
        await page.getByRole('checkbox', { name: 'Turnstone' }).check();
        await button(page, 'Ask for annotation of 1 study').click();
        await page.getByText('Assign to').waitFor();
      },
      leave: ({ page }) => button(page, 'Cancel').click(),
    },
    {
      page: 'ai-model',
      state: 'compared',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Compare with' }).selectOption('1');
        await page.getByRole('columnheader', { name: 'Gain' }).waitFor();
      },
    },
    {
      page: 'ai-model',
      state: 'without-reason',
      async reach({ page }) {
        await button(page, 'Promote v2').click();
        await page.getByText('Give a reason').waitFor();
      },
    },
    {
      page: 'ai-model',
      state: 'menu',
      async reach({ page }) {
        await button(page, 'Actions of the model').click();
        await page.getByRole('menuitem', { name: 'Delete model…' }).waitFor();
      },
    },
    {
      page: 'ai-model',
      state: 'add-version',
      async reach({ page }) {
        await page.getByRole('menuitem', { name: 'Add a version of another maker…' }).click();
        await button(page, 'Add version').click();
        await page.getByText('Manifest, as a JSON file').waitFor();
      },
      leave: ({ page }) => button(page, 'Cancel').click(),
    },
    {
      page: 'ai-model',
      state: 'card',
      sizes: ['wide'],
      async reach({ page }) {
        await button(page, 'Model card').click();
        await page.getByText('# Hippocampus, v2').waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'ai-model',
      state: 'not-found',
      async reach(at) {
        await open(at, '/ai2-model/99');
        await at.page.getByText('Model not found').waitFor();
      },
    },
    ...troubles(answerForAi, 'ai-trainings', '/ai2-trainings', 'ai2/ai-train', LIST),
    empty(answerForAi, 'ai-trainings', '/ai2-trainings', 'ai2/ai-train', NONE, 'No trainings yet'),
    shown('ai-trainings', 'full', '/ai-trainings', 'Hippocampus #7'),
    {
      page: 'ai-training',
      state: 'form-wrong',
      async reach(at) {
        await open(at, '/ai2-trainings/create');
        await button(at.page, 'Create and start').click();
        await at.page.getByText('Choose a model').waitFor();
      },
    },
    shown('ai-training', 'waiting', '/ai2-trainings/detail-mi?id=6', 'No worker can take it'),
    shown('ai-training', 'lost', '/ai-trainings/detail?id=5', 'The worker was lost, each time it was tried'),
    shown('ai-training', 'complete', '/ai-trainings/detail-mi?id=2', 'Heron, Quiet'),
    shown('ai-training', 'full', '/ai2-trainings/detail/7', 'Time left'),
    {
      page: 'ai-training',
      state: 'table',
      async reach({ page }) {
        await button(page, 'Show as a table').first().click();
        await page.getByRole('columnheader', { name: 'Whole' }).waitFor();
      },
    },
    ...troubles(answerForAi, 'ai-infers', '/ai-infers', 'ai-infers', LIST),
    empty(
      answerForAi,
      'ai-infers',
      '/ai-infers',
      'ai-infers',
      { ...NONE, counts: { queued: 0, running: 0, done: 0, failed: 0 } },
      'No inferences yet',
    ),
    shown('ai-infers', 'full', '/ai2-inference', 'Sanderling, Even'),
    {
      page: 'ai-infer',
      state: 'form-wrong',
      async reach(at) {
        await open(at, '/ai-infers/create');
        await button(at.page, 'Start').click();
        await at.page.getByText('Add at least one study').waitFor();
      },
    },
    shown('ai-infer', 'failed', '/ai-infers/detail?id=1', 'No series of the study suits the model'),
    shown('ai-infer', 'full', '/ai-infers/detail?id=5', 'Proposed segments'),
    ...troubles(answerForAi, 'ai-batches', '/admin/batch-infer', 'ai-infer-batches', LIST),
    empty(answerForAi, 'ai-batches', '/admin/batch-infer', 'ai-infer-batches', { data: [] }, 'No batches yet'),
    shown('ai-batches', 'full', '/admin/batch-infer', 'Stroke 2'),
    shown('ai-batch', 'full', `/admin/batch-infer?batch=${BATCH}`, 'Retry 1 of 2 failed'),
    {
      page: 'ai-batch',
      state: 'cancelling',
      async reach({ page }) {
        await button(page, 'Cancel run').click();
        await button(page, 'Keep running').waitFor();
      },
      leave: ({ page }) => button(page, 'Keep running').click(),
    },
    ...troubles(answerForAi, 'ai-workers', '/admin/ai-workers', 'ai-workers', '.mantine-Skeleton-root'),
    shown('ai-workers', 'full', '/admin/ai-workers', 'Start a worker'),
    {
      page: 'ai-workers',
      state: 'menu',
      async reach({ page }) {
        await button(page, 'Actions of cpu-01').click();
        await page.getByRole('menuitem', { name: 'Revoke key…' }).waitFor();
      },
      leave: ({ page }) => page.keyboard.press('Escape'),
    },
    {
      page: 'ai-workers',
      state: 'new-key',
      async reach({ page }) {
        await button(page, 'New worker key…').click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
      },
    },
    {
      page: 'ai-workers',
      state: 'key',
      async reach({ page }) {
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('ward 5');
        await button(page, 'Create key').click();
        await page.getByText('The key is shown only now').waitFor();
      },
      leave: ({ page }) => button(page, 'Done').click(),
    },
    shown('ai-configuration', 'full', '/admin/ai-model-configuration', 'Rule 2'),
    {
      page: 'ai-configuration',
      state: 'wrong',
      async reach({ page }) {
        await button(page, 'Add rule').click();
        await button(page, 'Save').click();
        await page.getByText('Choose a model').waitFor();
      },
    },
    {
      page: 'ai-model',
      state: 'offline',
      async reach(at) {
        await open(at, '/ai2-model/4');
        await at.page.getByText('Held-out cases').waitFor();
        await at.context.setOffline(true);
        await at.page.getByText(/^list as of /).waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
  ],
};
