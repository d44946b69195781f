import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { DRAFT, figuresOn, LINE_HEIGHT, pathOf, pathOfFigure, placeFigures, type Figure, type PlacedFigure } from './figures.ts';
import classes from './MeasureLayer.module.css';
import type { OnScreen } from '#features/annotator/pane/pane-screen.ts';
import { useMeasure, useMeasureState } from './measure-context.tsx';
import { KIND_NAMES } from './measure-kinds.ts';
import type { SeenPane } from './pane-measuring.ts';
import type { StudyMeasurement } from './measure-store.ts';
import { isStored } from './slice-place.ts';
import { MEASURE_TEXTS } from './texts.ts';
import { WriteText } from './WriteText.tsx';

interface MeasureLayerProps extends Pick<SeenPane, 'shown' | 'size' | 'pane'> {
  at: number;
  isActive: boolean;
}

/** What is measured on the slice of a pane, over its picture. */
export function MeasureLayer({ at, isActive, shown, size, pane }: MeasureLayerProps) {
  const { store } = useMeasure();
  const { measurements, draft, current, writing, refusal } = useMeasureState();
  const figures = useMemo(() => figuresOn(shown, { measurements, draft, current }), [shown, measurements, draft, current]);
  if (shown === null || size.width === 0) return null;
  const placed = placeFigures(figures, { shown, size, pane });
  const chosen = figures.find(({ uuid }) => uuid === current);
  const written = isActive ? placed.find(({ figure }) => figure.uuid === writing) : undefined;
  return (
    <>
      <svg className={classes.layer} width={size.width} height={size.height} aria-hidden>
        {placed.map((one) => (
          <FigureView key={one.figure.uuid} {...one} isCurrent={one.figure.uuid === current || one.figure.uuid === DRAFT} />
        ))}
      </svg>
      {isActive && chosen && <VisuallyHidden role="status">{spokenOf(chosen)}</VisuallyHidden>}
      {written && writing !== null && (
        <WriteText
          key={writing}
          name={written.figure.kind === 'key-image' ? MEASURE_TEXTS.caption : MEASURE_TEXTS.text}
          text={written.figure.text}
          at={written.label}
          onDone={(text) => {
            if (text !== null) store.rename(writing, text);
            store.write(null);
          }}
        />
      )}
      {refusal?.pane === at ? <Refusal why={refusal.why} /> : hasOnlyVolume(shown, measurements) && <Refusal why={MEASURE_TEXTS.onFiles} />}
    </>
  );
}

/** Its measurements are on slices of the files, whose pixels are not those of a converted volume. */
function hasOnlyVolume({ of: { series }, picture }: OnScreen, measurements: readonly StudyMeasurement[]): boolean {
  return isStored(picture) && picture.sop === '' && measurements.some((each) => each.series === series && each.sop !== '');
}

const spokenOf = ({ kind, lines }: Figure): string => [KIND_NAMES[kind], ...lines].join(', ');

const HANDLE = 7;

function FigureView({ figure, lines, handles, label, leader, isCurrent }: PlacedFigure & { isCurrent: boolean }) {
  const path = pathOfFigure(figure.kind, lines);
  const isLeft = leader !== null && leader.from.x > label.right;
  return (
    <g className={classes.figure} data-measurement={figure.uuid} data-kind={figure.kind} data-current={isCurrent || undefined}>
      <path className={classes.edge} d={path} />
      <path className={classes.line} d={path} />
      {leader && <path className={classes.leader} d={pathOf([leader.from, leader.to])} />}
      {handles.map(({ x, y }, at) => (
        <rect key={at} className={classes.handle} x={x - HANDLE / 2} y={y - HANDLE / 2} width={HANDLE} height={HANDLE} />
      ))}
      <text className={classes.label} textAnchor={isLeft ? 'end' : 'start'}>
        {figure.lines.map((line, at) => (
          <tspan key={line} x={isLeft ? label.right : label.left} y={label.top + 13 + at * LINE_HEIGHT} data-first={at === 0 || undefined}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

function Refusal({ why }: { why: string }) {
  return (
    <p className={classes.notice} role="status">
      {why}
    </p>
  );
}
