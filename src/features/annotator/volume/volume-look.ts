import type { Series } from '#contract/study-detail.ts';
import type { TransferPoint } from '#contract/transfer-functions.ts';
import { t } from '#language/t.ts';
import type { Pane, VolumeLook } from '#features/annotator/station/pane.ts';

/** Colours and opacities of values, for all of a volume. */
export interface VolumeCurve {
  /** UUID of a transfer function, or the name of one of these. */
  id: string;
  name: string;
  unit: 'value' | 'percent';
  points: readonly TransferPoint[];
}

/** Hounsfield units. Unlike the transfer functions for slices, these leave what lies around the structure transparent. */
export const CT_CURVES: readonly VolumeCurve[] = [
  {
    ...{ id: 'bone', name: t('Bone'), unit: 'value' },
    points: [at(150, '#8A4B2F', 0), at(300, '#D9A066', 0.25), at(600, '#F5E6C8', 0.7), at(1500, '#FFFFFF', 0.9)],
  },
  {
    ...{ id: 'vessels', name: t('Vessels with contrast'), unit: 'value' },
    points: [at(110, '#7A1F1F', 0), at(200, '#C4473A', 0.2), at(350, '#F0B08A', 0.6), at(900, '#FFF6EA', 0.9)],
  },
  {
    ...{ id: 'lungs', name: t('Lungs'), unit: 'value' },
    points: [at(-950, '#35587A', 0), at(-850, '#6FA0CC', 0.02), at(-600, '#B8D6EE', 0.05), at(-400, '#E8C9A9', 0)],
  },
  {
    ...{ id: 'skin', name: t('Skin'), unit: 'value' },
    points: [at(-500, '#C98F74', 0), at(-250, '#D9A48A', 0.5), at(0, '#E3B49C', 0.8), at(1000, '#F2D3C2', 0.9)],
  },
];

function at(value: number, color: string, opacity: number): TransferPoint {
  return { value, color, opacity };
}

/** How a volume is shown first: PET as a maximum, CT by its bones, others by the window of the picture. */
export function firstLook(
  { uuid, modalityCode }: Series,
  { window, isInverted, isHot }: Pick<Pane, 'window' | 'isInverted' | 'isHot'>,
): VolumeLook {
  return {
    ...{ series: uuid, window, isInverted, isHot, density: 1 },
    show: modalityCode === 'PT' || modalityCode === 'NM' ? 'max' : 'rendered',
    curve: modalityCode === 'CT' ? CT_CURVES[0]!.id : null,
  };
}
