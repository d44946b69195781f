import { createSeriesDeidentifier } from '#server/archives/process-deidentifier.ts';
import { createArchiveUnpacker, createFilesUnpacker } from '#server/archives/process-unpacker.ts';
import { createReadBatchHandler } from '#server/rules/batch/read-job.ts';
import { JOB_NAMES } from '#contract/jobs.ts';
import { createBrickPacker } from '#server/conversion/brick-packer.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import type { Database } from '#server/db/database.ts';
import { onceAtATime } from '#server/db/once-at-a-time.ts';
import type { JobHandlers } from '#server/jobs/job-handler.ts';
import { createJobQueue, type JobTableQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { measuredJobs } from '#server/metrics/measured-jobs.ts';
import type { JobRunner } from '#server/jobs/job-runner.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { openObjects, type ObjectPlace } from '#server/storage/open-objects.ts';
import { createIdentityCheck } from '#server/reading/process-identity-check.ts';
import { createSeriesReader } from '#server/reading/process-series-reader.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Measures } from '#server/rules/measures.ts';
import { createConvertSeriesHandler } from './rules/conversion/conversion-series-job.ts';
import type { InferredSeries } from './rules/conversion/infers.ts';
import { createReadSeriesHandler, queueMissingReadings, type OnGridDiffers } from './rules/conversion/reading-series-job.ts';
import { createCheckStudyHandler } from './rules/quality/check-study-job.ts';
import { appendRecords } from '#server/audit/trail.ts';
import { queueRemovals } from './rules/studies/deleted-studies.ts';
import { createWrittenMaskReader } from '#server/label-maps/written-mask-reader.ts';
import { createLabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import { createChannelResampler } from '#server/label-maps/process-resampler.ts';
import { createAdvanceFlowHandler } from '#server/rules/flows/advance-flow-job.ts';
import { createFileWorkHandler } from '#server/rules/file-areas/file-work-job.ts';
import { createForgetHandler, queueForgetting } from '#server/rules/logs/forget-job.ts';
import { createFreezeDatasetHandler } from './rules/datasets/versions/freeze-job.ts';
import { createRegistrationRunner } from '#server/registration/registration-runner.ts';
import { createRegisterSeriesHandler } from './rules/registrations/register-job.ts';
import { createRemoveStudyHandler } from './rules/studies/remove-study-job.ts';
import { studyRoutes } from '#server/routes/studies.ts';
import { healUploads } from './rules/uploads/uploads-end.ts';
import { batchPictureRoutes, uploadRoutes } from '#server/routes/uploads.ts';

/** Receiving, conversion and lists together, as needed by `main.ts`. */
export interface StudiesPart {
  objects: ObjectStore;
  jobs: JobTableQueue;
  handlers: typeof uploadRoutes & typeof studyRoutes & ReturnType<typeof batchPictureRoutes>;
  /** Starts working on jobs, including those of an earlier process. Called once, when everything else is ready. */
  start(context: ServerContext, others: OtherJobs, reports: Reports): Promise<void>;
  /** Running jobs go back to the queue. */
  stop(): Promise<void>;
}

interface StudiesSettings {
  db: Database;
  place: ObjectPlace;
  /** Time limit for unpacking one archive. */
  unpackMs: number;
  inferredSeries: InferredSeries;
  measures: Measures | undefined;
  /** Wakes the lanes of other processes. */
  tellOthers: () => void;
}

/** Record of a removal: nobody asked for it, so there is no address. */
const REMOVAL = { kind: 'write', call: 'remove-study', userId: null, result: 'done', address: 'server' } as const;

/** What is written to the log. */
interface Reports {
  onFault(place: string, error: unknown): void;
  onGridDiffers: OnGridDiffers;
}

/** Jobs of the same queue that are not about studies. */
type OtherJobs = Pick<JobHandlers, 'send-mail'>;

export async function joinStudies({ db, place, unpackMs, inferredSeries, measures, tellOthers }: StudiesSettings): Promise<StudiesPart> {
  const objects = await openObjects(place);
  const jobs = createJobQueue(db, { tellOthers });
  const queue = measures === undefined ? jobs : measuredJobs(jobs, measures);
  const unpacker = createArchiveUnpacker({ maxMs: unpackMs });
  const converters = { dcm: createDicomConverter(), nii: createNiftiAsSent() };
  let runner: JobRunner | null = null;
  return {
    objects,
    jobs: queue,
    handlers: { ...uploadRoutes, ...studyRoutes, ...batchPictureRoutes({ ...unpacker, converters }) },
    async start(context, others, { onFault, onGridDiffers }) {
      // SQLite has one process, so earlier lease holders are dead. On PostgreSQL, holders may be alive, and leases expire by themselves.
      if (db.engine === 'sqlite') await queue.voidEarlierLeases();
      const reader = createSeriesReader();
      const handlers = {
        'convert-series': createConvertSeriesHandler(
          context,
          converters,
          inferredSeries,
          createIdentityCheck(),
          createSeriesDeidentifier({ maxMs: unpackMs }),
          createBrickPacker(),
        ),
        'read-series': createReadSeriesHandler(context, reader, onGridDiffers),
        'check-study': createCheckStudyHandler(context),
        'read-batch': createReadBatchHandler(context, unpacker),
        'remove-study': createRemoveStudyHandler(context, (tx, { teamId, studyUuid }) =>
          appendRecords(tx, [{ ...REMOVAL, teamId, subject: studyUuid }], context.now),
        ),
        'freeze-dataset': createFreezeDatasetHandler(context, { maker: createLabelMapMaker(), resampler: createChannelResampler() }),
        'register-series': createRegisterSeriesHandler(context, createRegistrationRunner()),
        'advance-flow': createAdvanceFlowHandler(context, createWrittenMaskReader()),
        'file-work': createFileWorkHandler(context, createFilesUnpacker({ maxMs: unpackMs })),
        'forget-old': createForgetHandler(context),
        ...others,
      } satisfies JobHandlers;
      runner = startJobRunner(queue, handlers, {
        // A lane for each name, so that reading and conversion do not wait for each other. Files that arrive do not wait until a large zip is made.
        lanes: [...JOB_NAMES.map((name) => [name]), ['file-work']],
        onFault: (job, error) => onFault(job === null ? 'job queue' : `job ${job.name}`, error),
      });
      void onceAtATime(db, 'missing readings', () => queueMissingReadings(context, reader)).catch((error: unknown) =>
        onFault('queueing of readings', error),
      );
      // Work that an earlier process left unfinished: complete files that were not hashed, interrupted drops. Not awaited.
      void onceAtATime(db, 'removals', () => queueRemovals(context)).catch((error: unknown) => onFault('queueing of removals', error));
      void queueForgetting(context).catch((error: unknown) => onFault('queueing of the deletion of old entries', error));
      void onceAtATime(db, 'healing', () => healUploads(context)).catch((error: unknown) => onFault('healing uploads', error));
    },
    async stop() {
      await runner?.stop('abandon');
    },
  };
}
