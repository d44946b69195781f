import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Engine } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { listPatients } from '#server/rules/patients/patients.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { listUploads } from '#server/rules/uploads/uploads-list.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn, type Take } from '#tests/bench/in-turn.ts';

const [STUDIES, SERIES] = [10_000, 5] as const;
const TARGET_MS = 100;
const GATES = { sqlite: 'lists of 10,000 studies, SQLite', postgres: 'lists of 10,000 studies, PostgreSQL' } as const;

/** What the lists of studies and of uploads ask of the database, the slowest of all their questions: pages, searches, filters. */
export async function measureLists(rounds: number): Promise<(Measured | Skipped)[]> {
  const results: (Measured | Skipped)[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const gate = { gate: GATES[engine], unit: 'ms', target: TARGET_MS } as const;
    if (TEST_ENGINES.includes(engine)) results.push({ ...gate, ...(await slowestQuestion(engine, rounds)) });
    else results.push({ ...gate, reason: 'no PostgreSQL here (TEST_DATABASE_URL)' });
  }
  return results;
}

async function slowestQuestion(engine: Engine, rounds: number): Promise<Pick<Measured, 'runs' | 'note'>> {
  const bench = await createTestBench(engine);
  try {
    await fill(bench);
    const questions = questionsOf(bench);
    const runs = await inTurn(rounds, Object.fromEntries(Object.entries(questions).map(([name, ask]) => [name, timed(ask)])));
    const medians = Object.entries(runs).map(([name, values]) => ({
      name,
      values,
      median: values.toSorted((a, b) => a - b)[values.length >> 1]!,
    }));
    const slowest = medians.reduce((most, one) => (one.median > most.median ? one : most));
    return { runs: slowest.values, note: medians.map(({ name, median }) => `${name} ${median.toFixed(0)} ms`).join(', ') };
  } finally {
    await bench.close();
  }
}

function questionsOf({ context, eva }: TestBench): Record<string, () => Promise<{ data: readonly unknown[] }>> {
  const studies = (query: { page?: number; search?: string }) => () => listStudies(context, eva, { page: 1, ...query });
  const patients = (query: { page?: number; search?: string }) => () => listPatients(context, eva, { page: 1, ...query });
  const uploads = (query: object) => () => listUploads(context, eva, { page: 1, ...query } as Parameters<typeof listUploads>[2]);
  return {
    studies: studies({}),
    'studies, page 300': studies({ page: 300 }),
    'studies by name': studies({ search: 'patient 77' }),
    'studies by description': studies({ search: 't2 axial 4242' }),
    'studies by date': studies({ search: '20240105' }),
    patients: patients({}),
    'patients, page 300': patients({ page: 300 }),
    'patients by name': patients({ search: 'patient 77' }),
    'patients by ID': patients({ search: 'p-4242' }),
    uploads: uploads({}),
    'uploads by name': uploads({ search: 'patient 77' }),
    'uploads sending': uploads({ progress: 'sending' }),
    'uploads proved': uploads({ progress: 'proved' }),
    'uploads converting': uploads({ progress: 'converting' }),
    'uploads converted': uploads({ progress: 'converted' }),
    'uploads failed': uploads({ progress: 'failed' }),
  };
}

function timed(ask: () => Promise<{ data: readonly unknown[] }>): Take {
  return async () => {
    const startedMs = performance.now();
    const { data } = await ask();
    if (data.length === 0) throw new Error('A question found nothing');
    return performance.now() - startedMs;
  };
}

/** One study an upload; most are converted, and each hundred holds some in every other state. */
async function fill({ context, eva, tom }: TestBench): Promise<void> {
  const BATCH = 200;
  for (let first = 0; first < STUDIES; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
    await context.db.write(async (tx) => {
      const uploads = await tx
        .insertInto('upload')
        .values(numbers.map((number) => uploadRow(number, number % 3 === 0 ? tom : eva)))
        .returning(['id', 'created_at'])
        .execute();
      const patients = await tx
        .insertInto('patient')
        .values(uploads.map(({ created_at }, index) => patientRow(numbers[index]!, created_at, eva.teamId)))
        .returning('id')
        .execute();
      const studies = await tx
        .insertInto('study')
        .values(uploads.map(({ id, created_at }, index) => studyRow(numbers[index]!, id, patients[index]!.id, created_at, eva.teamId)))
        .returning(['id', 'upload_id'])
        .execute();
      const series = await tx
        .insertInto('series')
        .values(
          studies.flatMap(({ id, upload_id }, index) =>
            Array.from({ length: SERIES }, (_, idx) => seriesRow(numbers[index]!, idx, id, upload_id)),
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

function studyRow(number: number, uploadId: number, patientId: number, at: number, teamId: number): Insertable<Schema['study']> {
  const name = `Patient^${number}`;
  return {
    uuid: randomUUID(),
    team_id: teamId,
    upload_id: uploadId,
    client_id: `study-${number}`,
    patient_id: patientId,
    study_instance_uid: `1.2.826.0.1.${number}`,
    patient_name: name,
    original_patient_name: name,
    patient_sex: 'O',
    study_date: `202401${String((number % 28) + 1).padStart(2, '0')}`,
    study_time: '101500',
    modality: 'MR',
    body_part: 'prostate',
    anonymize: 0,
    dirty: 0,
    search_text: `${name} t2 axial ${number}`.toLowerCase(),
    created_at: at,
    updated_at: at,
  };
}

function seriesRow(number: number, idx: number, studyId: number, uploadId: number): Insertable<Schema['series']> {
  const state = (['error', 'receiving', 'proved', 'converting'] as const)[number % 25] ?? 'converted';
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
