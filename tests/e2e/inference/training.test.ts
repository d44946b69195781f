import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { boxesOf } from '#tests/fixtures/boxes.ts';
import { seedTrainings } from '#tests/support/seed-trainings.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const PATIENTS = 6;
const SEGMENT = { title: 'Apex', value: 1 };

/** One person makes a model useful, on the pages alone: read from top to bottom. */
describe('a model, on its pages', () => {
  let server: TestServer;
  let people: People;
  let page: Page;
  let model: number;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    await server.stop();
    const patients = Array.from({ length: PATIENTS }, (_, seed) => boxesOf(seed));
    ({ model } = await seedTrainings(server.dataDir, DEMO.admin.email, { patients, trainings: [] }));
    await server.restart();
    ({ page } = await people.newVisitor());
    await signIn(page, server, DEMO.admin);
  }, 120_000);
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const state = (word: string) => page.getByText(word, { exact: true }).filter({ visible: true }).first();

  /** The training form of a model, with the frozen versions of the dataset open. */
  async function openForm(of = model): Promise<void> {
    await page.goto(`${server.teamOrigin('north')}/ai2-model/${of}`);
    await button('Actions of the model').click();
    await page.getByRole('menuitem', { name: 'Train…' }).click();
    await page.getByRole('combobox', { name: 'Dataset' }).click();
    await page.getByRole('option', { name: 'Learned from' }).click();
    await page.getByRole('combobox', { name: 'Frozen version' }).click();
  }
  const version = () => page.getByRole('option', { name: /^1 First, 6 patients/ });

  it('names its code, structure and segments [AI-001, ENT-50]', async () => {
    await page.goto(`${server.teamOrigin('north')}/ai2-model`);
    await page.getByRole('row').filter({ hasText: 'Hippocampus' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Hippocampus', level: 1 }).waitFor();
    const words = await page.getByRole('main').innerText();
    for (const word of ['hippocampus', 'Ada Lindqvist', 'Liver', 'Anterior', 'Posterior']) expect(words).toContain(word);
  });

  it('says which segmentations it can learn from [AI-002]', async () => {
    await openForm();
    await version().click();
    await page.getByText('Segmentations that fit').click();
    await page.getByText(`${PATIENTS} of ${PATIENTS} fit the model`).waitFor();
    expect(await page.getByText('fits', { exact: true }).count()).toBe(PATIENTS);
  });

  it('cannot learn from other segments, and says so [AI-004]', async () => {
    const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
    const known = (await server.request(`/api/ai2/model/${model}`, { headers })).json() as { data: { structure_id: number } };
    const { structure_id } = known.data;
    const body = { uuid: randomUUID(), name: 'Other', code: 'other', description: '', parent_id: null, structure_id, segments: [SEGMENT] };
    const made = await server.request('/api/ai2/model', { method: 'POST', headers, body });
    await openForm((made.json() as { data: { id: number } }).data.id);
    await version().filter({ hasText: 'The segments of this version are not those of the model.' }).waitFor();
    expect(await version().getAttribute('data-combobox-disabled')).toBe('true');
  });

  it('has a training that waits for a worker, says so, is stopped and goes on [AI-005, AI-006, AI-007, AI-009]', async () => {
    await openForm();
    await version().click();
    await page.getByRole('radio', { name: 'U-Net', exact: true }).check();
    await button('Create training').click();
    await state('not started').waitFor();
    await button('Start').click();
    await state('queued').waitFor();
    await page.getByText('No worker can take it').waitFor();
    await button('Stop').click();
    await state('stopped').waitFor();
    await button('Start').click();
    await state('queued').waitFor();
    await button('Stop').click();
    await state('stopped').waitFor();
  });

  it('is trained, measured on patients held out, and promoted with a reason [AI-005, AI-007, AI-009, AI-013]', async () => {
    await openForm();
    await version().click();
    await page.getByRole('radio', { name: 'Trees', exact: true }).check();
    await button('Create and start').click();
    await state('done').waitFor();
    await page.getByText('This training made version 1 of the model.').waitFor();
    await page.getByRole('link', { name: 'Open version' }).click();
    await page.getByText('Held-out Dice').first().waitFor();
    await button('Promote v1').click();
    await page.getByText('A reason').first().waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Good enough to try');
    await button('Promote v1').click();
    await page.getByText('Good enough to try').first().waitFor();
  });

  it('runs on a study that somebody chooses, and its result opens in the annotator [AI-010, AI-013]', async () => {
    await page.getByRole('link', { name: 'Run on studies…' }).click();
    await button('Add studies…').click();
    const dialog = page.getByRole('dialog', { name: 'Add studies' });
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await button('Start').click();
    await state('done').waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /^Open/ }).click();
    const annotator = await opened;
    await annotator.getByRole('region', { name: 'Proposals of models' }).getByRole('button', { name: 'Accept' }).first().waitFor();
  });
});
