import { z } from './zod.ts';
import { DateText } from './entities.ts';
import { LogPerson } from './logs.ts';

/** Kinds of entries in the history of a study. */
export const HISTORY_KINDS = [
  'arrived',
  'verified',
  'converted',
  'label_added',
  'label_removed',
  'projects_changed',
  'patient_merged',
  'patient_split',
  'selection_changed',
  'dataset_changed',
  'task_assigned',
  'review_accepted',
  'review_changes',
  'segmentation_created',
  'segmentation_deleted',
  'inference_asked',
  'downloaded',
  'viewed',
  'deleted',
  'restored',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export const HistoryEntry = z.object({
  /** Unique in the history of a study. */
  id: z.string(),
  kind: z.enum(HISTORY_KINDS),
  created_at: DateText,
  /** Null: the server did it. */
  user: LogPerson.nullable(),
  /** Why a review asked for changes. Absent for other kinds. */
  reason: z.string().optional(),
  /** Numbers of series, files and volumes, for what came with an upload. */
  counts: z.object({ series: z.number().int(), files: z.number().int(), volumes: z.number().int() }).nullable(),
  /** Number of the record in the audit trail, and the network address. Null if the reader may not read the trail, or there is no record. */
  record: z.object({ seq: z.number().int(), address: z.string() }).nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Newest first. `next`: for the next page; null after the last. */
export const StudyHistory = z.object({ data: z.array(HistoryEntry), next: z.number().int().nullable() });
export type StudyHistory = z.infer<typeof StudyHistory>;
