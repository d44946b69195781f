import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import type { StudyFilters, StudyOrder } from '#contract/study-filters.ts';
import type { Engine } from '#server/db/dialect.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createFolder } from '#server/rules/studies/folders.ts';
import { createLabel } from '#server/rules/studies/labels.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { createProject } from '#server/rules/studies/projects.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testBytes,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { addManyStudies, BODY_PARTS, MODALITIES } from './many-studies.ts';

const [STUDIES, SERIES, COMBINATIONS] = [100_000, 3, 200] as const;
const DEEP_PAGE = 500;
const TARGET_MS = 100;
const GATES = { sqlite: 'filters of 100,000 studies, SQLite, p95', postgres: 'filters of 100,000 studies, PostgreSQL, p95' } as const;

/**
 * Random combinations of two to four filters with an order, a page and the total, for a member with few rights, while an upload sends ten chunks a second. Each is asked once, so nothing was read for it before. Half of
 * them ask for a deep page, which is empty if less was found.
 */
export async function measureFilters(): Promise<(Measured | Skipped)[]> {
  const results: (Measured | Skipped)[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const gate = { gate: GATES[engine], unit: 'ms', target: TARGET_MS } as const;
    if (TEST_ENGINES.includes(engine)) results.push({ ...gate, ...(await p95(engine)) });
    else results.push({ ...gate, reason: 'no PostgreSQL here (TEST_DATABASE_URL)' });
  }
  return results;
}

async function p95(engine: Engine): Promise<Pick<Measured, 'runs' | 'note'>> {
  const bench = await createTestBench(engine);
  try {
    await addManyStudies(bench, STUDIES, SERIES);
    const marks = await addMarks(bench);
    // As autovacuum does a minute after such a change.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(bench.context.db.read);
    const random = createRandom(7);
    const taken: { ms: number; filters: string }[] = [];
    const caller = { ...bench.eva, permissions: new Set<Permission>(['r:studies', 'r:projects']) };
    const stop = new AbortController();
    const upload = keepUploading(bench, stop.signal);
    for (let index = 0; index < COMBINATIONS; index += 1) {
      const query = { ...randomFilters(random, bench, marks), page: random(2) === 0 ? 1 : DEEP_PAGE };
      const startedMs = performance.now();
      await listStudies(bench.context, caller, query);
      taken.push({ ms: performance.now() - startedMs, filters: JSON.stringify(query) });
      await pause(20);
    }
    stop.abort();
    const chunks = await upload;
    const sorted = taken.toSorted((a, b) => a.ms - b.ms);
    const worst = sorted.at(-1)!;
    const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!.ms;
    return {
      runs: [at(0.95)],
      note: `${chunks} chunks arrived meanwhile, median ${at(0.5).toFixed(0)} ms, worst ${worst.ms.toFixed(0)} ms: ${worst.filters}`,
    };
  } finally {
    await bench.close();
  }
}

/** Returns how many chunks of 1 MB were received. */
async function keepUploading(bench: TestBench, signal: AbortSignal): Promise<number> {
  const bytes = testBytes(1_000_000);
  for (let chunks = 0; ; chunks += 1) {
    if (signal.aborted) return chunks;
    const upload = await registerTestUpload(bench, { a: 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('a-1', bytes, { seriesId: 'a' })]));
    await pause(100);
  }
}

interface Marks {
  labels: number[];
  projects: number[];
  folders: number[];
}

/** Each study has one of ten labels, every second is in a project, every third in a folder. */
async function addMarks({ context, eva, tom }: TestBench): Promise<Marks> {
  const { db } = context;
  const names = Array.from({ length: 10 }, (_, index) => `Mark ${index}`);
  const marks: Marks = { labels: [], projects: [], folders: [] };
  for (const name of names) {
    marks.labels.push((await createLabel(context, eva, { name, color: '#4FD0D0' })).label_id);
    marks.folders.push((await createFolder(context, tom, name)).id);
    marks.projects.push(await db.write((tx) => createProject(tx, { teamId: eva.teamId, name, now: 0 })));
  }
  const studies = await db.read.selectFrom('study').select('id').orderBy('id').execute();
  for (let first = 0; first < studies.length; first += 1_000) {
    const some = studies.slice(first, first + 1_000).map(({ id }) => id);
    const of = (list: number[], id: number) => list[id % list.length]!;
    await db.write(async (tx) => {
      await tx
        .insertInto('study_label')
        .values(some.map((id) => ({ study_id: id, label_id: of(marks.labels, id), created_at: 0 })))
        .execute();
      await tx
        .insertInto('study_project')
        .values(some.filter((id) => id % 2 === 0).map((id) => ({ study_id: id, project_id: of(marks.projects, id >> 1), created_at: 0 })))
        .execute();
      for (const folder of marks.folders)
        await tx
          .updateTable('study')
          .set({ folder_id: folder })
          .where(
            'id',
            'in',
            some.filter((id) => id % 3 === 0 && of(marks.folders, id / 3) === folder),
          )
          .execute();
    });
  }
  return marks;
}

const ORDERS: readonly StudyOrder[] = ['-created', 'created', '-date', 'date', 'name', '-name'];

function randomFilters(random: (below: number) => number, { eva, tom }: TestBench, marks: Marks): StudyFilters {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const filters: (() => StudyFilters)[] = [
    () => ({ modality: one(MODALITIES) }),
    () => ({ body_part: one(BODY_PARTS) }),
    () => ({ filter_id: one(marks.labels) }),
    () => ({ project: one(marks.projects) }),
    () => ({ folder: one(marks.folders) }),
    () => ({ user: one([eva.userId, tom.userId]) }),
    () => ({ state: one(['receiving', 'proved', 'converting', 'converted', 'error'] as const) }),
    () => ({ date_from: `202401${String(1 + random(28)).padStart(2, '0')}` }),
    () => ({ search: `patient ${random(100)}` }),
  ];
  const count = 2 + random(3);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(random(filters.length));
  return Object.assign({ order: one(ORDERS) }, ...[...chosen].map((index) => filters[index]!())) as StudyFilters;
}

/** The same numbers in each run (Park and Miller). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
