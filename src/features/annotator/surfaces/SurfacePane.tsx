import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconStack2 } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import { classNames } from '#ui/class-names.ts';
import cornerClasses from '#ui/viewer/corners.module.css';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { DropHint, useSeriesDrop } from '#features/annotator/pane/drop-series.tsx';
import classes from '#features/annotator/pane/PaneView.module.css';
import { TEXTS } from '#features/annotator/texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import own from './SurfacePane.module.css';
import { countText, missingTexts, spokenText, SURFACE_TEXTS } from './surface-texts.ts';
import { FROM_FRONT, sideText, turnedView, zoomed, type View } from './turn-view.ts';
import { useShownSurfaces, useSurfaceScene, type SceneProblem } from './use-surfaces.ts';

interface SurfacePaneProps {
  at: number;
  /** A series that is dragged, to be dropped on a pane. */
  dragged: Series | null;
  onDrop: (at: number) => void;
}

/** Radians for a pixel of a drag, and for an arrow key. */
const [TURN_BY_PIXEL, TURN_BY_KEY] = [0.01, Math.PI / 18];
const ZOOM_BY_KEY = 1.25;
const PIXELS_OF_WHEEL = 300;
/** A pointer that has moved less was a click. */
const CLICK_PIXELS = 4;

const TURNS: Record<string, readonly [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** One pane that shows the surfaces of all visible segments (design.md §19, picture 45). */
export function SurfacePane({ at, dragged, onDrop }: SurfacePaneProps) {
  const { station, masks } = useWorkstation();
  const isActive = useStation(({ active }) => active === at);
  const hasMask = useMask(({ mask }) => mask !== null);
  const { ref: sizeRef, width, height } = useElementSize();
  const cell = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(sizeRef, cell);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const [view, setView] = useState<View>(FROM_FRONT);
  const [tries, setTries] = useState(0);
  const drop = useSeriesDrop(dragged, () => onDrop(at));
  const surfaces = useShownSurfaces();
  const { canvas, scene, problem } = useSurfaceScene(surfaces, view, size, tries);
  const spokenId = useId();
  const { down, move, up, cancel } = usePointers(setView, (point) => {
    const hit = scene?.pick(point, size) ?? null;
    const { mask } = masks.read();
    if (hit !== null && mask !== null) station.act({ act: 'point-in', series: mask.series, point: hit });
  });

  useEffect(() => {
    const on = cell.current;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 50;
      setView((before) => zoomed(before, Math.exp(-pixels / PIXELS_OF_WHEEL)));
    };
    on?.addEventListener('wheel', wheel, { passive: false });
    return () => on?.removeEventListener('wheel', wheel);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const turn = TURNS[key];
    if (turn !== undefined) setView((before) => turnedView(before, turn[0] * TURN_BY_KEY, turn[1] * TURN_BY_KEY));
    else if (key === '+' || key === '=') setView((before) => zoomed(before, ZOOM_BY_KEY));
    else if (key === '-' || key === '−') setView((before) => zoomed(before, 1 / ZOOM_BY_KEY));
    else if (key.toLowerCase() === 'r' && !shiftKey) {
      scene?.fit();
      setView({ ...FROM_FRONT });
    } else return;
    event.preventDefault();
  }

  const made = surfaces.filter(({ surface }) => surface !== null);
  const missing = missingTexts(surfaces);
  const isComputing = surfaces.some((one) => one.surface === null && one.problem === null);
  const side = sideText(view.facing);
  const letters = orientationLetters([...view.facing.right, ...view.facing.below]);
  const words = !hasMask ? SURFACE_TEXTS.closed : surfaces.length === 0 ? SURFACE_TEXTS.none : null;

  return (
    <section
      className={classes.pane}
      data-active={isActive || undefined}
      data-pane={at}
      aria-label={`Pane ${at + 1}: ${SURFACE_TEXTS.name}`}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is one: all of it is done by keys, too */}
      <div
        ref={merged}
        className={classNames(classes.cell, own.cell)}
        role="application"
        aria-roledescription="3D pane"
        aria-label={SURFACE_TEXTS.name}
        aria-describedby={spokenId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys itself
        tabIndex={0}
        data-surfaces={scene === null ? undefined : made.length}
        onFocus={() => station.act({ act: 'activate', pane: at })}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onContextMenu={(event) => event.preventDefault()}
        onDoubleClick={() => station.act({ act: 'full' })}
        onKeyDown={onKeyDown}
        {...drop.handlers}
      >
        <canvas key={tries} ref={canvas} className={classes.canvas} data-target={drop.target !== null || undefined} aria-hidden />
        <VisuallyHidden id={spokenId}>{spokenText(surfaces, side)}</VisuallyHidden>
        {problem === null && (
          <div className={classNames(cornerClasses.over, classes.over)} aria-hidden>
            <div className={cornerClasses.corner} data-at="top-left">
              <span className={classes.head}>
                <span className={classes.chip} data-decided>
                  {SURFACE_TEXTS.chip}
                </span>
                <span className={classes.line}>{countText(made.length)}</span>
              </span>
            </div>
            <div className={cornerClasses.corner} data-at="top-right">
              <span data-side-text>{side}</span>
            </div>
            <div className={cornerClasses.corner} data-at="bottom-left">
              {missing.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <span>{SURFACE_TEXTS.help}</span>
            </div>
            {letters &&
              (['left', 'right', 'top', 'bottom'] as const).map((edge) => (
                <span key={edge} className={classes.letter} data-side={edge}>
                  {letters[edge]}
                </span>
              ))}
          </div>
        )}
        {problem === null && words !== null && <p className={classes.words}>{words}</p>}
        {problem === null && (scene === null || (isComputing && made.length === 0)) && words === null && (
          <p className={classes.words}>
            <Loader size="sm" color="gray" />
            {scene === null ? SURFACE_TEXTS.loading : SURFACE_TEXTS.reading}
          </p>
        )}
        <VisuallyHidden role="status">{missing.join(' ')}</VisuallyHidden>
        {problem !== null && <Problem problem={problem} onRetry={() => setTries(tries + 1)} />}
        {drop.target !== null && <DropHint target={drop.target} />}
      </div>
      <p className={classes.trust}>
        <IconStack2 size={13} stroke={1.75} aria-hidden />
        <span className={classes.line}>{SURFACE_TEXTS.trust}</span>
        <span className={classes.diagnosis}>{TEXTS.notForDiagnosis}</span>
      </p>
    </section>
  );
}

const PROBLEMS: Record<SceneProblem, readonly [what: string, why: string]> = {
  'no-webgl': [SURFACE_TEXTS.noWebgl, SURFACE_TEXTS.noWebglWhy],
  lost: [SURFACE_TEXTS.lost, SURFACE_TEXTS.lostWhy],
  failed: [SURFACE_TEXTS.failed, SURFACE_TEXTS.failedWhy],
};

function Problem({ problem, onRetry }: { problem: SceneProblem; onRetry: () => void }) {
  const [what, why] = PROBLEMS[problem];
  return (
    <div className={classNames(classes.words, own.problem)} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
      <b>{what}</b>
      <span>{why}</span>
      <Button size="xs" variant="default" onPointerDown={(event) => event.stopPropagation()} onClick={onRetry}>
        {SURFACE_TEXTS.retry}
      </Button>
    </div>
  );
}

interface Point {
  x: number;
  y: number;
}

/** One pointer turns, two zoom; one that has hardly moved was a click. */
function usePointers(setView: (change: (before: View) => View) => void, onClick: (point: Point) => void) {
  const pointers = useRef(new Map<number, Point>());
  const way = useRef(0);
  return {
    down(event: PointerEvent<HTMLDivElement>): void {
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) way.current = 0;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    move({ pointerId, clientX: x, clientY: y }: PointerEvent<HTMLDivElement>): void {
      const before = pointers.current.get(pointerId);
      if (before === undefined) return;
      const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
      pointers.current.set(pointerId, { x, y });
      const [dx, dy] = [x - before.x, y - before.y];
      way.current += Math.abs(dx) + Math.abs(dy);
      if (other !== undefined) {
        const factor = distance({ x, y }, other) / Math.max(1, distance(before, other));
        return setView((view) => zoomed(view, factor));
      }
      if (way.current > CLICK_PIXELS) setView((view) => turnedView(view, dx * TURN_BY_PIXEL, dy * TURN_BY_PIXEL));
    },
    up(event: PointerEvent<HTMLDivElement>): void {
      const isLast = pointers.current.delete(event.pointerId) && pointers.current.size === 0;
      if (!isLast || way.current > CLICK_PIXELS) return;
      const box = event.currentTarget.getBoundingClientRect();
      onClick({ x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 });
    },
    cancel(event: PointerEvent<HTMLDivElement>): void {
      pointers.current.delete(event.pointerId);
      way.current = Infinity;
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
