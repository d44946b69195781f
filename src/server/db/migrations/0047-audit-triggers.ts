import type { Kysely } from 'kysely';
import { putAuditTriggers } from '#server/db/audit-triggers.ts';

/** Records of the audit trail cannot be overwritten, and its head cannot move back. */
export function up(db: Kysely<never>): Promise<void> {
  return putAuditTriggers(db);
}
