import type { LocalDb } from '#localdb/schema.ts';

/** Whose work it is, and in which team (its slug). */
export interface WorkOwner {
  db: LocalDb;
  userId: number;
  team: string;
}
