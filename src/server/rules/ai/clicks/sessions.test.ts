import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClickTaken, ClickTurn } from '#contract/ai/click-sessions.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { CLICKS, createAiTestBench, sha256Of, type AiTestBench, type TestStudy, type TestWorker } from '#server/rules/ai/ai-test-bench.ts';
import { openInput } from '#server/rules/ai/jobs/inputs.ts';
import { withdrawVersion } from '#server/rules/ai/versions.ts';
import { drainWorker, revokeWorkerKey } from '#server/rules/ai/workers.ts';
import type { Member } from '#server/rules/context.ts';
import { readAs } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { gridHash } from '#server/rules/segmentations/grids.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import { clickAnswer, closeClickSession, openClickSession, sendClicks } from './sessions.ts';
import { takeClicks } from './take.ts';

const GRID = straightGrid(8, 6, 4);
const HASH = gridHash(GRID);
const MASK = { from: [1, 2, 3], size: [1, 1, 1], bytes: 'eJxjBAAAAgAC' } satisfies NonNullable<ClickTaken['prompt']>['mask'];
const PLACE = { place: [1, 2, 3], inside: true } satisfies NonNullable<ClickTaken['prompt']>['clicks'][number];
const stays = new AbortController().signal;

describe.each(TEST_ENGINES)('clicks that a worker answers, on %s', (engine) => {
  let ai: AiTestBench;
  let study: TestStudy;
  let version: string;
  let worker: TestWorker;
  beforeEach(async () => {
    ai = await createAiTestBench(engine);
    study = await ai.newStudy();
    await readAs(ai.bench, study.series.id, GRID);
    version = await ai.promote(await ai.newModel(), ai.eva, CLICKS);
    worker = await ai.newWorker(ai.eva, { engines: ['unet-clicks'] });
  });
  afterEach(() => ai.close());

  async function open(more: Partial<{ uuid: string; series: string; version: string; grid: string }> = {}, caller: Member = ai.eva) {
    const uuid = more.uuid ?? randomUUID();
    await openClickSession(ai.context, caller, study.study.uuid, { uuid, series: study.series.uuid, version, grid: HASH, ...more });
    return uuid;
  }
  const send = (uuid: string, number = 1, caller: Member = ai.eva) =>
    sendClicks(ai.context, caller, uuid, { number, clicks: [PLACE], mask: MASK });
  const ask = (uuid: string, number = 1, { caller = ai.eva, waitMs = 0 } = {}) =>
    clickAnswer(ai.context, caller, { uuid, number }, { waitMs, left: stays });
  const turn = (more: Partial<ClickTurn> = {}, by: TestWorker = worker): Promise<ClickTaken> =>
    takeClicks(
      ai.context,
      { waitSeconds: 0, held: null, answer: null, ...more },
      { keyId: by.keyId, worker: by.uuid, left: stays, origin: 'https://north.test' },
    );
  const later = (ms: number): void => void (ai.clock.now += ms);
  const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).code;

  test('a worker gets a session with all that it needs, and its prompt; the person gets the mask [AI-99]', async () => {
    expect(await turn()).toEqual({ session: null, prompt: null, ended: false });
    const uuid = await open();
    const { session } = await turn();
    expect(session).toMatchObject({
      ...{ uuid, team: 'north', leaseSeconds: 60, manifest: { clicks: true } },
      grid: { size: [8, 6, 4], origin: [0, 0, 0], steps: [[2, 0, 0], [0, 2, 0], [0, 0, 3]] },
    }); // prettier-ignore
    expect(session!.inputs.map(({ name, sha256 }) => [name, sha256])).toEqual([
      ['image_0000.nii', sha256Of(Buffer.from(`volume of ${study.series.uuid}`))],
      ['model', sha256Of(Buffer.from('a network'))],
    ]);
    const told: unknown[] = [];
    for (const { url, name, bytes } of session!.inputs) {
      const ticket = url.split('/').at(-2)!;
      expect((await openInput(ai.context, { ticket, name }, (what) => told.push(what))).size).toBe(bytes);
    }
    expect(told[0]).toEqual({ teamId: ai.eva.teamId, subject: uuid });
    expect(await turn({ held: uuid })).toEqual({ session: null, prompt: null, ended: false });

    await send(uuid);
    expect(await ask(uuid)).toEqual({ state: 'waiting', mask: null, detail: '' });
    const { prompt } = await turn({ held: uuid });
    expect(prompt).toEqual({ number: 1, clicks: [PLACE], mask: MASK });
    const waiting = ask(uuid, 1, { waitMs: 5_000 });
    expect((await turn({ held: uuid, answer: { number: 1, mask: MASK, detail: '' } })).prompt).toBeNull();
    expect(await waiting).toEqual({ state: 'answered', mask: MASK, detail: '' });
  });

  test('each call may be sent twice, and only the last prompt counts [AI-99]', async () => {
    const uuid = await open();
    await open({ uuid });
    await turn();
    await send(uuid);
    await send(uuid);
    await send(uuid, 2);
    expect(await codeOf(send(uuid, 1))).toBe('conflict');
    expect(await codeOf(ask(uuid, 1))).toBe('not_found');
    const late = { number: 1, mask: MASK, detail: '' };
    expect((await turn({ held: uuid, answer: late })).prompt).toMatchObject({ number: 2 });
    const failed = { number: 2, mask: null, detail: 'The model cannot be run' };
    await turn({ held: uuid, answer: failed });
    await turn({ held: uuid, answer: { ...failed, mask: MASK, detail: '' } });
    expect(await ask(uuid, 2)).toEqual({ state: 'failed', mask: null, detail: 'The model cannot be run' });
    await closeClickSession(ai.context, ai.eva, uuid);
    await closeClickSession(ai.context, ai.eva, uuid);
    expect(await turn({ held: uuid })).toMatchObject({ ended: true });
    expect(await ai.context.db.read.selectFrom('click_prompt').selectAll().execute()).toEqual([]);
  });

  test('a worker that dies loses the session to another one, with its prompt [AI-99]', async () => {
    const [uuid, other] = [await open(), await ai.newWorker(ai.eva, { engines: ['unet-clicks'] })];
    await turn();
    await send(uuid);
    expect((await turn({}, other)).session).toBeNull();
    later(LIMITS.workerLeaseMs + 1);
    expect(await turn({ held: uuid })).toMatchObject({ ended: true });
    expect((await turn({}, other)).session?.uuid).toBe(uuid);
    expect((await turn({ held: uuid }, other)).prompt?.number).toBe(1);
    // What the first one still says is left out.
    await turn({ held: uuid, answer: { number: 1, mask: MASK, detail: '' } });
    expect((await ask(uuid)).state).toBe('waiting');
    later(LIMITS.workerLeaseMs / 2);
    await turn({ held: uuid }, other);
    later(LIMITS.workerLeaseMs / 2 + 1);
    expect(await turn({ held: uuid }, other)).toMatchObject({ ended: false });
  });

  test('a revoked key and a drained worker take nothing more [AI-99]', async () => {
    const uuid = await open();
    const { inputs } = (await turn()).session!;
    await revokeWorkerKey(ai.context, ai.eva, worker.keyId);
    expect(await codeOf(turn({ held: uuid }))).toBe('worker_key_ended');
    const ticket = inputs[0]!.url.split('/').at(-2)!;
    expect(await codeOf(openInput(ai.context, { ticket, name: 'model' }, () => undefined))).toBe('not_found');
    const drained = await ai.newWorker(ai.eva, { engines: ['unet-clicks'] });
    await drainWorker(ai.context, ai.eva, drained.uuid, true);
    expect((await turn({}, drained)).session).toBeNull();
    expect((await turn({}, await ai.newWorker(ai.eva, { engines: ['onnx'] }))).session).toBeNull();
    expect((await turn({}, await ai.newWorker(ai.ute, { engines: ['unet-clicks'] }))).session).toBeNull();
    expect((await turn({}, await ai.newWorker(ai.eva, { engines: ['unet-clicks'] }))).session?.uuid).toBe(uuid);
  });

  test('a person has one session, which ends when nothing is heard for a while [AI-99]', async () => {
    const first = await open();
    await turn();
    const second = await open();
    expect(await turn({ held: first })).toMatchObject({ ended: true });
    expect(await codeOf(send(first))).toBe('not_found');
    later(LIMITS.clickSessionMs - 1_000);
    await send(second);
    later(LIMITS.clickSessionMs - 1_000);
    expect((await ask(second)).state).toBe('waiting');
    later(2_000);
    expect(await codeOf(ask(second))).toBe('not_found');
    expect((await turn()).session).toBeNull();
    expect(await ai.context.db.read.selectFrom('click_session').selectAll().execute()).toEqual([]);
  });

  test('what cannot be answered is refused by name [AI-99]', async () => {
    const invalid = async (work: Promise<unknown>): Promise<string[]> => Object.keys((await refusalOf(work)).errors ?? {});
    expect(await invalid(open({ grid: 'f'.repeat(64) }))).toEqual(['grid']);
    expect(await invalid(open({ version: (await ai.newRunning()).version }))).toEqual(['version']);
    expect(await codeOf(open({ series: (await ai.newStudy()).series.uuid }))).toBe('not_found');
    expect(await codeOf(open({}, ai.ute))).toBe('not_found');
    const uuid = await open();
    expect(await codeOf(open({ uuid }, ai.tom))).toBe('conflict');
    for (const caller of [ai.tom, ai.ute]) {
      expect(await codeOf(send(uuid, 1, caller))).toBe('not_found');
      await closeClickSession(ai.context, caller, uuid);
    }
    await send(uuid);
    expect(await codeOf(ask(uuid, 1, { caller: ai.tom }))).toBe('not_found');
    await turn();
    await withdrawVersion(ai.context, ai.eva, version, 'Worse');
    expect(await turn({ held: uuid })).toMatchObject({ ended: true });
    expect(await codeOf(send(uuid, 2))).toBe('version_withdrawn');
    expect(await codeOf(open())).toBe('version_withdrawn');
    version = await ai.promote(await ai.newModel(), ai.eva, CLICKS);
    later(LIMITS.workerLeaseMs * 3);
    expect(await codeOf(open())).toBe('no_worker_for_clicks');
    await turn();
    await ai.context.db.write((tx) => tx.deleteFrom('volume').execute());
    expect(await invalid(open())).toEqual(['series']);
  });

  test('a deleted study ends its session [AI-99]', async () => {
    const uuid = await open();
    await turn();
    await ai.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).where('id', '=', study.study.id).execute());
    expect(await turn({ held: uuid })).toMatchObject({ ended: true });
    expect(await codeOf(send(uuid))).toBe('not_found');
  });
});
