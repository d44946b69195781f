import { NativeSelect, NumberInput } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Series } from '#contract/study-detail.ts';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { FramesRecipe, Recipe, VolumesRecipe } from '#model/computed/recipe.ts';
import classes from './ComputedSection.module.css';
import { COMPUTED_TEXTS } from './computed-texts.ts';
import { showComputed } from './show-computed.ts';
import { useOffers, type Offers } from './use-offers.ts';

/** What can be computed from the series of the active pane. `source`: that series, or the one that it is computed from. */
export function ComputedSection({ series, source }: { series: Series; source: Series }) {
  const workstation = useWorkstation();
  const { computed } = workstation;
  const shown = useSyncExternalStore(computed.subscribe, () => computed.find(series.uuid)?.recipe ?? null);
  const offers = useOffers(source);
  if (offers === null || offers.recipes.length === 0) return null;
  const show = (recipe: Recipe | null): void => showComputed(workstation, source.uuid, recipe && { from: offers.from, recipe });
  return (
    <section aria-label={COMPUTED_TEXTS.title}>
      <h2 className={panelClasses.title}>{COMPUTED_TEXTS.title}</h2>
      <NativeSelect
        size="xs"
        aria-label={COMPUTED_TEXTS.title}
        value={shown?.kind ?? ''}
        data={[
          { value: '', label: COMPUTED_TEXTS.none },
          ...offers.recipes.map(({ kind }) => ({ value: kind, label: COMPUTED_TEXTS.kinds[kind] })),
        ]}
        onChange={({ currentTarget: { value } }) => show(offers.recipes.find(({ kind }) => kind === value) ?? null)}
      />
      {shown?.kind === 'volumes' && <Volumes recipe={shown} count={offers.volumes} onChange={show} />}
      {shown?.kind === 'frames' && <Mask recipe={shown} onChange={show} />}
      {shown !== null && (
        <>
          <p className={panelClasses.note}>{noteOf(shown, offers)}</p>
          <p className={panelClasses.note}>{COMPUTED_TEXTS.notStored}</p>
        </>
      )}
    </section>
  );
}

function noteOf({ kind }: Recipe, { relationship }: Offers): string | null {
  if (kind === 'volumes') return null;
  if (kind !== 'frames') return COMPUTED_TEXTS.adc;
  return relationship === null ? COMPUTED_TEXTS.unknown : relationship === 'LIN' ? COMPUTED_TEXTS.intensities : COMPUTED_TEXTS.logarithms;
}

interface VolumesProps {
  recipe: VolumesRecipe;
  count: number;
  onChange: (recipe: Recipe) => void;
}

function Volumes({ recipe, count, onChange }: VolumesProps) {
  const numbers = Array.from({ length: count }, (_, volume) => ({ value: String(volume), label: String(volume + 1) }));
  return (
    <div className={classes.fields}>
      <NativeSelect
        size="xs"
        label={COMPUTED_TEXTS.volume}
        value={String(recipe.volume)}
        data={numbers}
        onChange={({ currentTarget: { value } }) => onChange({ ...recipe, volume: Number(value) })}
      />
      <NativeSelect
        size="xs"
        label={COMPUTED_TEXTS.minus}
        value={String(recipe.minus)}
        data={numbers}
        onChange={({ currentTarget: { value } }) => onChange({ ...recipe, minus: Number(value) })}
      />
    </div>
  );
}

/** Arrow keys and the buttons of a field move the mask by half a pixel. */
const STEP = 0.5;
const MOST_SHIFT = 100;

function Mask({ recipe, onChange }: { recipe: FramesRecipe; onChange: (recipe: Recipe) => void }) {
  const { mask, frames, shift } = recipe;
  const [x, y] = shift;
  return (
    <div className={classes.fields}>
      <NumberInput
        size="xs"
        className={classes.whole ?? ''}
        label={COMPUTED_TEXTS.mask}
        min={1}
        max={frames}
        allowDecimal={false}
        value={mask[0]! + 1}
        onChange={(value) => isWithin(value, 1, frames) && onChange({ ...recipe, mask: [value - 1] })}
      />
      <ShiftInput label={COMPUTED_TEXTS.right} value={x} onChange={(next) => onChange({ ...recipe, shift: [next, y] })} />
      <ShiftInput label={COMPUTED_TEXTS.down} value={y} onChange={(next) => onChange({ ...recipe, shift: [x, next] })} />
    </div>
  );
}

function ShiftInput({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <NumberInput
      size="xs"
      label={label}
      min={-MOST_SHIFT}
      max={MOST_SHIFT}
      step={STEP}
      decimalScale={2}
      value={value}
      onChange={(next) => isWithin(next, -MOST_SHIFT, MOST_SHIFT) && onChange(next)}
    />
  );
}

function isWithin(value: number | string, lowest: number, highest: number): value is number {
  return typeof value === 'number' && value >= lowest && value <= highest;
}
