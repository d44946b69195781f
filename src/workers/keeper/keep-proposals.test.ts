import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Proposal } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { deviceUsage } from '#localdb/kept-copies/device-usage.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import { keptByStudy, pinStudy, unpinStudy } from '#localdb/kept-copies/pins.ts';
import { LocalDb } from '#localdb/schema.ts';
import { browserClock } from '#transfer/browser.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { KeepPorts } from './fetch-object.ts';
import { checkStudy, keepStudy } from './keep-study.ts';
import { exampleServer, type ExampleServer } from './server.example.ts';

const NEVER = new AbortController().signal;
const NAME = { patientName: 'Heron', description: 'MR' };
let db: LocalDb;
let server: ExampleServer;
let ports: KeepPorts;
let runtimes: number;
let hasRuntime: boolean;

function modelOf(uuid: string, size: number, { engine = 'trees', modality = 'MR' } = {}): RunnableModel {
  return {
    version: { uuid, size, state: 'ready', manifest: { engine, channels: [{ acquisition: null }] } },
    rules: [{ modality, body_part: '', acquisition: '', on: true }],
  } as unknown as RunnableModel;
}
const proposal = (id: number, size: number) => ({ id, size }) as Proposal;
const keys = async () => (await db.keptObjects.toArray()).map(({ key }) => key).filter((key) => /^(?:labels|model|answer:[pr])/.test(key)).sort(); // prettier-ignore

beforeEach(async () => {
  const user = nextUser();
  db = new LocalDb(user);
  const device = await openDeviceKey(db);
  server = exampleServer({ a: { 1: 40 }, b: { 2: 30 } });
  server.proposed = { data: [proposal(9, 12)], blinded: false };
  server.models = [modelOf('m', 20), modelOf('ct', 20, { modality: 'CT' })];
  [runtimes, hasRuntime] = [0, true];
  const keepRuntime = async () => {
    runtimes += 1;
    return hasRuntime;
  };
  ports = { db, device, server, keepRuntime, clock: { ...browserClock, now: () => 1_000, random: () => 0.5 } };
  for (const study of ['a', 'b']) await pinStudy(db, device, study, NAME, 1);
});

const keep = (study: string) => keepStudy(ports, study, NEVER);
const stateOf = async (study: string) => (await db.pins.get(study))?.state;

describe('models of a pinned study', () => {
  it('are kept with it if they suit a series, with what was proposed; other models are not [AI-87]', async () => {
    await keep('a');
    expect(await keys()).toEqual(['answer:proposals:a', 'answer:runnable:a', 'labels:9', 'model:m']);
    expect(runtimes).toBe(0);
    expect(await stateOf('a')).toBe('kept');
  });

  it('that correct by clicks are kept with it without a rule, if they suit a series [AI-97]', async () => {
    const clicks = (uuid: string, acquisition: string | null): RunnableModel => {
      const { version } = modelOf(uuid, 20, { engine: 'onnx' });
      const channels = Array.from({ length: 4 }, () => ({ acquisition }));
      return { version: { ...version, manifest: { engine: 'onnx', clicks: true, channels } }, rules: [] } as unknown as RunnableModel;
    };
    server.models = [clicks('any', null), clicks('dwi', 'DWI')];
    await keep('a');
    expect(await keys()).toEqual(['answer:proposals:a', 'answer:runnable:a', 'labels:9', 'model:any']);
    expect(runtimes).toBe(1);
  });

  it('are kept once for all studies, are counted, and go with the last of them [AI-101]', async () => {
    await keep('a');
    await keep('b');
    expect(server.asked.filter((each) => each.startsWith('model'))).toEqual(['model m 0+20']);
    expect((await deviceUsage(db)).models).toEqual({ bytes: 20, objects: 1 });
    expect([...(await keptByStudy(db, ports.device)).keys()]).toEqual(['a', 'b']);
    await unpinStudy(db, 'a');
    expect(await keys()).toContain('model:m');
    await unpinStudy(db, 'b');
    expect([await db.keptObjects.count(), await db.keptPieces.count()]).toEqual([0, 0]);
  });

  it('are replaced by the version that is promoted later [AI-87]', async () => {
    await keep('a');
    await checkStudy(ports, 'a', NEVER);
    expect(await stateOf('a')).toBe('kept');
    server.models = [modelOf('n', 25, { engine: 'onnx' })];
    await checkStudy(ports, 'a', NEVER);
    expect(await stateOf('a')).toBe('wanted');
    await keep('a');
    expect(await keys()).toContain('model:n');
    expect(await keys()).not.toContain('model:m');
    expect(runtimes).toBe(1);
  });

  it('stay, while decisions of others are noted at once; for whom the study is blinded later, they go [AI-85, AI-87]', async () => {
    await keep('a');
    server.proposed = { data: [{ ...proposal(9, 12), decided: [{ value: 1 }] } as Proposal], blinded: false };
    await checkStudy(ports, 'a', NEVER);
    expect(await stateOf('a')).toBe('kept');
    const answer = await keptObject(db, ports.device, 'answer:proposals:a');
    expect(await (await answer!.blob()).text()).toContain('decided');
    server.proposed = { data: [], blinded: true };
    await checkStudy(ports, 'a', NEVER);
    expect(await stateOf('a')).toBe('wanted');
    await keep('a');
    expect(await keys()).toEqual(['answer:proposals:a', 'answer:runnable:a']);
  });

  it('come with ONNX Runtime, and the study is tried again without it [AI-87]', async () => {
    server.models = [modelOf('m', 20, { engine: 'onnx' })];
    hasRuntime = false;
    await keep('a');
    expect(await db.pins.get('a')).toMatchObject({ state: 'failed', failure: { why: 'network' } });
  });

  it('are not kept for whom the study is blinded [AI-85]', async () => {
    server.proposed = { data: [], blinded: true };
    await keep('a');
    expect(await keys()).toEqual(['answer:proposals:a', 'answer:runnable:a']);
    expect(server.asked).not.toContain('runnable');
  });
});
