import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { t } from '#language/t.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { Facing } from '#model/pictures/image-plane.ts';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import { classNames } from '#ui/class-names.ts';
import cornerClasses from '#ui/viewer/corners.module.css';
import classes from '#features/annotator/pane/PaneView.module.css';
import { TurnControl } from '#features/annotator/volume/TurnControl.tsx';
import type { ViewLine } from '#features/annotator/volume/along-the-view.ts';
import type { SurfaceScene } from './surface-scene.ts';
import own from './SurfacePane.module.css';
import { countText, missingTexts, spokenText, SURFACE_TEXTS } from './surface-texts.ts';
import { FROM_FRONT, sideText, turnedView, zoomed, type View } from './turn-view.ts';
import { useSurfaceScene, type SceneContent, type SceneProblem } from './use-surfaces.ts';

interface SurfaceCellProps {
  content: SceneContent;
  /** Instead of the picture. */
  words: string | null;
  help: string;
  /** Accessible name. */
  name?: string;
  /** Of what is shown, beside its kind. */
  head?: string;
  /** What is awaited while nothing is shown. */
  awaited?: string | null;
  /** Turns by itself, and by a slider. */
  hasTurns?: boolean;
  isDimmed?: boolean;
  /** A surface was clicked, or a point of the canvas (CSS pixels from its middle) without one. */
  onPick?: (point: Vector | null, line: ViewLine | null) => void;
  /** Null: it cannot be drawn any more. */
  onScene?: (scene: SurfaceScene | null) => void;
  /** From where it is looked at first; by default from the front. */
  facing?: Facing;
  /** Once the view is at rest. */
  onFacing?: (facing: Facing) => void;
  /** What is not shown, and why. */
  note?: string | null;
  /** A key that does not turn the view; whether it was used. */
  onOtherKey?: (event: KeyboardEvent, view: View) => boolean;
  more?: Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onDoubleClick' | 'onDragOver' | 'onDragLeave' | 'onDrop'>;
  children?: ReactNode;
}

/** Radians for a pixel of a drag, and for an arrow key. */
const [TURN_BY_PIXEL, TURN_BY_KEY] = [0.01, Math.PI / 18];
const ZOOM_BY_KEY = 1.25;
const AT_REST_MS = 150;
const PIXELS_OF_WHEEL = 300;
/** A pointer that has moved less was a click. */
const CLICK_PIXELS = 4;

const TURNS: Record<string, readonly [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Surfaces that are turned by the pointer and by keys, with the letters of the sides. */
export function SurfaceCell({
  content,
  words,
  help,
  name = SURFACE_TEXTS.name,
  head,
  awaited = null,
  hasTurns = false,
  isDimmed,
  onPick,
  onScene,
  facing,
  onFacing,
  note = null,
  onOtherKey,
  more,
  children,
}: SurfaceCellProps) {
  const { ref: sizeRef, width, height } = useElementSize();
  const cell = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(sizeRef, cell);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const [view, setView] = useState<View>({ ...FROM_FRONT, ...(facing && { facing }) });
  const [tries, setTries] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const { canvas, marker, scene, problem } = useSurfaceScene(content, { view, size, isPlaying }, tries);
  const { surfaces, volume = null, mark = null } = content;
  const spokenId = useId();
  const { down, move, up, cancel } = usePointers(setView, (point) => {
    if (scene !== null) onPick?.(scene.pick(point, size), scene.lineAt(point, size));
  });

  useEffect(() => onScene?.(scene), [onScene, scene]);
  useEffect(() => {
    const timer = setTimeout(() => onFacing?.(view.facing), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [onFacing, view.facing]);
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
    } else if (onOtherKey?.(event, view) !== true) return;
    event.preventDefault();
  }

  const made = surfaces.filter(({ surface }) => surface !== null);
  const missing = [...missingTexts(surfaces), ...(note === null ? [] : [note])];
  const isComputing = surfaces.some((one) => one.surface === null && one.problem === null);
  const isEmpty = made.length === 0 && volume === null;
  const wait = scene === null ? SURFACE_TEXTS.loading : isEmpty ? (awaited ?? (isComputing ? SURFACE_TEXTS.reading : null)) : null;
  const side = sideText(view.facing);
  const letters = orientationLetters([...view.facing.right, ...view.facing.below]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is one: all of it is done by keys, too
    <div
      ref={merged}
      className={classNames(classes.cell, own.cell)}
      role="application"
      aria-roledescription={t('3D pane')}
      aria-label={name}
      aria-describedby={spokenId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys itself
      tabIndex={0}
      data-surfaces={scene === null ? undefined : made.length}
      data-volume={scene === null || volume === null ? undefined : volume.show}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      {...more}
    >
      <canvas key={tries} ref={canvas} className={classes.canvas} data-target={isDimmed || undefined} aria-hidden />
      {problem === null && mark !== null && !isEmpty && <div ref={marker} className={own.mark} data-mark3d aria-hidden />}
      <VisuallyHidden id={spokenId}>{spokenText(surfaces, side)}</VisuallyHidden>
      {problem === null && (
        <div className={classNames(cornerClasses.over, classes.over)} aria-hidden>
          <div className={cornerClasses.corner} data-at="top-left">
            <span className={classes.head}>
              <span className={classes.chip} data-decided>
                {SURFACE_TEXTS.chip}
              </span>
              <span className={classes.line}>{head ?? countText(made.length)}</span>
            </span>
          </div>
          <div className={cornerClasses.corner} data-at="top-right">
            <span data-side-text>{side}</span>
          </div>
          <div className={cornerClasses.corner} data-at="bottom-left">
            {missing.map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span>{help}</span>
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
      {problem === null && wait !== null && words === null && (
        <p className={classes.words}>
          <Loader size="sm" color="gray" />
          {wait}
        </p>
      )}
      {problem === null && hasTurns && !isEmpty && <TurnControl {...{ view, setView, isPlaying }} onPlay={setPlaying} />}
      <VisuallyHidden role="status">{missing.join(' ')}</VisuallyHidden>
      {problem !== null && <Problem problem={problem} onRetry={() => setTries(tries + 1)} />}
      {children}
    </div>
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
