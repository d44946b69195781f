import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

export const MODALITIES = ['MR', 'MR', 'MR', 'CT', 'CT', 'PT', 'US', 'XA'] as const;
export const BODY_PARTS = ['prostate', 'head', 'lung', 'liver', 'kidney'] as const;

/**
 * One study an upload, with its series and a file each. Most are converted, and each hundred holds some in every other state. Modality, body
 * part and study date follow the number, with cycles of different lengths, so that each filter finds a part of what the others find.
 */
export async function addManyStudies({ context, eva, tom }: TestBench, count: number, seriesOfStudy: number): Promise<void> {
  const BATCH = 200;
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
    await context.db.write(async (tx) => {
      const uploads = await tx
        .insertInto('upload')
        .values(numbers.map((number) => uploadRow(number, number % 3 === 0 ? tom : eva)))
        .returning(['id', 'user_id', 'created_at'])
        .execute();
      const patients = await tx
        .insertInto('patient')
        .values(uploads.map(({ created_at }, index) => patientRow(numbers[index]!, created_at, eva.teamId)))
        .returning('id')
        .execute();
      const studies = await tx
        .insertInto('study')
        .values(uploads.map((upload, index) => studyRow(numbers[index]!, upload, patients[index]!.id, eva.teamId)))
        .returning(['id', 'upload_id'])
        .execute();
      const series = await tx
        .insertInto('series')
        .values(
          studies.flatMap(({ id, upload_id }, index) =>
            Array.from({ length: seriesOfStudy }, (_, idx) => seriesRow(numbers[index]!, idx, id, upload_id)),
          ),
        )
        .returning(['id', 'upload_id'])
        .execute();
      await tx
        .insertInto('file')
        .values(series.map(({ id, upload_id }) => fileRow(id, upload_id)))
        .execute();
    });
  }
}

function uploadRow(number: number, { teamId, userId }: { teamId: number; userId: number }): Insertable<Schema['upload']> {
  const at = Date.UTC(2024, 0, 1) + number * 60_000;
  const row = { session: randomUUID(), team_id: teamId, user_id: userId, started: at, state: 'finished' as const };
  return { ...row, sent_at: at, created_at: at, updated_at: at };
}

function patientRow(number: number, at: number, teamId: number): Insertable<Schema['patient']> {
  const texts = { patient_id: `P-${number}`, issuer: '', birth_date: '19580412', sex: 'O' };
  return { uuid: randomUUID(), team_id: teamId, ...texts, merged_into: null, created_at: at, updated_at: at };
}

function studyRow(
  number: number,
  { id, user_id, created_at: at }: { id: number; user_id: number; created_at: number },
  patientId: number,
  teamId: number,
): Insertable<Schema['study']> {
  const name = `Patient^${number}`;
  return {
    uuid: randomUUID(),
    team_id: teamId,
    upload_id: id,
    uploaded_by: user_id,
    state: stateOf(number),
    client_id: `study-${number}`,
    patient_id: patientId,
    study_instance_uid: `1.2.826.0.1.${number}`,
    patient_name: name,
    original_patient_name: name,
    patient_sex: 'O',
    study_date: `202401${String((number % 28) + 1).padStart(2, '0')}`,
    study_time: '101500',
    modality: MODALITIES[number % MODALITIES.length]!,
    body_part: BODY_PARTS[number % BODY_PARTS.length]!,
    anonymize: 0,
    dirty: 0,
    search_text: `${name}\nt2 axial ${number}`.toLowerCase(),
    name_key: name.toLowerCase(),
    created_at: at,
    updated_at: at,
  };
}

function stateOf(number: number) {
  return (['error', 'receiving', 'proved', 'converting'] as const)[number % 25] ?? 'converted';
}

function seriesRow(number: number, idx: number, studyId: number, uploadId: number): Insertable<Schema['series']> {
  const state = stateOf(number);
  return {
    uuid: randomUUID(),
    study_id: studyId,
    upload_id: uploadId,
    client_id: `series-${number}-${idx}`,
    idx,
    series_instance_uid: `1.2.826.0.2.${number}.${idx}`,
    series_number: String(idx + 1),
    series_description: `t2 axial ${number}`,
    modality: 'MR',
    cnt: 20,
    number_of_frames: 1,
    rows: 512,
    columns: 512,
    slice_thickness: 3,
    type: 'dcm',
    ref_serie: idx === 0 ? 1 : 0,
    file_count: 1,
    total_bytes: 500_000,
    proved_files: state === 'receiving' ? 0 : 1,
    // One of a study that is converted has ended while the others wait.
    state: state === 'converting' && idx === 0 ? 'converted' : state,
    message: null,
    created_at: 0,
    updated_at: 0,
  };
}

function fileRow(seriesId: number, uploadId: number): Insertable<Schema['file']> {
  const row = { upload_id: uploadId, series_id: seriesId, client_file_id: `file-${seriesId}`, name: 'IM0001', size: 500_000 };
  return { ...row, sha256: 'a'.repeat(64), received: 500_000, proved: 1, position: 0, frames: 1 };
}
