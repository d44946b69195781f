import { createHash, randomUUID } from 'node:crypto';
import type { ServerContext } from '#server/rules/context.ts';

interface FrozenTestCase {
  study: { id: number; uuid: string };
  series: { id: number; uuid: string };
}

const CHOICE = JSON.stringify({ masks: { rule: 'newest' }, picks: [], channels: [] });

/** The UUID of a version as if it had been frozen. The first case is learned from, the others are measured on. Each has an image and a label map of these bytes. */
export async function addFrozenTestVersion(
  { db, objects, now }: Pick<ServerContext, 'db' | 'objects' | 'now'>,
  datasetId: number,
  cases: readonly FrozenTestCase[],
  { titles = ['Head', 'Tail'], bytes = Buffer.from('a volume') }: { titles?: readonly string[]; bytes?: Buffer } = {},
): Promise<string> {
  const uuid = randomUUID();
  const key = `frozen/${uuid}`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await objects.write(key, bytes);
  await db.write(async (tx) => {
    const times = { created_at: now(), updated_at: now() };
    const last = await tx
      .selectFrom('dataset_version')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('dataset_id', '=', datasetId)
      .executeTakeFirst();
    const { id: version_id } = await tx
      .insertInto('dataset_version')
      .values({
        ...{ dataset_id: datasetId, uuid, number: (last?.number ?? 0) + 1, title: 'First', state: 'frozen', failure: null, choice: CHOICE },
        ...{ classes: JSON.stringify(titles.map((title, at) => ({ value: at + 1, title }))), channels: '["image"]', left_out: '[]' },
        ...{ faces_by: null, faces_at: null, created_by: null, ...times },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [at, { study, series }] of cases.entries()) {
      const number = at + 1;
      const { team_id, patient } = await tx
        .selectFrom('study')
        .innerJoin('patient', 'patient.id', 'study.patient_id')
        .select(['study.team_id', 'patient.uuid as patient'])
        .where('study.id', '=', study.id)
        .executeTakeFirstOrThrow();
      const structure = await tx.selectFrom('structure').select('id').orderBy('id').executeTakeFirstOrThrow();
      const drawn = await tx
        .insertInto('segmentation')
        .values({
          ...{ uuid: randomUUID(), team_id, study_id: study.id, parent_id: null, structure_id: structure.id, user_id: null },
          ...{ origin: 'drawn', rbac: 1, series_id: null, grid_hash: null, ...times },
        })
        .returning(['id', 'uuid'])
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('dataset_case')
        .values({
          ...{ version_id, number, study_id: study.id, study_uuid: study.uuid, patient_uuid: patient, part: at === 0 ? 0 : 2, face: 0 },
          ...{ segmentation_id: drawn.id, segmentation_uuid: drawn.uuid, operation_number: 1, series_id: series.id, segments: '[]' },
          ...{ grid_hash: 'a'.repeat(64), label_key: key, label_sha256: sha256, label_bytes: bytes.length, voxels: '[1,1]' },
          ...{ overlapping: 0, withdrawn_at: null },
        })
        .execute();
      await tx
        .insertInto('dataset_image')
        .values({
          ...{ version_id, number, channel: 0, series_uuid: series.uuid, grid_hash: null, sha256, bytes: bytes.length, object_key: key },
        })
        .execute();
    }
  });
  return uuid;
}
