import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE, type Permission } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { CLASSES, CLICKS, createAiTestBench, MANIFEST, sha256Of, type AiTestBench } from './ai-test-bench.ts';
import { saveFilePart } from './files.ts';
import { createModel, deleteModel, listModels, modelDetail, saveModel } from './models.ts';
import { addVersion, runnableModels } from './versions.ts';

// As the wire gives them.
const SEGMENTS = CLASSES.map(({ title, value }) => ({ title, value }));
const SAVED = { name: 'Renamed', code: 'renamed', description: 'Of the left side', segments: SEGMENTS };

describe.each(TEST_ENGINES)('models, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  const objects = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of ai.context.objects.list('')) if (key.includes('/ai-')) keys.push(key);
    return keys;
  };

  test('keep structure and segments once a version or a training relies on them [AI-001]', async () => {
    const model = await ai.newModel();
    const structure_id = model.structure_id!;
    const other = { ...SAVED, structure_id, segments: [SEGMENTS[0]!] };
    expect((await saveModel(ai.context, ai.eva, model.id, other)).segments).toEqual([SEGMENTS[0]]);
    await saveModel(ai.context, ai.eva, model.id, { ...SAVED, structure_id });
    await ai.promote(model);
    expect((await refusalOf(saveModel(ai.context, ai.eva, model.id, other))).code).toBe('model_fixed');
    expect(await saveModel(ai.context, ai.eva, model.id, { ...SAVED, structure_id, name: 'Again' })).toMatchObject({ name: 'Again' });

    const { model: trained } = await ai.newTraining();
    expect((await refusalOf(saveModel(ai.context, ai.eva, trained.id, { ...other, structure_id }))).code).toBe('model_fixed');
  });

  test('are changed by who made them and by administrators, and not seen by other teams', async () => {
    const model = await ai.newModel(ai.tom);
    const scientist: Member = { ...ai.eva, permissions: new Set<Permission>(['r:ai-models']) };
    const change = { ...SAVED, structure_id: model.structure_id! };
    await ai.context.db.write((tx) =>
      tx.updateTable('membership').set({ role_id: ROLE.dataScientist }).where('user_id', '=', ai.eva.userId).execute(),
    );
    expect((await refusalOf(saveModel(ai.context, scientist, model.id, change))).code).toBe('not_allowed');
    expect((await modelDetail(ai.context.db.read, scientist, model.id, ai.clock.now)).editable).toBe(false);
    expect((await refusalOf(saveModel(ai.context, ai.ute, model.id, change))).code).toBe('not_found');
    expect((await listModels(ai.context, ai.ute, { page: 1 })).data).toEqual([]);
    expect((await listModels(ai.context, ai.eva, { page: 1, search: 'hippo' })).data).toMatchObject([{ id: model.id, user_name: 'Tom' }]);
    expect((await listModels(ai.context, ai.eva, { page: 1, search: 'knee' })).total).toBe(0);
  });

  test('are copied with their name as the parent, and without versions [AI-011]', async () => {
    const { model } = await ai.newRunning();
    const copied = { ...SAVED, structure_id: model.structure_id!, uuid: randomUUID(), parent_id: model.id };
    expect(await createModel(ai.context, ai.eva, copied)).toMatchObject({ parent_id: model.id, is_derived: true, versions: [] });
    expect((await refusalOf(createModel(ai.context, ai.ute, { ...copied, uuid: randomUUID() }))).code).toBe('not_found');
  });

  test('are deleted with their files, also twice, unless something ran or runs', async () => {
    const { model } = await ai.newRunning();
    expect(await objects()).toHaveLength(1);
    await ai.infer(model, await ai.newStudy());
    expect((await refusalOf(deleteModel(ai.context, ai.eva, model.id))).code).toBe('model_in_use');
    await ai.context.db.write((tx) => tx.deleteFrom('infer').execute());
    await deleteModel(ai.context, ai.ute, model.id);
    expect(await objects()).toHaveLength(1);
    await deleteModel(ai.context, ai.eva, model.id);
    await deleteModel(ai.context, ai.eva, model.id);
    expect(await objects()).toEqual([]);

    const { model: learning } = await ai.startedTraining();
    expect((await refusalOf(deleteModel(ai.context, ai.eva, learning.id))).code).toBe('model_in_use');
  });

  test('take versions whose file and classes are right, numbered in their order', async () => {
    const [model, bytes] = [await ai.newModel(), Buffer.from('a network')];
    const part = (file: string, index: number, parts: number) => ({
      ...{ teamId: ai.eva.teamId, uuid: file, part: index, parts, sha256: sha256Of(bytes), bytes, folder: `team-${ai.eva.teamId}/` },
    });
    const file = randomUUID();
    await saveFilePart(ai.context, part(file, 1, 2));
    const sha256 = sha256Of(Buffer.concat([bytes, bytes]));
    const wish = { uuid: randomUUID(), file, sha256, manifest: MANIFEST };
    const add = (more: Partial<typeof wish> = {}) => addVersion(ai.context, ai.eva, model.id, { ...wish, ...more });
    expect(await refusalOf(add())).toMatchObject({ code: 'invalid', errors: { file: expect.anything() } });
    await saveFilePart(ai.context, part(file, 0, 2));
    expect(await refusalOf(add({ sha256: sha256Of(bytes) }))).toMatchObject({ code: 'invalid', errors: { sha256: expect.anything() } });
    const classes = [CLASSES[0]!, { value: 2, title: 'Body' }];
    expect(await refusalOf(add({ manifest: { ...MANIFEST, classes } }))).toMatchObject({ errors: { manifest: expect.anything() } });
    expect(await refusalOf(add({ file: randomUUID() }))).toMatchObject({ errors: { file: expect.anything() } });
    expect(await add()).toMatchObject({ number: 1, sha256, size: 18, report: null, dataset: null });
    expect(await add()).toMatchObject({ number: 1 });
    expect(await add({ uuid: randomUUID() })).toMatchObject({ number: 2 });
  });

  test('for clicks have versions for clicks only, with one class and the channels of clicks [AI-98]', async () => {
    const model = await ai.newModel();
    for (const manifest of [
      { ...CLICKS, channels: CLICKS.channels.slice(1) },
      { ...CLICKS, classes: CLASSES },
      { ...CLICKS, mirror: [0] },
      { ...CLICKS, engine: 'trees' as const },
    ])
      expect(await refusalOf(ai.promote(model, ai.eva, manifest))).toMatchObject({
        code: 'invalid',
        errors: { manifest: expect.anything() },
      });
    const version = await ai.promote(model, ai.eva, CLICKS);
    expect(await runnableModels(ai.context, ai.eva)).toMatchObject([{ version: { uuid: version, manifest: { clicks: true } } }]);
    expect(await refusalOf(ai.promote(model))).toMatchObject({ code: 'invalid', errors: { manifest: expect.anything() } });
    const { model: segmenting } = await ai.newRunning();
    expect((await refusalOf(ai.promote(segmenting, ai.eva, CLICKS))).code).toBe('invalid');
  });

  test('are no more than the limit', async () => {
    const model = await ai.newModel();
    const row = await ai.context.db.read.selectFrom('ai_model').selectAll().where('id', '=', model.id).executeTakeFirstOrThrow();
    const { id: _, ...values } = row;
    const rows = Array.from({ length: LIMITS.aiModelsPerTeam - 1 }, () => ({ ...values, uuid: randomUUID() }));
    await ai.context.db.write((tx) => tx.insertInto('ai_model').values(rows).execute());
    expect(await refusalOf(ai.newModel())).toMatchObject({ code: 'too_many', limit: { name: 'aiModelsPerTeam' } });
    await ai.newModel(ai.ute);
  });
});
