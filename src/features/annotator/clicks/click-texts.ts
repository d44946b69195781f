import { t } from '#language/t.ts';
import type { Drawn } from '#workers/masks/types.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';

/**
 * Why a click could not be answered. `offline`: the model is not on this device, and there is no connection. `not-loaded`: the server did not give it. `no-volume`,
 * `no-values`, `too-large`: of the series. `model-changed`, `model`, `not-clicks`, `channels`, `withdrawn`: of the model. `beyond`: the click. The others are of workers.
 */
export type ClickProblem =
  | 'offline'
  | 'not-loaded'
  | 'no-runtime'
  | 'model-changed'
  | 'model'
  | 'not-clicks'
  | 'channels'
  | 'no-volume'
  | 'no-values'
  | 'too-large'
  | 'closed'
  | 'beyond'
  | 'no-worker'
  | 'worker-offline'
  | 'worker-failed'
  | 'worker-late'
  | 'session-over'
  | 'withdrawn'
  | 'not-on-worker'
  | 'failed';

export const CLICK_TEXTS = {
  name: t('Correct by clicks'),
  model: t('Model'),
  says: t('What a click says'),
  where: t('Where clicks are answered'),
  device: t('On this device'),
  worker: t('On a worker'),
  inside: t('Belongs'),
  outside: t('Does not belong'),
  hint: t('Click where the segment is wrong. With Alt or the right button, a click says the other of the two.'),
  noModel: t('No model of the team corrects this series by clicks.'),
  loading: t('Loading the model and the images …'),
  computing: t('Computing …'),
  accept: t('Accept'),
  undo: t('Undo click'),
  discard: t('Discard'),
  notForDiagnosis: t('Not for diagnosis. A correction counts once you have accepted it.'),
  unchanged: t('Nothing changed there.'),
} as const;

const PROBLEMS: Record<ClickProblem, string> = {
  offline: t('The model is not on this device, and there is no connection.'),
  'not-loaded': t('The model could not be loaded from the server.'),
  'no-runtime': t('What runs models is not on this device yet, and there is no connection.'),
  'model-changed': t('The model that arrived is not the one that was announced.'),
  model: t('The model cannot be run on this device.'),
  'not-clicks': t('This model does not take clicks.'),
  channels: t('This model needs other images beside this series.'),
  'no-volume': t('The slices of this series make no volume, so a model cannot be run.'),
  'no-values': t('A model needs all values of the series, in full resolution and not in colour.'),
  'too-large': t('This series is too large for this device to run a model on it.'),
  closed: t('The segmentation was closed.'),
  beyond: t('That place is not in the images.'),
  'no-worker': t('No worker that answers clicks was seen lately. Choose this device instead.'),
  'worker-offline': t('The server cannot be reached. Choose this device instead.'),
  'worker-failed': t('The worker could not answer. Choose this device instead.'),
  'worker-late': t('No worker has answered. Try again, or choose this device.'),
  'session-over': t('The session on the worker is over. Click again to begin another one.'),
  withdrawn: t('This version of the model was withdrawn.'),
  'not-on-worker': t(
    'A worker cannot answer clicks on this series, because it was not converted to one volume. Choose this device instead.',
  ),
  failed: t('That did not work. Nothing was changed.'),
};

export const problemText = (problem: ClickProblem): string => PROBLEMS[problem];

/** Why a correction was not taken. What was clicked stays. */
export const notTakenText = (why: Exclude<Drawn, { ok: true }>['why'] | 'failed'): string => refusedText(why);

export const clicksText = (count: number): string =>
  t('{count, plural, one {# click} other {# clicks}}. The dashed line shows what the segment would be.', { count });
