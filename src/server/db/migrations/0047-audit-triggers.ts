import type { Kysely } from 'kysely';
import { putAuditTriggers } from '#server/db/audit-triggers.ts';

/** The audit trail refuses every way of overwriting a record, and its head cannot go back. */
export function up(db: Kysely<never>): Promise<void> {
  return putAuditTriggers(db);
}
