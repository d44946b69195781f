import { SegmentedControl, Slider } from '@mantine/core';
import { inContext, t } from '#language/t.ts';
import type { LayerLook } from './layer-look.ts';
import { OVERLAY_TEXTS } from './overlay-texts.ts';

const DRAWN: readonly { value: LayerLook['drawn']; label: string }[] = [
  { value: 'both', label: t('Both') },
  { value: 'fill', label: inContext('look', 'Fill') },
  { value: 'outline', label: t('Outline') },
];

const PERCENT = 100;

interface LookControlsProps {
  /** Of the layer or segment. */
  name: string;
  look: LayerLook;
  onChange: (look: Partial<LayerLook>) => void;
}

/** How an area is drawn: filled, as an outline or both, and how much of the picture the fill lets through. */
export function LookControls({ name, look, onChange }: LookControlsProps) {
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={`${OVERLAY_TEXTS.look}: ${name}`}
        value={look.drawn}
        onChange={(drawn) => onChange({ drawn })}
        data={[...DRAWN]}
      />
      <Slider
        size="sm"
        thumbLabel={`${OVERLAY_TEXTS.opacity}: ${name}`}
        disabled={look.drawn === 'outline'}
        min={5}
        max={PERCENT}
        label={(percent) => `${percent} %`}
        value={Math.round(look.opacity * PERCENT)}
        onChange={(percent) => onChange({ opacity: percent / PERCENT })}
      />
    </>
  );
}
