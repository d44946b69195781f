import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createAiTestBench, holderOf, sha256Of, type AiTestBench, type TestWorker } from '#server/rules/ai/ai-test-bench.ts';
import { readFile } from '#server/rules/ai/files.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import type { LeasedJob } from './claim.ts';
import { outputsOf, saveOutput } from './outputs.ts';

const [FIRST, SECOND] = [Buffer.from('one half and '), Buffer.from('the other')];

describe.each(TEST_ENGINES)('what a job hands in, on %s', (engine) => {
  let ai: AiTestBench;
  let worker: TestWorker;
  let job: LeasedJob;
  beforeEach(async () => {
    ai = await createAiTestBench(engine);
    worker = await ai.newWorker();
    await ai.infer((await ai.newRunning()).model, await ai.newStudy());
    job = (await ai.take(worker))!;
  });
  afterEach(() => ai.close());

  const send = (file: string, part: number, bytes: Buffer, parts = 2, sha256 = sha256Of(bytes)) =>
    saveOutput(ai.context, holderOf(worker, job), { name: 'labels.nii.gz', file, part, parts, sha256, bytes });
  async function stored(): Promise<string[]> {
    const outputs = await outputsOf(ai.context.db.read, job.id);
    return Promise.all(outputs.map(async ({ name, file_id }) => `${name}: ${(await readFile(ai.context, file_id)).toString()}`));
  }
  const keysOf = async () =>
    (await ai.context.db.read.selectFrom('ai_file_part').select('object_key').execute()).map((row) => row.object_key);

  test('arrives in parts, in any order and more than once, and counts once all are there', async () => {
    const file = randomUUID();
    await send(file, 1, SECOND);
    await send(file, 1, SECOND);
    expect(await stored()).toEqual([]);
    await send(file, 0, FIRST);
    await send(file, 0, FIRST);
    expect(await stored()).toEqual(['labels.nii.gz: one half and the other']);
  });

  test('is replaced by the last complete file of its name, whose bytes alone stay', async () => {
    const before = await keysOf();
    const [first, second] = [randomUUID(), randomUUID()];
    for (const file of [first, second]) for (const [part, bytes] of [FIRST, SECOND].entries()) await send(file, part, bytes);
    expect(await stored()).toEqual(['labels.nii.gz: one half and the other']);
    const keys = (await keysOf()).filter((key) => !before.includes(key));
    expect(keys.map((key) => key.includes(second))).toEqual([true, true]);
    const all: string[] = [];
    for await (const { key } of ai.context.objects.list('')) all.push(key);
    expect(all.filter((key) => key.includes(first))).toEqual([]);
  });

  test('keeps the earlier file while the next one is incomplete', async () => {
    const file = randomUUID();
    for (const [part, bytes] of [FIRST, SECOND].entries()) await send(file, part, bytes);
    await send(randomUUID(), 0, FIRST);
    expect(await stored()).toEqual(['labels.nii.gz: one half and the other']);
  });

  test('is refused if the bytes are not those of the hash, if there are not so many parts, and once the file is complete', async () => {
    const file = randomUUID();
    expect(await refusalOf(send(file, 0, FIRST, 2, sha256Of(SECOND)))).toMatchObject({
      code: 'invalid',
      errors: { sha256: expect.anything() },
    });
    expect(await refusalOf(send(file, 2, FIRST))).toMatchObject({ code: 'invalid', errors: { part: expect.anything() } });
    await send(file, 0, FIRST);
    expect((await refusalOf(send(file, 1, SECOND, 3))).code).toBe('conflict');
    await send(file, 1, SECOND);
    expect((await refusalOf(send(file, 1, FIRST))).code).toBe('conflict');
    expect(await stored()).toEqual(['labels.nii.gz: one half and the other']);
  });

  test('of a study is stored in the folder of the study, which is removed with it', async () => {
    const { study_id } = await ai.ofInfer(job.infer_id!);
    const { uuid } = await ai.context.db.read.selectFrom('study').select('uuid').where('id', '=', study_id).executeTakeFirstOrThrow();
    await send(randomUUID(), 0, FIRST, 1);
    expect((await keysOf()).at(-1)).toMatch(`team-${ai.eva.teamId}/study-${uuid}/ai-`);
  });
});
