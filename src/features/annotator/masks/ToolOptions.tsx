import { Checkbox, SegmentedControl, Slider } from '@mantine/core';
import { ClickOptions } from '#features/annotator/clicks/ClickOptions.tsx';
import { ScribbleOptions } from '#features/annotator/scribbles/ScribbleOptions.tsx';
import { isDrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import { FigureInput } from './FigureInput.tsx';
import { MASK_TEXTS, MODE_NAMES } from './mask-texts.ts';
import { clampedRadius, isMaskTool, MASK_TOOLS, RADIUS_MM, type PolygonMode } from './mask-tools.ts';
import { useMask } from './masks-context.tsx';
import classes from './ToolOptions.module.css';

const MODES = (Object.keys(MODE_NAMES) as PolygonMode[]).map((value) => ({ value, label: MODE_NAMES[value] }));

/** How the chosen tool draws; nothing while another tool is in use. */
export function ToolOptions() {
  const tool = useStation((now) => now.tool);
  if (tool === null || isDrawnKind(tool) || !isMaskTool(tool)) return null;
  const { name, Icon } = MASK_TOOLS.find((one) => one.tool === tool)!;
  return (
    <section className={classes.options} aria-label={`${MASK_TEXTS.tool}: ${name}`}>
      <h2 className={classes.title}>
        <Icon size={18} stroke={1.5} aria-hidden />
        {name}
      </h2>
      {tool === 'clicks' ? (
        <ClickOptions />
      ) : tool === 'scribble' ? (
        <ScribbleOptions />
      ) : tool === 'polygon' ? (
        <PolygonOptions />
      ) : (
        <BrushOptions />
      )}
    </section>
  );
}

function PolygonOptions() {
  const { masks } = useWorkstation();
  const mode = useMask(({ options }) => options.mode);
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={MASK_TEXTS.mode}
        data={MODES}
        value={mode}
        onChange={(next) => masks.setOptions({ mode: next })}
      />
      <p className={classes.note}>{MASK_TEXTS.polygonHint}</p>
    </>
  );
}

function BrushOptions() {
  const { masks } = useWorkstation();
  const { shape, radiusMm, range } = useMask(({ options }) => options);
  const setRadius = (next: number): void => masks.setOptions({ radiusMm: clampedRadius(next) });
  const setRange = (part: Partial<typeof range>): void => masks.setOptions({ range: { ...range, ...part } });
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={MASK_TEXTS.shape}
        value={shape}
        onChange={(next) => masks.setOptions({ shape: next })}
        data={[
          { value: 'disc', label: MASK_TEXTS.disc },
          { value: 'sphere', label: MASK_TEXTS.sphere },
        ]}
      />
      <div className={classes.line}>
        <span className={classes.name} aria-hidden>
          {MASK_TEXTS.radius}
        </span>
        <Slider
          className={classes.grow ?? ''}
          size="sm"
          thumbLabel={MASK_TEXTS.radius}
          label={null}
          min={RADIUS_MM.least}
          max={RADIUS_MM.most}
          step={RADIUS_MM.step}
          value={radiusMm}
          onChange={setRadius}
        />
        <FigureInput
          name={t('Radius in mm')}
          suffix=" mm"
          min={RADIUS_MM.least}
          max={RADIUS_MM.most}
          step={RADIUS_MM.step}
          value={radiusMm}
          onChange={setRadius}
        />
      </div>
      <div className={classes.line}>
        <Checkbox
          size="xs"
          label={MASK_TEXTS.onlyValues}
          checked={range.isOn}
          onChange={(event) => setRange({ isOn: event.currentTarget.checked })}
        />
        <FigureInput name={MASK_TEXTS.lowest} disabled={!range.isOn} value={range.low} onChange={(low) => setRange({ low })} />
        <span className={classes.name}>{t('to')}</span>
        <FigureInput name={MASK_TEXTS.highest} disabled={!range.isOn} value={range.high} onChange={(high) => setRange({ high })} />
      </div>
    </>
  );
}
