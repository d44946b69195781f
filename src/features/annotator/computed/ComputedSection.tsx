import { NativeSelect, NumberInput } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Series } from '#contract/study-detail.ts';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import { seriesName } from '#features/annotator/texts.ts';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import type { FramesRecipe, Recipe, VolumesRecipe } from '#model/computed/recipe.ts';
import classes from './ComputedSection.module.css';
import { COMPUTED_TEXTS } from './computed-texts.ts';
import { minusSeries } from './minus-series.ts';
import { activeNow, showComputed, type AskedPane } from './show-computed.ts';
import { useOffers, type Offers } from './use-offers.ts';

/** What can be computed from the series of the active pane. `source`: that series, or the one that it is computed from. */
export function ComputedSection({ series, source, own }: { series: Series; source: Series; own: readonly Series[] }) {
  const workstation = useWorkstation();
  const { computed } = workstation;
  const shown = useSyncExternalStore(computed.subscribe, () => computed.find(series.uuid)?.recipe ?? null);
  const offers = useOffers(source, own);
  const [wanted, setWanted] = useState<WantedDifference | null>(null);
  if (offers === null || (offers.recipes.length === 0 && offers.others.length === 0)) return null;
  const kind = wanted !== null ? 'series' : (shown?.kind ?? '');
  const show = (recipe: Recipe | null, asked = activeNow(workstation)): void =>
    showComputed(workstation, asked, source.uuid, recipe && { from: offers.from, recipe });
  const known = shown?.kind === 'series' ? shown.minus : null;
  const want = (minus: string | null): void =>
    setWanted(minus === null || minus === known ? null : { minus, asked: activeNow(workstation) });
  return (
    <section aria-label={COMPUTED_TEXTS.title}>
      <h2 className={panelClasses.title}>{COMPUTED_TEXTS.title}</h2>
      <NativeSelect
        size="xs"
        aria-label={COMPUTED_TEXTS.title}
        value={kind}
        data={[
          { value: '', label: COMPUTED_TEXTS.none },
          ...offers.recipes.map((one) => ({ value: one.kind, label: COMPUTED_TEXTS.kinds[one.kind] })),
          ...(offers.others.length > 0 ? [{ value: 'series', label: COMPUTED_TEXTS.kinds.series }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => {
          want(value === 'series' ? (offers.others[0]?.uuid ?? null) : null);
          if (value !== 'series') show(offers.recipes.find((one) => one.kind === value) ?? null);
        }}
      />
      {kind === 'series' && (
        <Minus {...{ source, known, wanted }} others={offers.others} onWant={want} onShow={show} onDone={() => setWanted(null)} />
      )}
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
  if (kind === 'volumes' || kind === 'series') return null;
  if (kind !== 'frames') return COMPUTED_TEXTS.adc;
  return relationship === null ? COMPUTED_TEXTS.unknown : relationship === 'LIN' ? COMPUTED_TEXTS.intensities : COMPUTED_TEXTS.logarithms;
}

/** Another series that is to be subtracted, and the pane in which it was asked for: by the time it is read, another one may be active. */
interface WantedDifference {
  minus: string;
  asked: AskedPane;
}

interface MinusProps {
  source: Series;
  /** UUID of the series that is subtracted in the picture that is shown. */
  known: string | null;
  wanted: WantedDifference | null;
  others: readonly Series[];
  onWant: (minus: string) => void;
  onShow: (recipe: Recipe, asked: AskedPane) => void;
  /** The difference is shown. */
  onDone: () => void;
}

/** The other series is read first: only then it is known whether it has the same grid. */
function Minus({ source, known, wanted, others, onWant, onShow, onDone }: MinusProps) {
  const { series } = useWorkstation();
  const minus = wanted?.minus ?? known;
  const other = others.find(({ uuid }) => uuid === minus) ?? null;
  const [own, open] = [useOpenSeries(source.uuid), useOpenSeries(minus)];
  useEffect(() => {
    if (minus !== null) series.open(minus, 0);
  }, [series, minus]);
  const recipe = other === null || own === null || open === null ? null : minusSeries(own, open, seriesName(other));
  const isReady = wanted !== null && recipe !== null && recipe !== 'other-grid';
  useEffect(() => {
    if (!isReady) return;
    onShow(recipe, wanted.asked);
    onDone();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- shown once, when it has become ready
  }, [isReady, minus]);
  const status = recipe === 'other-grid' ? COMPUTED_TEXTS.otherGrid : recipe === null ? COMPUTED_TEXTS.otherReading : null;
  return (
    <>
      <NativeSelect
        mt="xs"
        size="xs"
        aria-label={COMPUTED_TEXTS.other}
        value={minus ?? ''}
        data={others.map((one) => ({ value: one.uuid, label: seriesName(one) }))}
        onChange={({ currentTarget: { value } }) => onWant(value)}
      />
      {status !== null && (
        <p className={panelClasses.note} role="status">
          {status}
        </p>
      )}
    </>
  );
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
