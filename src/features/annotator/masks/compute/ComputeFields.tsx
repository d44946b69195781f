import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import type { ComponentProps } from 'react';
import { FigureInput } from '#features/annotator/masks/FigureInput.tsx';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import classes from '#features/annotator/masks/ToolOptions.module.css';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { COMPUTE_TEXTS } from './compute-texts.ts';
import { COMPUTE_MM, MOST_WITHIN_MM, type ComputeOptions, type ComputeTool } from './compute-tools.ts';

interface ComputeFieldsProps {
  tool: ComputeTool;
  options: ComputeOptions;
  /** The one that is computed. */
  segment: string;
  /** Of the values of the series; empty if unknown. */
  unit: string;
  onChange(part: Partial<ComputeOptions>): void;
}

/** The numbers and choices of a tool that computes. */
export function ComputeFields({ tool, options, segment, unit, onChange }: ComputeFieldsProps) {
  switch (tool) {
    case 'threshold':
      return (
        <>
          <div className={classes.line}>
            <span className={classes.name}>{unit === '' ? COMPUTE_TEXTS.values : unit}</span>
            <FigureInput name={COMPUTE_TEXTS.lowest} value={options.low} onChange={(low) => onChange({ low })} />
            <span className={classes.name}>{COMPUTE_TEXTS.to}</span>
            <FigureInput name={COMPUTE_TEXTS.highest} value={options.high} onChange={(high) => onChange({ high })} />
          </div>
          <OnSlice name={COMPUTE_TEXTS.thisSlice} isOn={options.onSlice} onChange={onChange} />
        </>
      );
    case 'region':
      return <RegionFields {...{ options, unit, onChange }} />;
    case 'share-of-max':
      return <ShareFields {...{ options, onChange }} />;
    case 'smooth':
    case 'grow':
    case 'shrink':
      return (
        <NamedFigure
          name={COMPUTE_TEXTS.distance[tool]}
          spoken={COMPUTE_TEXTS.distanceInMm[tool]}
          suffix=" mm"
          min={COMPUTE_MM.least}
          max={COMPUTE_MM.most}
          step={COMPUTE_MM.step}
          value={options.mm}
          onChange={(mm) => onChange({ mm })}
        />
      );
    case 'remove-small':
      return (
        <NamedFigure
          name={COMPUTE_TEXTS.smallest}
          spoken={COMPUTE_TEXTS.smallestInMl}
          suffix=" ml"
          min={0}
          step={0.1}
          value={options.ml}
          onChange={(ml) => onChange({ ml })}
        />
      );
    case 'fill-holes':
      return <OnSlice name={COMPUTE_TEXTS.bySlice} isOn={options.onSlice} onChange={onChange} />;
    case 'copy-slice':
      return (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={COMPUTE_TEXTS.copyTo}
          data={(['previous', 'next'] as const).map((value) => ({ value, label: COMPUTE_TEXTS[value] }))}
          value={options.to}
          onChange={(to) => onChange({ to })}
        />
      );
    case 'combine':
      return <CombineFields {...{ options, segment, onChange }} />;
    case 'fill-between':
    case 'keep-largest':
      return null;
  }
}

function RegionFields({ options, unit, onChange }: Pick<ComputeFieldsProps, 'options' | 'unit' | 'onChange'>) {
  return (
    <>
      <NamedFigure
        name={COMPUTE_TEXTS.tolerance}
        spoken={COMPUTE_TEXTS.tolerance}
        suffix={unit === '' ? '' : ` ${unit}`}
        min={0}
        value={options.tolerance}
        onChange={(tolerance) => onChange({ tolerance })}
      />
      <GrownFrom {...{ options, onChange }} />
    </>
  );
}

function ShareFields({ options, onChange }: Pick<ComputeFieldsProps, 'options' | 'onChange'>) {
  return (
    <>
      <NamedFigure
        name={COMPUTE_TEXTS.share}
        spoken={COMPUTE_TEXTS.shareInPercent}
        suffix=" %"
        min={1}
        max={100}
        value={options.percent}
        onChange={(percent) => onChange({ percent })}
      />
      <NamedFigure
        name={COMPUTE_TEXTS.within}
        spoken={COMPUTE_TEXTS.withinInMm}
        suffix=" mm"
        min={0}
        max={MOST_WITHIN_MM}
        value={options.withinMm}
        onChange={(withinMm) => onChange({ withinMm })}
      />
      <GrownFrom {...{ options, onChange }} />
    </>
  );
}

/** How large a region may become, and where it starts. */
function GrownFrom({ options, onChange }: Pick<ComputeFieldsProps, 'options' | 'onChange'>) {
  const { station } = useWorkstation();
  return (
    <>
      <NamedFigure
        name={COMPUTE_TEXTS.largest}
        spoken={COMPUTE_TEXTS.largestInMl}
        suffix=" ml"
        min={0}
        step={100}
        value={options.mostMl}
        onChange={(mostMl) => onChange({ mostMl })}
      />
      <div className={classes.line}>
        <span className={classes.note}>{COMPUTE_TEXTS.startsAt}</span>
        <Button size="compact-xs" variant="default" onClick={() => station.act({ act: 'tool', tool: 'crosshair' })}>
          {COMPUTE_TEXTS.crosshair}
        </Button>
      </div>
    </>
  );
}

function CombineFields({ options, segment, onChange }: Pick<ComputeFieldsProps, 'options' | 'segment' | 'onChange'>) {
  const segments = useMask((state) => state.segments);
  const others = segments.filter(({ uuid }) => uuid !== segment).map(({ uuid, title }) => ({ value: uuid, label: nameOf(title) }));
  const chosen = others.some(({ value }) => value === options.with) ? options.with! : '';
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={COMPUTE_TEXTS.other}
        value={chosen}
        data={[{ value: '', label: COMPUTE_TEXTS.noSegment }, ...others]}
        onChange={({ currentTarget }) => onChange({ with: currentTarget.value === '' ? null : currentTarget.value })}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={COMPUTE_TEXTS.how}
        data={(['union', 'without', 'intersection'] as const).map((value) => ({ value, label: COMPUTE_TEXTS[value] }))}
        value={options.how}
        onChange={(how) => onChange({ how })}
      />
    </>
  );
}

interface NamedFigureProps extends Omit<ComponentProps<typeof FigureInput>, 'name'> {
  name: string;
  /** With its unit, for a screen reader. */
  spoken: string;
}

function NamedFigure({ name, spoken, ...figure }: NamedFigureProps) {
  return (
    <div className={classes.line}>
      <span className={classes.name} aria-hidden>
        {name}
      </span>
      <FigureInput name={spoken} {...figure} />
    </div>
  );
}

function OnSlice({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: ComputeFieldsProps['onChange'] }) {
  return <Checkbox size="xs" label={name} checked={isOn} onChange={({ currentTarget }) => onChange({ onSlice: currentTarget.checked })} />;
}
