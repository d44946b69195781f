import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelFileCheck, ModelFileRefusal } from '#server/inference/model-file-check.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { refusalOf, sha256Of } from '#server/rules/uploads/uploads-test-bench.ts';
import { createAiTestBench, MANIFEST, type AiTestBench } from './ai-test-bench.ts';
import { saveFilePart } from './files.ts';
import { addForeignVersion } from './foreign-version.ts';

describe.each(TEST_ENGINES)('models of other makers on %s', (engine) => {
  let ai: AiTestBench;
  let asked: number[];
  beforeEach(async () => {
    ai = await createAiTestBench(engine);
    asked = [];
  });
  afterEach(() => ai.close());

  const answering = (...refusals: ModelFileRefusal[]): ModelFileCheck => ({
    check: async (_manifest, file) => {
      asked.push((await file.read(0, file.size)).length);
      return refusals;
    },
  });
  async function sent(): Promise<{ file: string; sha256: string }> {
    const [file, bytes] = [randomUUID(), Buffer.from('a network')];
    const part = (index: number) => ({ teamId: ai.eva.teamId, uuid: file, part: index, parts: 2, sha256: sha256Of(bytes), bytes });
    for (const index of [0, 1]) await saveFilePart(ai.context, { ...part(index), folder: `team-${ai.eva.teamId}/` });
    return { file, sha256: sha256Of(Buffer.concat([bytes, bytes])) };
  }

  test('become a version once their file was compared with the manifest; a second call compares nothing [AI-37]', async () => {
    const model = await ai.newModel();
    const given = {
      modelId: model.id,
      version: { uuid: randomUUID(), ...(await sent()), manifest: MANIFEST },
      left: new AbortController().signal,
    };
    const refused = answering({ why: 'random', names: ['Random<x>'] }, { why: 'patch', found: [null, 8, 8], expected: [4, 8, 8] });
    expect(await refusalOf(addForeignVersion(ai.context, refused, ai.eva, given))).toEqual({
      code: 'invalid',
      errors: {
        file: [
          'Its result is another one each time: Random?x?.',
          'It takes patches of any x 8 x 8 voxels, and the manifest says 4 x 8 x 8.',
        ],
      },
    });
    expect(await addForeignVersion(ai.context, answering(), ai.eva, given)).toMatchObject({ number: 1, state: 'ready' });
    expect(await addForeignVersion(ai.context, answering({ why: 'damaged' }), ai.eva, given)).toMatchObject({ number: 1 });
    expect(asked).toEqual([18, 18]);
  });

  test('of others are not even read [AI-37]', async () => {
    const model = await ai.newModel();
    const version = { uuid: randomUUID(), ...(await sent()), manifest: MANIFEST };
    const add = (more: object, caller = ai.eva) =>
      refusalOf(
        addForeignVersion(ai.context, answering(), caller, {
          ...{ modelId: model.id, version: { ...version, ...more }, left: new AbortController().signal },
        }),
      );
    expect((await add({}, ai.ute)).code).toBe('not_found');
    expect((await add({}, { ...ai.tom, permissions: new Set(['r:ai-models']) })).code).toBe('not_allowed');
    expect(await add({ file: randomUUID() })).toMatchObject({ errors: { file: ['It was not sent.'] } });
    expect(await add({ manifest: { ...MANIFEST, classes: [{ value: 9, title: 'Other' }] } })).toMatchObject({
      errors: { manifest: expect.anything() },
    });
    expect(asked).toEqual([]);
  });
});
