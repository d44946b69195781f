import type { NotificationType } from '#contract/notifications.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { notify, type Notified } from '#server/rules/notifications/notify.ts';

type TrainingNotice = Extract<NotificationType, `aitrain.${string}`>;

/** In words: the given texts of most types say 'Inference … done' (ODD-02). */
const DESCRIPTIONS: Record<TrainingNotice, string> = {
  'aitrain.upload.begin': marked('A worker reads the images of the training'),
  'aitrain.upload.complete': marked('A worker has read the images of the training'),
  'aitrain.train.begin': marked('The training has begun'),
  'aitrain.train.fail': marked('The training has failed'),
  'aitrain.train.complete': marked('The training is complete'),
};

/** AI-008: for whoever started it. The last step of its transaction. */
export async function noticeOfTraining(tx: Writer, trainingId: number, type: TrainingNotice, now: number): Promise<Notified | null> {
  const training = await tx
    .selectFrom('ai_training')
    .innerJoin('ai_job', 'ai_job.training_id', 'ai_training.id')
    .select(['ai_training.team_id', 'ai_training.created_by', 'ai_training.model_id', 'ai_job.attempt'])
    .where('ai_training.id', '=', trainingId)
    .executeTakeFirst();
  if (training === undefined || training.created_by === null) return null;
  return notify(tx, {
    ...{ teamId: training.team_id, userId: training.created_by, type, section: 'ai', description: DESCRIPTIONS[type] },
    ...{ url: `/ai2-trainings/detail/${trainingId}`, models: [trainingId, training.model_id, null] },
    ...{ cause: `${type} ${trainingId} ${training.attempt}`, now },
  });
}

/** AI-012: for whoever asked for it. After a conversion nobody did. */
export async function noticeOfInfer(tx: Writer, inferId: number, now: number): Promise<Notified | null> {
  const infer = await tx
    .selectFrom('infer')
    .innerJoin('study', 'study.id', 'infer.study_id')
    .select(['infer.created_by', 'infer.batch_id', 'study.team_id', 'study.uuid', 'study.id as studyId'])
    .where('infer.id', '=', inferId)
    .executeTakeFirst();
  // Of a batch, its page tells.
  if (infer === undefined || infer.created_by === null || infer.batch_id !== null) return null;
  return notify(tx, {
    ...{
      teamId: infer.team_id,
      userId: infer.created_by,
      type: 'aiinfer.done',
      section: 'ai',
      description: marked('A model has proposed segments'),
    },
    ...{ url: `/annotator/case/${infer.uuid}?aiinfer=true`, models: [infer.studyId, null, inferId], cause: `aiinfer.done ${inferId}`, now },
  });
}
