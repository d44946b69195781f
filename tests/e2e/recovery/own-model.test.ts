import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { findTorch } from '#commands/test-services/torch.ts';
import type { AiModelDetail, ModelConfiguration } from '#contract/ai/models.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';
import { boxesOf, boxesToDicom } from '#tests/fixtures/boxes.ts';
import { readPatients } from '#tests/fixtures/hippocampus.ts';
import { seedTrainings } from '#tests/support/seed-trainings.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

const PATIENTS = 6;
const UNHEARD_SEED = 100;
const TREES = { engine: 'trees', seconds: 60 } as const;
/** A network, by the Python worker that the server starts where PyTorch is; elsewhere the trees again. */
const SECOND = findTorch() === null ? TREES : ({ engine: 'unet', seconds: 10 } as const);

/** The hippocampus set and the series 'HippoCrop' where they are on this machine, else boxes. */
async function images(folder: string) {
  const data = realDataFolder();
  const patients = await readPatients(data, PATIENTS);
  if (data !== null && patients !== null) return { patients, series: join(data, 'mr-brain-registered', '13_HCropVolume') };
  for (const [at, bytes] of boxesToDicom(UNHEARD_SEED).entries()) await writeFile(join(folder, `${at}.dcm`), bytes);
  return { patients: Array.from({ length: PATIENTS }, (_, seed) => boxesOf(seed)), series: folder };
}

/** A team trains its own model, and it proposes: read from top to bottom. Server, with its worker and training, and browser are killed on the way. */
describe('a model of the team', () => {
  let device: Device;
  let folder: string;
  let series: string;
  let known: { model: number; trainings: number[] };
  let address: string;
  let bearer: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-own-model-'));
    device = await openDevice({ env: { LIGHTSHIP_LOCAL_WORKER: SECOND.engine === 'unet' ? 'on' : 'off' } });
    const found = await images(folder);
    series = found.series;
    await device.server.stop();
    const trainings = [TREES, SECOND];
    known = await seedTrainings(device.server.dataDir, DEMO.admin.email, { patients: found.patients, trainings });
    await device.server.restart();
    bearer = await bearerOf(device.server, DEMO.admin);
  }, 120_000);
  afterAll(async () => {
    await device.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const authorization = `Bearer ${bearer}`;
    const answer = await device.server.request(`/${path}`, {
      method,
      headers: { authorization, team: 'north' },
      ...(body && { body }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return (answer.json() as { data: T }).data;
  }
  const training = (at: number) => call<AiTrainingDetail>('GET', `api/ai2/ai-train/${known.trainings[at]}`);

  async function promote(number: number): Promise<void> {
    const { versions } = await call<AiModelDetail>('GET', `api/ai2/model/${known.model}`);
    const { uuid } = versions.find((each) => each.number === number)!;
    await call('POST', `api/ai2/versions/${uuid}/promote`, { reason: 'For this test' });
  }

  it(
    'is trained by the workers of the server, which are killed meanwhile, and promoted with a rule [AI-90, AI-93]',
    { timeout: 300_000 },
    async () => {
      for (const [at, id] of known.trainings.entries()) {
        await call('POST', `services/ai2/train/start/${id}`);
        // Trees take half a second.
        await expect.poll(async () => (await training(at)).state, { timeout: 60_000, interval: 10 }).toBe('running');
        await device.server.restart();
        // What a killed worker had taken is with it for another minute.
        await expect.poll(async () => (await training(at)).state, { timeout: 180_000, interval: 500 }).toBe('complete');
      }
      expect((await training(0)).dice).toBeGreaterThan(0.5);
      await promote(1);
      const { version } = await call<ModelConfiguration>('GET', 'api/ai-model-configuration');
      const rule = { uuid: crypto.randomUUID(), modality: 'MR', body_part: 'hippocrop', acquisition: '', model: known.model, on: true };
      await call('PUT', 'api/ai-model-configuration', { rules: [rule], version });
    },
  );

  it('proposes on a series that is uploaded, without a further click [AI-80, AI-93]', async () => {
    const { server } = device;
    await signIn(device.page, server);
    await openUploadPage(device.page, server);
    await waitForServiceWorker(device.page);
    await dropFolder(device.page, series);
    await waitUntilOnDevice(device.page, 1);
    await device.page.getByRole('combobox', { name: /^Body part of all studies/i }).click();
    await device.page.getByRole('option', { name: 'Head', exact: true }).click();
    device.gate.holdAfter(0);
    await pressProcess(device.page);
    await device.gate.waitForArrivals(1);
    await device.killAndReturn();
    device.gate.open();
    await uploadState(device.page, 'finished');
    await server.restart();
    const studies = await call<{ uuid: string; series: { seriesDescription: string }[] }[]>('GET', 'api/studies-v2');
    const { uuid } = studies.find(({ series: [one] }) => one?.seriesDescription === 'HippoCrop')!;
    const proposals = () => call<unknown[]>('GET', `api/studies/${uuid}/proposals`);
    await expect.poll(async () => (await proposals()).length, { timeout: 30_000 }).toBe(1);
    address = `${device.team}/annotator/case/${uuid}`;
    await device.page.goto(address);
    const panel = device.page.getByRole('region', { name: 'Proposals of models' });
    await panel.getByText('Hippocampus 1').waitFor();
    await panel.getByRole('button', { name: 'Accept' }).waitFor();
    expect(await panel.textContent()).toContain('Not for diagnosis');
    expect(await panel.textContent()).toContain('Learned from');
  });

  it('proposes by itself on a device that has pinned the study, without a network, also after a kill [AI-87, AI-100, AI-101, AI-93]', async () => {
    await promote(2);
    await device.page.goto(`${device.team}/studies-v2`);
    await device.page.getByRole('row').filter({ hasText: 'MR' }).first().waitFor();
    await device.page
      .getByRole('button', { name: /^Keep on this device: (?!Muster)/ })
      .first()
      .click();
    await device.page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    const keys = (await rowsOnDevice<{ key: string }>(device.page, 'keptObjects')).map(({ key }) => key.split(':')[0]);
    expect(keys).toEqual(expect.arrayContaining(['labels', 'model']));
    await device.page.goto(address);
    const offered = device.page.getByRole('region', { name: 'Models on this device' });
    await offered.getByText('Hippocampus 2').waitFor();
    await offered.getByRole('button', { name: 'Propose on this device' }).click();
    const panel = device.page.getByRole('region', { name: 'Proposals of models' });
    await panel.getByText('Computed on this device').waitFor();
    await device.page.goto(`${device.team}/device`);
    await device.page.getByText('Models for offline studies').waitFor();

    await device.server.kill();
    await device.killAndStart();
    await device.page.goto(address);
    const again = device.page.getByRole('region', { name: 'Proposals of models' });
    await again.getByText('Computed on this device').waitFor({ timeout: 30_000 });
    await again.getByRole('paragraph').filter({ hasText: 'Hippocampus 2' }).waitFor();
    expect(await again.textContent()).toContain('Not for diagnosis');
    // What the server has proposed is here as well.
    await again.getByLabel('Proposal').selectOption({ label: 'Hippocampus 1' });
    await again.getByRole('button', { name: 'Accept' }).waitFor();
  });
});
