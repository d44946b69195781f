import type { ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { deleteFiles } from './files.ts';

const UNUSED_LASTS_MS = 86_400_000;
const AT_ONCE = 100;

/**
 * Removes files that were begun and never completed, or that nothing uses (any more): no output of a job, no version, no result. Not before a day has passed, and not while a
 * job of the team runs that may be sending them. Called by the clock.
 */
export async function removeUnusedFiles(context: ServerContext): Promise<void> {
  const { db, now } = context;
  for (;;) {
    const keys = await db.write(async (tx) => {
      const unused = await tx
        .selectFrom('ai_file')
        .select('ai_file.id')
        .where('ai_file.created_at', '<=', now() - UNUSED_LASTS_MS)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('ai_output').select('ai_output.job_id').whereRef('ai_output.file_id', '=', 'ai_file.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('ai_version').select('ai_version.id').whereRef('ai_version.file_id', '=', 'ai_file.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('infer').select('infer.id').whereRef('infer.labels_file_id', '=', 'ai_file.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ai_job')
                .select('ai_job.id')
                .whereRef('ai_job.team_id', '=', 'ai_file.team_id')
                .whereRef('ai_job.started_at', '<=', 'ai_file.created_at')
                .where('ai_job.state', '=', 'running'),
            ),
          ),
        )
        .orderBy('ai_file.id')
        .limit(AT_ONCE)
        .execute();
      return {
        count: unused.length,
        objects: await deleteFiles(
          tx,
          unused.map(({ id }) => id),
        ),
      };
    });
    await removeUnusedObjects(context, keys.objects);
    if (keys.count < AT_ONCE) return;
  }
}
