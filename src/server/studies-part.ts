import { createSeriesDeidentifier } from '#server/archives/process-deidentifier.ts';
import { createArchiveUnpacker } from '#server/archives/process-unpacker.ts';
import { createReadBatchHandler } from '#server/rules/batch/read-job.ts';
import { JOB_NAMES } from '#contract/jobs.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import type { Database } from '#server/db/database.ts';
import type { JobHandlers } from '#server/jobs/job-handler.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import type { JobRunner } from '#server/jobs/job-runner.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { openObjects, type ObjectPlace } from '#server/storage/open-objects.ts';
import { createIdentityCheck } from '#server/reading/process-identity-check.ts';
import { createSeriesReader } from '#server/reading/process-series-reader.ts';
import type { JobQueue, ServerContext } from '#server/rules/context.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion-series-job.ts';
import type { InferredSeries } from '#server/rules/infers.ts';
import { createReadSeriesHandler, queueMissingReadings } from '#server/rules/reading-series-job.ts';
import { studyRoutes } from '#server/routes/studies.ts';
import { healUploads } from '#server/rules/uploads-end.ts';
import { batchPictureRoutes, uploadRoutes } from '#server/routes/uploads.ts';

/** Receiving, conversion and lists, joined: what `main.ts` needs of them. */
export interface StudiesPart {
  objects: ObjectStore;
  jobs: JobQueue;
  handlers: typeof uploadRoutes & typeof studyRoutes & ReturnType<typeof batchPictureRoutes>;
  /** Begins to work off jobs, those of an earlier process included. Called once, when everything else stands. */
  start(context: ServerContext, others: OtherJobs, onFault: (place: string, error: unknown) => void): Promise<void>;
  /** Running jobs go back to the queue. */
  stop(): Promise<void>;
}

interface StudiesSettings {
  db: Database;
  place: ObjectPlace;
  /** What the unpacking of one archive may take. */
  unpackMs: number;
  inferredSeries: InferredSeries;
}

/** Jobs of the same queue that are not about studies. */
type OtherJobs = Pick<JobHandlers, 'send-mail'>;

export async function joinStudies({ db, place, unpackMs, inferredSeries }: StudiesSettings): Promise<StudiesPart> {
  const objects = await openObjects(place);
  const queue = createJobQueue(db);
  const unpacker = createArchiveUnpacker({ maxMs: unpackMs });
  const converters = { dcm: createDicomConverter(), nii: createNiftiAsSent() };
  let runner: JobRunner | null = null;
  return {
    objects,
    jobs: queue,
    handlers: { ...uploadRoutes, ...studyRoutes, ...batchPictureRoutes({ ...unpacker, converters }) },
    async start(context, others, onFault) {
      // SQLite has one process: whoever held a lease is dead. On PostgreSQL leases of others may be alive and run out by themselves.
      if (db.engine === 'sqlite') await queue.voidEarlierLeases();
      const reader = createSeriesReader();
      const handlers = {
        'convert-series': createConvertSeriesHandler(
          context,
          converters,
          inferredSeries,
          createIdentityCheck(),
          createSeriesDeidentifier({ maxMs: unpackMs }),
        ),
        'read-series': createReadSeriesHandler(context, reader),
        'read-batch': createReadBatchHandler(context, unpacker),
        ...others,
      } satisfies JobHandlers;
      runner = startJobRunner(queue, handlers, {
        // A lane for each: what is read waits for no conversion, and holds none up.
        lanes: JOB_NAMES.map((name) => [name]),
        onFault: (job, error) => onFault(job === null ? 'job queue' : `job ${job.name}`, error),
      });
      void queueMissingReadings(context, reader).catch((error: unknown) => onFault('queueing of readings', error));
      // What an earlier process left half done: files that are whole and not hashed, drops that were cut short. Nobody has to wait for it.
      void healUploads(context).catch((error: unknown) => onFault('healing uploads', error));
    },
    async stop() {
      await runner?.stop('abandon');
    },
  };
}
