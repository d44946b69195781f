import { inContext, t } from '#language/t.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import type { VolumeBox } from '#workers/voxels/handle.ts';
import type { VolumeState } from './use-volume.ts';

export const VOLUME_TEXTS = {
  title: t('Volume'),
  none: inContext('volume', 'None'),
  rendered: t('Rendered'),
  max: t('Maximum'),
  curve: t('Colours and opacity'),
  byWindow: t('By the window'),
  window: t('Window of the volume'),
  density: t('Density'),
  cut: t('Cut'),
  reading: t('Reading the volume'),
  turn: t('Turn by itself'),
  angle: t('Angle of the view'),
  elsewhere: t('The segments are in another frame of reference, and not shown here.'),
} as const;

/** Instead of the picture; null: it is there, or awaited. */
export function problemText(state: VolumeState): string | null {
  if (state === 'failed') return t('The volume could not be read.');
  return typeof state !== 'string' && 'why' in state ? noPlanesText(state.why) : null;
}

/** The line under a pane: what of the series is in the picture. */
export function volumeTrust(show: 'max' | 'rendered', { reducedBy, isCoarse }: VolumeBox, slices: number): string {
  const what =
    show === 'max'
      ? t('largest values · {slices, plural, one {# slice} other {# slices}}', { slices })
      : t('volume rendering · {slices, plural, one {# slice} other {# slices}}', { slices });
  const isReduced = reducedBy.some((times) => times > 1);
  return [what, isReduced && t('resolution 1/{times}', { times: Math.max(...reducedBy) }), isCoarse && t('coarse')]
    .filter((part) => part !== false)
    .join(' · ');
}
