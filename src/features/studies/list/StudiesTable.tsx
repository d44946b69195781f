import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { StudyOrder } from '#contract/study-filters.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { classNames } from '#ui/class-names.ts';
import { ColumnHead } from '#ui/lists/ColumnHead.tsx';
import { LIST_TEXTS } from '#ui/lists/list-texts.ts';
import table from '#ui/lists/table.module.css';
import type { Columns } from '#ui/lists/use-columns.ts';
import type { Selection } from '#ui/lists/use-selection.ts';
import type { SelectedStudy, Study } from '#features/studies/listed-study.ts';
import { rowAfterKey } from '#features/studies/row-keys.ts';
import { TEXTS } from '#features/studies/texts.ts';
import classes from './StudiesTable.module.css';
import { nextOrder, ORDER_OF_COLUMN, orderNow, type OrderedColumn, type StudyColumnId } from './study-columns.ts';
import { StudyRow } from './StudyRow.tsx';

interface StudiesTableProps {
  /** `undefined` while loading, which shows a skeleton. */
  studies: readonly Study[] | undefined;
  rows: number;
  columns: Columns<StudyColumnId>;
  selection: Selection<SelectedStudy>;
  order: StudyOrder | undefined;
  onOrder: (order: StudyOrder | null) => void;
  /** The study that is open next to the list. */
  opened: string | null;
  onOpen: (uuid: string) => void;
}

/** Before the columns that the user chooses: selection, picture, modality, patient. */
const FIXED_TRACKS = '1.25rem 2.375rem 2.25rem minmax(8rem, 2fr)';

/** A page of studies. Tab reaches one row, the arrow keys the others; Space selects (design.md §16). */
export function StudiesTable({ studies, rows, columns, selection, order, onOrder, opened, onOpen }: StudiesTableProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const page = studies?.map((study) => ({ id: study.uuid, name: patientNameToText(study.data.patientName), study })) ?? [];
  const uuids = page.map(({ id }) => id);
  const current = uuids.find((uuid) => uuid === (last ?? opened)) ?? uuids[0];

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.closest('[role="row"]') === null) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      selection.togglePage(page);
      return;
    }
    if (event.key === ' ' && event.target.dataset['study'] !== undefined) {
      event.preventDefault();
      selection.toggle(event.target.dataset['study'], page, event.shiftKey);
      return;
    }
    const isRange = event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    const { key, ctrlKey, metaKey, altKey } = event;
    const next = rowAfterKey(
      { key, ctrlKey, metaKey, altKey, shiftKey: event.shiftKey && !isRange },
      { rows: uuids.length, row: uuids.indexOf(current ?? '') },
    );
    const uuid = next === null ? undefined : uuids[next];
    if (uuid === undefined) return;
    event.preventDefault();
    if (isRange && current !== undefined) selection.select(current, uuid, page);
    setLast(uuid);
    grid.current?.querySelector<HTMLElement>(`[data-study="${uuid}"]`)?.focus();
  }

  const ordered = (column: OrderedColumn | undefined) =>
    column && { now: orderNow(order, column), onOrder: () => onOrder(nextOrder(order, column)) };
  const selectedHere = uuids.filter((uuid) => selection.rows.has(uuid)).length;
  const style = columns.tracks === null ? {} : ({ '--columns': `${FIXED_TRACKS} ${columns.tracks}` } as CSSProperties);
  return (
    <div
      ref={grid}
      className={classNames(table.table, classes.columns)}
      style={style}
      data-list
      role="grid"
      tabIndex={-1}
      aria-label={TEXTS.title}
      aria-busy={studies === undefined}
      aria-multiselectable
      onKeyDown={press}
    >
      <div className={table.head} role="row">
        <span role="columnheader">
          <Checkbox
            size="xs"
            aria-label={LIST_TEXTS.selectAll}
            disabled={uuids.length === 0}
            checked={uuids.length > 0 && selectedHere === uuids.length}
            indeterminate={selectedHere > 0 && selectedHere < uuids.length}
            onChange={() => selection.togglePage(page)}
          />
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.columns.picture}</VisuallyHidden>
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.columns.modality}</VisuallyHidden>
        </span>
        <ColumnHead title={TEXTS.columns.patient} order={ordered('name')!} />
        {columns.shown.map(({ id, title }) => (
          <ColumnHead
            key={id}
            title={title}
            className={classes[id]}
            {...(ORDER_OF_COLUMN[id] ? { order: ordered(ORDER_OF_COLUMN[id])! } : {})}
            width={columns.choice.widths[id] ?? null}
            onWiden={(px) => columns.widen(id, px)}
          />
        ))}
      </div>
      {studies
        ? studies.map((study) => (
            <StudyRow
              key={study.uuid}
              study={study}
              columns={columns.shown}
              isReached={study.uuid === current}
              isOpen={study.uuid === opened}
              isSelected={selection.rows.has(study.uuid)}
              onReach={() => setLast(study.uuid)}
              onOpen={() => onOpen(study.uuid)}
              onSelect={(range) => selection.toggle(study.uuid, page, range)}
            />
          ))
        : Array.from({ length: rows }, (_, index) => <SkeletonRow key={index} />)}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={table.row} data-skeleton aria-hidden>
      <span />
      <Skeleton className={classes.skeletonPicture ?? ''} width={38} height={38} />
      <Skeleton className={classes.modality ?? ''} width={32} height={16} />
      <Skeleton width="60%" height={12} />
    </div>
  );
}
