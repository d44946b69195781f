import { VisuallyHidden } from '@mantine/core';
import {
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { ColumnHead } from '#ui/lists/ColumnHead.tsx';
import { paneName, TEXTS } from '#features/files/texts.ts';
import type { FileActId } from '#features/files/acts/file-acts.ts';
import { FileRow } from './FileRow.tsx';
import { isTyping, NOTHING_TYPED, placeOfTyped, typed, type TypedName } from './find-name.ts';
import { cleared, extended, moved, placeOf, toggled, toggledAll, type Marks } from './marks.ts';
import { paneKey, placeAfter } from './pane-keys.ts';
import type { Row } from './rows.ts';
import { pageOf, scrollTopFor, shownRows } from './shown-rows.ts';
import type { Pane } from './use-pane.ts';
import classes from './Pane.module.css';

export interface GridActs {
  onOpen: (row: Row) => void;
  onUp: () => void;
  onOtherPane: () => void;
  /** The keyboard goes on to the actions below. */
  onLeave: () => void;
  onAct: (act: FileActId) => void;
  /** The menu of a line, or of the pane; at a point of the window. */
  onMenu: (at: { x: number; y: number }) => void;
  onRenamed: (row: Row, name: string | null) => void;
  onDragStart: (event: DragEvent, row: Row) => void;
  /** `row`: the line that the pointer is over. */
  onDragOver: (event: DragEvent, row: Row | null) => void;
  onDrop: (event: DragEvent, row: Row | null) => void;
  onDragEnd: () => void;
}

interface FileGridProps extends GridActs {
  pane: Pane;
  rowPx: number;
  isActive: boolean;
  renaming: string | null;
  /** Key of the folder that entries are dragged over. */
  target: string | null;
  gridRef: RefObject<HTMLDivElement | null>;
  /** Instead of lines that are no entries: loading, empty, failed. */
  children: ReactNode;
}

const HEAD_PX = 32;

/**
 * The lines of a pane. Only those on the screen are drawn. The keyboard is on the grid, and `aria-activedescendant` names its line, because a
 * line that is scrolled away cannot hold the focus.
 */
export function FileGrid({ pane, rowPx, isActive, renaming, target, gridRef: box, children, ...acts }: FileGridProps) {
  const { side, place, rows, lines, marks, setMarks } = pane;
  const found = useRef<TypedName>(NOTHING_TYPED);
  const [view, setView] = useState({ scrollTop: 0, height: 600 });
  const at = placeOf(marks, lines);
  const { from, to } = shownRows({ ...view, rowPx, count: rows.length });
  const idOf = (place: number) => `files-${side}-${place}`;

  useLayoutEffect(() => {
    const grid = box.current;
    if (grid === null) return;
    const measure = () => setView({ scrollTop: grid.scrollTop, height: Math.max(rowPx, grid.clientHeight - HEAD_PX) });
    const resized = new ResizeObserver(measure);
    resized.observe(grid);
    grid.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      grid.removeEventListener('scroll', measure);
    };
  }, [box, rowPx]);

  // The line of the cursor is brought to the screen by every key, not while somebody turns the wheel.
  const cursorAt = marks.cursor === null ? 0 : at;
  useLayoutEffect(() => {
    const grid = box.current;
    if (grid === null) return;
    const height = Math.max(rowPx, grid.clientHeight - HEAD_PX);
    grid.scrollTo({ top: scrollTopFor(cursorAt, { scrollTop: grid.scrollTop, height, rowPx }) });
  }, [box, marks, cursorAt, rowPx, place]);

  function press(event: KeyboardEvent<HTMLDivElement>) {
    // Keys of a field or of a head are theirs.
    if (event.target !== event.currentTarget) return;
    const key = paneKey(event, place.isBin);
    if (key === null) return;
    event.preventDefault();
    // A space in the middle of a name that is being typed belongs to it.
    if (event.key === ' ' && isTyping(found.current, event.timeStamp) && find(' ', event.timeStamp)) return;
    if (key.does !== 'find') found.current = NOTHING_TYPED;
    const row = rows[at];
    switch (key.does) {
      case 'move': {
        const next = placeAfter(key.to, at, { count: rows.length, page: pageOf({ height: view.height, rowPx }) });
        return setMarks(key.isRange ? extended(marks, lines, next) : moved(marks, lines, next));
      }
      case 'find':
        return void find(key.letter, event.timeStamp);
      case 'select':
        // The cursor goes on, so that a held key selects one after the other.
        return setMarks(moved(toggled(marks, lines, at), lines, at + 1));
      case 'select-all':
        return setMarks(toggledAll(marks, lines));
      case 'open':
        return row && acts.onOpen(row);
      case 'up':
        return acts.onUp();
      case 'other-pane':
        return acts.onOtherPane();
      case 'leave':
        return acts.onLeave();
      case 'menu':
        return acts.onMenu(pointOf(at));
      case 'act':
        return acts.onAct(key.act);
    }
  }

  /** A wrong letter is left out, so that the right one can follow. */
  function find(letter: string, atMs: number): boolean {
    const search = typed(found.current, letter, atMs);
    const next = placeOfTyped(
      rows.map(({ name }) => name),
      search.text,
      at,
    );
    if (next === -1) return false;
    found.current = search;
    setMarks(moved(marks, lines, next));
    return true;
  }

  function pointOf(place: number): { x: number; y: number } {
    const line = document.getElementById(idOf(place)) ?? box.current;
    const { left, bottom } = line?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    return { x: left + 40, y: bottom };
  }

  function placeUnder({ target: under }: { target: EventTarget }): number {
    const line = under instanceof Element ? under.closest<HTMLElement>('[data-place]') : null;
    return line === null ? -1 : Number(line.dataset['place']);
  }

  function click(event: MouseEvent<HTMLDivElement>) {
    const place = placeUnder(event);
    const row = rows[place];
    if (row === undefined || isOfField(event.target)) return;
    const isMark = event.target instanceof Element && event.target.closest('[data-mark]') !== null;
    if (event.target instanceof Element && event.target.closest('[data-menu]') !== null) {
      setMarks(meant(place, row));
      const { left, bottom } = event.target.getBoundingClientRect();
      return acts.onMenu({ x: left, y: bottom });
    }
    if (event.shiftKey) return setMarks(extended(marks, lines, place));
    if (event.ctrlKey || event.metaKey || isMark) return setMarks(toggled(marks, lines, place));
    setMarks(moved(marks, lines, place));
    // A finger has no second click: what it touches opens, and the mark before the name selects.
    if (matchMedia('(pointer: coarse)').matches) acts.onOpen(row);
  }

  /** For a menu at a line: what is not among the selected ones is meant alone. */
  function meant(place: number, { key }: Row): Marks {
    const next = moved(marks, lines, place);
    return marks.selected.has(key) ? next : cleared(next);
  }

  function openMenu(event: MouseEvent<HTMLDivElement>) {
    if (isOfField(event.target)) return;
    event.preventDefault();
    const place = placeUnder(event);
    const row = rows[place];
    if (row !== undefined) setMarks(meant(place, row));
    acts.onMenu(event.clientX === 0 && event.clientY === 0 ? pointOf(at) : { x: event.clientX, y: event.clientY });
  }

  const rowUnder = (event: DragEvent): Row | null => rows[placeUnder(event)] ?? null;

  return (
    <div
      ref={box}
      className={classes.grid}
      role="grid"
      aria-label={paneName(side, place)}
      aria-describedby={`files-keys-${side}`}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={4}
      aria-busy={!pane.isLoaded && pane.list.isFetching}
      {...(at >= from && at < to && rows.length > 0 ? { 'aria-activedescendant': idOf(at) } : {})}
      data-takes-letters
      data-bin={place.isBin || undefined}
      tabIndex={0}
      onKeyDown={press}
      onClick={click}
      onDoubleClick={(event) => {
        const row = rows[placeUnder(event)];
        if (row !== undefined && !isOfField(event.target) && !matchMedia('(pointer: coarse)').matches) acts.onOpen(row);
      }}
      onContextMenu={openMenu}
      onDragStart={(event) => {
        const row = rowUnder(event);
        if (row !== null) acts.onDragStart(event, row);
      }}
      onDragOver={(event) => acts.onDragOver(event, rowUnder(event))}
      onDrop={(event) => acts.onDrop(event, rowUnder(event))}
      onDragEnd={acts.onDragEnd}
    >
      <div className={classes.columns} role="row" aria-rowindex={1}>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.select}</VisuallyHidden>
        </span>
        {COLUMNS.map(({ column, title, deleted }) => (
          <ColumnHead
            key={column}
            title={place.isBin ? deleted : title}
            className={column === 'name' ? undefined : classes[column]}
            order={{ now: pane.order.by === column ? pane.order.order : null, onOrder: () => pane.onOrder(column) }}
          />
        ))}
      </div>
      <div role="presentation" style={{ height: from * rowPx }} />
      {rows.slice(from, to).map((row, n) => (
        <FileRow
          key={row.key}
          id={idOf(from + n)}
          row={row}
          place={from + n}
          heightPx={rowPx}
          isCursor={from + n === at}
          isActive={isActive}
          isSelected={marks.selected.has(row.key)}
          isTarget={row.key === target}
          renaming={row.key === renaming ? acts.onRenamed : null}
        />
      ))}
      <div role="presentation" style={{ height: (rows.length - to) * rowPx }} />
      {children}
    </div>
  );
}

const COLUMNS = [
  { column: 'name', title: TEXTS.columns.name, deleted: TEXTS.columns.name },
  { column: 'size', title: TEXTS.columns.size, deleted: TEXTS.columns.size },
  { column: 'changed', title: TEXTS.columns.changed, deleted: TEXTS.columns.deleted },
] as const;

/** The name that is being written. */
const isOfField = (target: EventTarget): boolean => target instanceof Element && target.closest('input, [role="columnheader"]') !== null;
