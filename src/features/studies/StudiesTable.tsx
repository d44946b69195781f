import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import table from '#ui/lists/table.module.css';
import type { Study } from './listed-study.ts';
import { rowAfterKey } from './row-keys.ts';
import classes from './StudiesTable.module.css';
import { StudyRow } from './StudyRow.tsx';
import { TEXTS } from './texts.ts';

interface StudiesTableProps {
  /** `undefined` while loading, which shows a skeleton. */
  studies: readonly Study[] | undefined;
  rows: number;
  /** The study that is open next to the list. */
  opened: string | null;
  onOpen: (uuid: string) => void;
}

/** A page of studies. Tab reaches one row, the arrow keys the others (design.md §16). */
export function StudiesTable({ studies, rows, opened, onOpen }: StudiesTableProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const uuids = studies?.map((study) => study.uuid) ?? [];
  const current = uuids.find((uuid) => uuid === (last ?? opened)) ?? uuids[0];

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const next = rowAfterKey(event, { rows: uuids.length, row: uuids.indexOf(current ?? '') });
    const uuid = next === null ? undefined : uuids[next];
    if (uuid === undefined) return;
    event.preventDefault();
    setLast(uuid);
    grid.current?.querySelector<HTMLElement>(`[data-study="${uuid}"]`)?.focus();
  }

  return (
    <div
      ref={grid}
      className={classNames(table.table, classes.columns)}
      data-list
      role="grid"
      tabIndex={-1}
      aria-label={TEXTS.title}
      aria-busy={studies === undefined}
      onKeyDown={walk}
    >
      <div className={table.head} role="row">
        <span role="columnheader">
          <VisuallyHidden>Picture</VisuallyHidden>
        </span>
        <span role="columnheader" className={classes.modality}>
          <VisuallyHidden>Modality</VisuallyHidden>
        </span>
        <span role="columnheader">{TEXTS.columns.patient}</span>
        <span role="columnheader" className={classes.labels}>
          {TEXTS.columns.labels}
        </span>
        <span role="columnheader" className={classes.bodyPart}>
          {TEXTS.columns.bodyPart}
        </span>
        <span role="columnheader" className={classes.created}>
          {TEXTS.columns.created}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.series}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.size)}>
          {TEXTS.columns.size}
        </span>
        <span role="columnheader" className={classNames(table.status, classes.status)}>
          {TEXTS.columns.status}
        </span>
        <span role="columnheader" className={classes.passage}>
          <VisuallyHidden>How far</VisuallyHidden>
        </span>
      </div>
      {studies
        ? studies.map((study) => (
            <StudyRow
              key={study.uuid}
              study={study}
              isReached={study.uuid === current}
              isOpen={study.uuid === opened}
              onReach={() => setLast(study.uuid)}
              onOpen={() => onOpen(study.uuid)}
            />
          ))
        : Array.from({ length: rows }, (_, index) => <SkeletonRow key={index} />)}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={table.row} data-skeleton aria-hidden>
      <Skeleton className={classes.skeletonPicture ?? ''} width={38} height={38} />
      <Skeleton className={classes.modality ?? ''} width={32} height={16} />
      <Skeleton width="60%" height={12} />
    </div>
  );
}
