import type { Task } from '#contract/tasks.ts';
import type { Reader } from '#server/db/database.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import type { TaskCaller, TaskRow } from './tasks.ts';

type Id = number | null;
type Reviewed = Pick<TaskRow, 'id' | 'uuid' | 'assignee_id'>;

interface Links {
  /** By id; only those that the caller may see. */
  segmentations: Map<Id, { uuid: string; title: string }>;
  /** By id: tasks that are reviewed. */
  reviewed: Map<Id, Reviewed>;
  /** By the id of the task that is reviewed. */
  reviews: Map<Id, NonNullable<Task['review']>>;
}

/** What tasks say of segmentations and of each other. */
export async function linksOf(db: Reader, me: TaskCaller, rows: readonly TaskRow[]): Promise<Links> {
  return {
    segmentations: await segmentationsOf(
      db,
      me,
      rows.map((row) => row.segmentation_id),
    ),
    reviewed: await reviewedOf(db, rows),
    reviews: await reviewsOf(
      db,
      rows.map((row) => row.id),
    ),
  };
}

/** The tasks that these review, by id. */
export async function reviewedOf(db: Reader, rows: readonly Pick<TaskRow, 'of_id'>[]): Promise<Links['reviewed']> {
  const ids = known(rows.map((row) => row.of_id));
  if (ids.length === 0) return new Map();
  const found = await db.selectFrom('task').select(['id', 'uuid', 'assignee_id']).where('id', 'in', ids).execute();
  return new Map(found.map((row) => [row.id, row]));
}

async function segmentationsOf(db: Reader, me: TaskCaller, of: readonly Id[]): Promise<Links['segmentations']> {
  const ids = known(of);
  if (ids.length === 0) return new Map();
  const found = await segmentationsSeenBy(db, me)
    .innerJoin('structure', 'structure.id', 'segmentation.structure_id')
    .select(['segmentation.id', 'segmentation.uuid', 'structure.title'])
    .where('segmentation.id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, ...segmentation }) => [id, segmentation]));
}

/** Of several, the last one that was not cancelled. */
async function reviewsOf(db: Reader, ids: readonly number[]): Promise<Links['reviews']> {
  const found = await db
    .selectFrom('task')
    .select(['of_id', 'uuid', 'id', 'state', 'decision'])
    .where('of_id', 'in', ids)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .execute();
  return new Map(found.map(({ of_id, ...review }) => [of_id, review]));
}

const known = (ids: readonly Id[]): number[] => [...new Set(ids.filter((id) => id !== null))];
