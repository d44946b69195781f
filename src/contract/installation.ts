import { z } from './zod.ts';

/** What the start page of administration shows. Contains no patient data, and no name of a person or a study. */

const Count = z.number().int();
/** Milliseconds since 1970. */
const Moment = z.number().int();

export const INSTALLATION_DAYS = { studies: 30, failedJobs: 14 } as const;
export const INSTALLATION_HOURS = 24;

export const STORED_PARTS = ['originals', 'volumes', 'datasets', 'models', 'files'] as const;
export type StoredPart = (typeof STORED_PARTS)[number];

export const WORKER_STATES = ['working', 'idle', 'draining', 'lost'] as const;

export const InstallationState = z.object({
  at: Moment,
  teams: Count,
  people: Count,
  studies: z.object({
    total: Count,
    /** New studies on each of the last days in UTC, today last. */
    per_day: z.array(Count).length(INSTALLATION_DAYS.studies),
  }),
  /** Background jobs: conversions, readings, mails, ... Not those of AI workers. */
  jobs: z.object({
    waiting: Count,
    running: Count,
    /** Since when the oldest one is due; null if none waits. */
    due_since: Moment.nullable(),
    /** How many waited or ran at the end of each of the last hours, now last. */
    open_per_hour: z.array(Count).length(INSTALLATION_HOURS),
    /** Ended within the last 24 hours. */
    ended: Count,
    failed: Count,
    failed_per_day: z.array(Count).length(INSTALLATION_DAYS.failedJobs),
    /** Those that failed within the last 24 hours, by kind, most first. */
    failed_by_name: z.array(z.object({ name: z.string(), failed: Count })),
  }),
  ai: z.object({
    waiting: Count,
    running: Count,
    failed: Count,
    /** Jobs that no worker seen lately can take. */
    unserved: Count,
    workers: z.array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        state: z.enum(WORKER_STATES),
        last_seen: Moment,
        /** Null: it belongs to the server, and works for every team. */
        team: z.string().nullable(),
      }),
    ),
  }),
  storage: z.object({
    /** `disk`: the volume of the data folder. `bucket`: an S3 store, which tells no limit. */
    kind: z.enum(['disk', 'bucket']),
    /** Of that volume; null if it is not known. */
    total_bytes: Count.nullable(),
    free_bytes: Count.nullable(),
    parts: z.array(z.object({ part: z.enum(STORED_PARTS), bytes: Count })),
  }),
  mail: z.object({
    /** A mail server is configured. */
    is_configured: z.boolean(),
    waiting: Count,
    /** Kept for the platform administrators, because they could not be sent. */
    unsent: Count,
  }),
  /** Null: no folder of backups is configured. `made_at` is null if it holds no complete backup. */
  backup: z.object({ made_at: Moment.nullable(), rows: Count, objects: Count, bytes: Count }).nullable(),
  version: z.object({
    program: z.string(),
    started_at: Moment,
    /** Server processes that share the database. */
    servers: Count,
    /** They know the same tables. */
    are_alike: z.boolean(),
  }),
});
export type InstallationState = z.infer<typeof InstallationState>;

export const RECOGNITION_MONTHS = 12;

const RecognitionCounts = {
  /** Sent with the acquisition that recognition found. */
  accepted: Count,
  /** A person chose the acquisition. */
  by_hand: Count,
  /** No acquisition was found or chosen. */
  none: Count,
};

/** How recognition did: series of all teams that arrived within the last months. */
export const RecognitionStatistics = z.object({
  at: Moment,
  total: z.object(RecognitionCounts),
  /** Most series first. */
  by_modality: z.array(z.object({ modality: z.string(), ...RecognitionCounts })),
  by_code: z.array(z.object({ code: z.string(), accepted: Count, by_hand: Count, mean_score: z.number().min(0).max(1).nullable() })),
  /** `YYYY-MM` in UTC, this month last. */
  by_month: z.array(z.object({ month: z.string(), ...RecognitionCounts })).length(RECOGNITION_MONTHS),
});
export type RecognitionStatistics = z.infer<typeof RecognitionStatistics>;
