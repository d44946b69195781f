import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { TransferPoint, TransferUnit } from '#contract/transfer-functions.ts';
import type { SeriesHistogram } from '#workers/viewer/types.ts';
import { chartRange, histogramBars, valueToText, type ChartRange } from './chart-range.ts';
import { stepOf } from './curve-draft.ts';
import { CurveStrip } from './CurveStrip.tsx';
import { pointText } from './texts.ts';
import classes from './TransferFunctions.module.css';

type Drawn = TransferPoint & { key: number };

interface CurveChartProps {
  unit: TransferUnit;
  /** In the order of their values. */
  points: readonly Drawn[];
  histogram: SeriesHistogram | null;
  /** Absent: the curve is only shown. */
  editing?: {
    selected: number;
    onSelect: (key: number) => void;
    onMove: (key: number, to: { value: number; opacity: number }) => void;
    onRemove: (key: number) => void;
  };
}

const HEIGHT = 220;

/** The curve over the histogram: values from left to right, opacity from bottom to top. */
export function CurveChart({ unit, points, histogram, editing }: CurveChartProps) {
  const { ref, width } = useElementSize();
  // Kept while a point is dragged, so that the chart does not move under the pointer.
  const [dragged, setDragged] = useState<ChartRange | null>(null);
  const range = dragged ?? chartRange(unit, points, histogram);
  // A value that is typed may be outside for a moment.
  const toX = (value: number) => Math.min(1, Math.max(0, (value - range.from) / (range.to - range.from))) * width;
  const toY = (opacity: number) => (1 - opacity) * HEIGHT;
  const line = points.map(({ value, opacity }) => `${toX(value)},${toY(opacity)}`).join(' ');
  const [first, last] = [points[0], points.at(-1)];

  function toPlace({ clientX, clientY }: PointerEvent, box: DOMRect) {
    return { value: range.from + ((clientX - box.left) / box.width) * (range.to - range.from), opacity: 1 - (clientY - box.top) / HEIGHT };
  }

  function key(event: KeyboardEvent<HTMLButtonElement>, { key: id, value, opacity }: Drawn) {
    if (event.key === 'Delete' && points.length > LIMITS.transferPointsMin) {
      focusNeighbour(event.currentTarget);
      editing?.onRemove(id);
    }
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    editing?.onMove(id, { value: value + by.value * stepOf(unit, points) * times, opacity: opacity + by.opacity * times });
  }

  return (
    <div className={classes.chart}>
      <div ref={ref} className={classes.plot} style={{ height: HEIGHT }}>
        <svg width={width} height={HEIGHT} aria-hidden>
          {histogram &&
            histogramBars(histogram, unit, range, Math.max(1, Math.floor(width / 4))).map((height, bar, all) => (
              <rect
                key={bar}
                className={classes.bar}
                x={(bar * width) / all.length}
                y={HEIGHT * (1 - height)}
                width={width / all.length}
                height={HEIGHT * height}
              />
            ))}
          {first && last && (
            <polyline className={classes.line} points={`0,${toY(first.opacity)} ${line} ${width},${toY(last.opacity)}`} fill="none" />
          )}
        </svg>
        {editing &&
          points.map((point, index) => (
            <button
              key={point.key}
              type="button"
              className={classes.handle}
              data-selected={point.key === editing.selected || undefined}
              tabIndex={point.key === editing.selected ? 0 : -1}
              aria-label={pointText(index, valueToText(point.value), String(Math.round(point.opacity * 100)))}
              style={{ left: toX(point.value), top: toY(point.opacity), '--colour': point.color } as object}
              onFocus={() => editing.onSelect(point.key)}
              onKeyDown={(event) => key(event, point)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(range);
                editing.onSelect(point.key);
              }}
              onPointerMove={(event) => {
                const box = event.currentTarget.parentElement?.getBoundingClientRect();
                if (box && dragged) editing.onMove(point.key, toPlace(event, box));
              }}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            />
          ))}
      </div>
      {points.length > 0 && (
        <div className={classes.below}>
          <div style={{ marginInlineStart: Math.max(0, toX(first!.value)), width: Math.max(2, toX(last!.value) - toX(first!.value)) }}>
            <CurveStrip points={points} />
          </div>
          <div className={classes.axis} aria-hidden>
            <span>{valueToText(range.from)}</span>
            <span>{valueToText(range.to)}</span>
          </div>
        </div>
      )}
    </div>
  );
}

/** Before the point is removed, so that the focus stays in the chart. */
function focusNeighbour(handle: HTMLButtonElement): void {
  const handles = [...(handle.parentElement?.querySelectorAll('button') ?? [])];
  const at = handles.indexOf(handle);
  handles[at === 0 ? 1 : at - 1]?.focus();
}

const MOVES: Record<string, { value: number; opacity: number }> = {
  ArrowLeft: { value: -1, opacity: 0 },
  ArrowRight: { value: 1, opacity: 0 },
  ArrowUp: { value: 0, opacity: 0.01 },
  ArrowDown: { value: 0, opacity: -0.01 },
};
