import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createAiTestBench, holderOf, sha256Of, type AiTestBench } from './ai-test-bench.ts';
import { saveFilePart } from './files.ts';
import { saveOutput } from './jobs/outputs.ts';
import { removeUnusedFiles } from './unused-files.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('files that nothing uses, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  const bytes = Buffer.from('half of a network');
  const sha256 = sha256Of(bytes);
  async function objects(): Promise<number> {
    let count = 0;
    for await (const { key } of ai.context.objects.list('')) if (key.includes('/ai-')) count += 1;
    return count;
  }
  const files = async () => (await ai.context.db.read.selectFrom('ai_file').select('uuid').orderBy('id').execute()).map(({ uuid }) => uuid);
  const sent = async (parts: number): Promise<string> => {
    const uuid = randomUUID();
    await saveFilePart(ai.context, { teamId: ai.eva.teamId, uuid, part: 0, parts, sha256, bytes, folder: `team-${ai.eva.teamId}/` });
    return uuid;
  };

  test('go a day later: what was begun and what nobody made a version of; what is used stays [AI-91]', async () => {
    const model = await ai.newModel();
    await ai.promote(model);
    const used = await files();
    const [begun, whole] = [await sent(2), await sent(1)];
    ai.clock.now += DAY_MS - 1;
    await removeUnusedFiles(ai.context);
    expect(await files()).toEqual([...used, begun, whole]);
    ai.clock.now += 1;
    await removeUnusedFiles(ai.context);
    expect([await files(), await objects()]).toEqual([used, 1]);
  });

  test('stay while a job runs that may be sending them; outputs and results stay [AI-91]', async () => {
    const worker = await ai.newWorker();
    await ai.infer((await ai.newRunning()).model, await ai.newStudy());
    const job = (await ai.take(worker))!;
    const known = await files();
    const file = randomUUID();
    await saveOutput(ai.context, holderOf(worker, job), { name: 'labels.nii.gz', file, part: 0, parts: 2, sha256, bytes });
    ai.clock.now += 2 * DAY_MS;
    await removeUnusedFiles(ai.context);
    expect(await files()).toEqual([...known, file]);
    await ai.context.db.write((tx) => tx.updateTable('ai_job').set({ state: 'failed', lease_until: null }).execute());
    await removeUnusedFiles(ai.context);
    expect(await files()).toEqual(known);

    const study = await ai.newStudy();
    await ai.infer((await ai.newRunning()).model, study);
    await ai.finishInfer(worker, (await ai.take(worker))!);
    const results = await files();
    ai.clock.now += 2 * DAY_MS;
    await removeUnusedFiles(ai.context);
    expect(await files()).toEqual(results);
    expect(results.length).toBeGreaterThan(known.length + 1);
  });
});
