import { z } from './zod.ts';
import { DateText } from './entities.ts';

/** ENT-10. The last ones are ours: the specification has no codes for the end of an upload, for tasks and for pipelines. */
export const NOTIFICATION_TYPES = [
  'aitrain.train.begin',
  'aitrain.train.fail',
  'aitrain.train.complete',
  'aitrain.upload.begin',
  'aitrain.upload.complete',
  'review.add.comment',
  'aiinfer.done',
  'upload.complete',
  'upload.convert.fail',
  'task.assigned',
  'task.done',
  'task.returned',
  'task.unassigned',
  'pipeline.note',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Those that open a study in the annotator (`model1_id`), with the word that its address then contains (NOTIF-22). */
export const OPENING_A_CASE: Partial<Record<NotificationType, 'review' | 'aiinfer'>> = {
  'review.add.comment': 'review',
  'aiinfer.done': 'aiinfer',
};

/** 0 or 1. */
export const Seen = z.union([z.literal(0), z.literal(1)]);

const ModelId = z.number().int().nullable();

/**
 * ENT-09. No patient data: a client that may see the study loads it by its ID. `url` is a path on the host of the team. `model1_id` to `model3_id`
 * depend on the type: for `aitrain.*` training, AI model, study; for `review.add.comment` and `aiinfer.done` study, task, comment or inference
 * (ENT-11); for `upload.complete` upload; for `upload.convert.fail` upload, study. Those of `task.*` have
 * none: they may concern several tasks.
 */
export const Notification = z.object({
  id: z.number().int(),
  type_code: z.enum(NOTIFICATION_TYPES),
  description: z.string(),
  section: z.string(),
  is_seen: Seen,
  created_at: DateText,
  updated_at: DateText,
  url: z.string().regex(/^\/(?![/\\])/),
  model1_id: ModelId,
  model2_id: ModelId,
  model3_id: ModelId,
  /** The study that it opens, as CALL-039 takes it. Absent if it opens none, and in answers of servers before version 50, also in kept copies. */
  p: z.string().optional(),
});
export type Notification = z.infer<typeof Notification>;

/** CALL-014. */
export const NotificationPage = z.object({
  notifications: z.object({
    /** Newest first. */
    data: z.array(Notification),
    /** All of this person in this team, not only those on the page (ODD-03). */
    count: z.number().int(),
    /** How many of them are unseen. */
    unseen: z.number().int(),
  }),
  permissionVersion: z.number().int(),
  user_permission: z.array(z.string()),
});
export type NotificationPage = z.infer<typeof NotificationPage>;
