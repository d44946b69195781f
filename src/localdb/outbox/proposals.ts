import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

/** Stored when it resolves, and sent later. The last decision about a segment counts. */
export function saveDecision(db: LocalDb, decision: Omit<WriteOf<'proposal-decision'>, 'kind'>): Promise<void> {
  return saveWrite(db, { kind: 'proposal-decision', ...decision });
}
