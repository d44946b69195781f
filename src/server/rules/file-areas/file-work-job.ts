import type { FilesUnpacker } from '#server/archives/archive-unpacker.ts';
import type { JobHandler } from '#server/jobs/job-handler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { removeExpired } from './bin.ts';
import { copyTrees } from './copy-job.ts';
import { beginWork, fail, failureOf, NOTHING_TO_DO } from './running-work.ts';
import { putFile } from './put-into-files.ts';
import { takeUploaded } from './take-upload.ts';
import { unzipFile } from './unzip-job.ts';
import { zipTrees } from './zip-job.ts';

/**
 * `file-work`: long changes of file areas. [Note: File areas]
 *
 * What a work makes is hidden below an entry of its own, made in portions, and moved to its place in the transaction that ends the job. A try that
 * was interrupted leaves a hidden entry, and objects that no row names: the next try removes the entry first and begins again, and objects are
 * strays.
 */
export function createFileWorkHandler(context: ServerContext, unpacker: FilesUnpacker): JobHandler {
  return {
    async run(job) {
      if ('binOf' in (job.payload as object)) return removeExpired(context, (job.payload as { binOf: number }).binOf);
      const work = await beginWork(context, job);
      if (work === null) return NOTHING_TO_DO;
      try {
        if (work.kind === 'copy') return await copyTrees(context, work, job);
        if (work.kind === 'zip') return await zipTrees(context, work, job);
        if (work.kind === 'unzip') return await unzipFile(context, unpacker, work, job);
        if (work.kind === 'put') return await putFile(context, work, job);
        return await takeUploaded(context, work, job);
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        return fail(context, work.id, failure);
      }
    },
    gaveUp(payload, gaveUp) {
      if ('binOf' in (payload as object)) return NOTHING_TO_DO;
      // The ending transaction is refused at each try, for example because the folder is full.
      const refused = gaveUp.why === 'broke' ? failureOf(gaveUp.cause) : null;
      return fail(context, (payload as { workId: number }).workId, refused ?? gaveUp.why);
    },
  };
}
