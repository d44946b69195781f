import type { Engine } from '#server/db/dialect.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { listPatients } from '#server/rules/patients/patients.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { listUploads } from '#server/rules/uploads/uploads-list.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn, type Take } from '#tests/bench/in-turn.ts';
import { addManyStudies } from './many-studies.ts';

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
    await addManyStudies(bench, STUDIES, SERIES);
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
