import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import { listenToWheel } from './listen-to-wheel.ts';
import classes from './SliceCell.module.css';
import { idle } from './tool-states/idle.ts';
import type { Pointer, ToolState, ViewActions } from './tool-states/tool-state.ts';
import type { Shown } from './use-drawn.ts';
import { useLatest } from './use-latest.ts';
import { pictureBox, pictureScale, type Place, type Sizes } from './view-place.ts';

interface SliceCellProps {
  shown: Shown | null;
  place: Place;
  label: string;
  describedBy: string;
  actions: ViewActions;
  onKey: (event: KeyboardEvent) => void;
  /** Slices by the wheel. */
  onWalk: (by: number) => void;
  onFit: () => void;
  onSizes: (sizes: Sizes | null) => void;
  children: ReactNode;
}

/** The black cell with the picture, and the pointers over it. */
export function SliceCell({ shown, place, label, describedBy, actions, onKey, onWalk, onFit, onSizes, children }: SliceCellProps) {
  const { ref: sizeRef, width, height } = useElementSize();
  const cell = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = useRef<ToolState>(idle(actions));
  const merged = useMergedRef(sizeRef, cell);
  const latest = useLatest({ actions, onWalk });

  useLayoutEffect(() => {
    const sizes = shown && width > 0 && height > 0 ? { cell: { width, height }, picture: shown } : null;
    onSizes(sizes);
    if (canvas.current) paintCell(canvas.current, shown, sizes, place);
  }, [shown, place, width, height, onSizes]);

  useEffect(() => (cell.current ? listenToWheel(cell.current, latest) : undefined), [latest]);

  function toPointer(event: PointerEvent): Pointer {
    const box = event.currentTarget.getBoundingClientRect();
    const { pointerId: id, button, clientX, clientY, pointerType } = event;
    return { id, button, isTouch: pointerType === 'touch', x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }
  function become(next: ToolState) {
    state.current = next;
    // Of a drag Escape gives back what was before it; a panel around, which listens to the window, stays.
    if (cell.current) cell.current.dataset['mantineStopPropagation'] = String(next.name !== 'idle');
  }
  function down(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    become(state.current.down(toPointer(event)));
  }
  function keyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape' && state.current.name !== 'idle') become(state.current.cancel());
    else onKey(event);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is one: its toolbar does the same by buttons
    <div
      ref={merged}
      className={classes.cell}
      role="application"
      aria-roledescription={t('image viewer')}
      aria-label={label}
      aria-describedby={describedBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys itself
      tabIndex={0}
      data-drawn={shown ? shown.slice : undefined}
      onPointerDown={down}
      onPointerMove={(event) => become(state.current.move(toPointer(event)))}
      onPointerUp={(event) => become(state.current.up(toPointer(event)))}
      onPointerCancel={() => become(state.current.cancel())}
      onContextMenu={(event) => event.preventDefault()}
      onDoubleClick={onFit}
      onKeyDown={keyDown}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      {children}
    </div>
  );
}

/** Pixels of the screen for one of the picture: from so many on its edges are what a person wants to see, and they are not smoothed away. */
const SHARP_FROM = 6;

function paintCell(canvas: HTMLCanvasElement, shown: Shown | null, sizes: Sizes | null, place: Place): void {
  const context = canvas.getContext('2d');
  if (!context || !sizes) return;
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(sizes.cell.width * ratio), Math.round(sizes.cell.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  else context.clearRect(0, 0, width, height);
  if (!shown) return;
  const box = pictureBox(sizes, place);
  context.imageSmoothingEnabled = pictureScale(sizes, place) * ratio < SHARP_FROM;
  context.imageSmoothingQuality = 'high';
  context.drawImage(shown.canvas, box.left * ratio, box.top * ratio, box.width * ratio, box.height * ratio);
}
