import { ActionIcon } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { formatBytes, formatDateTime } from '#ui/format.ts';
import { menuOfText, TEXTS, wasText } from '#features/files/texts.ts';
import { iconOfRow } from './row-icons.ts';
import { RenameField } from './RenameField.tsx';
import { isEntry, type Row } from './rows.ts';
import classes from './Pane.module.css';

interface FileRowProps {
  id: string;
  row: Row;
  /** Its place among the lines. */
  place: number;
  heightPx: number;
  isCursor: boolean;
  /** Its pane has the keyboard, or had it last. */
  isActive: boolean;
  isSelected: boolean;
  isTarget: boolean;
  /** It is being renamed. */
  renaming: ((row: Row, name: string | null) => void) | null;
}

/** A line. What a press on it does, the grid decides. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { id, row, place, heightPx, isCursor, isActive, isSelected, isTarget, renaming } = props;
  const RowIcon = isSelected ? IconCheck : iconOfRow(row);
  const hasMarks = isEntry(row);
  return (
    <div
      id={id}
      className={classes.row}
      role="row"
      aria-rowindex={place + 2}
      {...(hasMarks ? { 'aria-selected': isSelected } : {})}
      style={{ height: heightPx }}
      data-place={place}
      data-kind={row.kind}
      data-folder={row.isFolder || undefined}
      data-cursor={(isCursor && (isActive ? 'active' : 'other')) || undefined}
      data-selected={isSelected || undefined}
      data-target={isTarget || undefined}
      draggable={hasMarks && row.kind !== 'deleted' && renaming === null}
    >
      <span role="gridcell" className={classes.mark} data-mark={hasMarks || undefined}>
        <RowIcon size={18} stroke={1.5} aria-hidden />
      </span>
      <span role="gridcell" className={classes.name}>
        {renaming === null ? (
          <bdi title={row.name}>{row.kind === 'bin' ? TEXTS.bin : row.name}</bdi>
        ) : (
          <RenameField name={row.name} onEnd={(name) => renaming(row, name)} />
        )}
        {row.was !== undefined && <span className={classes.was}>{wasText(row.was)}</span>}
        <span className={classes.narrow}>{narrowText(row)}</span>
      </span>
      <span role="gridcell" className={classes.size}>
        {row.size === null ? '' : formatBytes(row.size)}
      </span>
      <span role="gridcell" className={classes.changed}>
        {changedText(row)}
      </span>
      <span role="gridcell" className={classes.menu}>
        {hasMarks && (
          <ActionIcon tabIndex={-1} aria-label={menuOfText(row.name)} data-menu>
            <IconDots size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
});

function changedText({ kind, isBusy, changedAt }: Row): string {
  if (kind === 'bin') return TEXTS.kept;
  if (isBusy) return TEXTS.busy;
  return changedAt === null ? '' : formatDateTime(changedAt, { seconds: false });
}

/** Below the name, where there is no room for the columns. */
function narrowText(row: Row): string {
  const size = row.size === null ? [] : [formatBytes(row.size)];
  const changed = changedText(row);
  return [...size, ...(changed === '' ? [] : [changed])].join(' · ');
}
