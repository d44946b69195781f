import { useMemo, useState } from 'react';
import type { FileArea } from '#contract/file-areas.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useBin, useFolder, type Side } from '#features/files/use-files.ts';
import { BY_NAME, orderedRows, pressedOrder, type Column, type RowOrder } from './row-order.ts';
import { marksAt, NO_MARKS, settled, type MarkedLine, type Marks } from './marks.ts';
import { isAreaRoot, parentOf, ROOT } from './paths.ts';
import { BIN_KEY, BIN_ROW, isEntry, rowOfDeleted, rowOfItem, UP_ROW, type Place, type Row } from './rows.ts';

/** A pane: where it stands, its lines, and what is marked in them. */
export interface Pane {
  side: Side;
  place: Place;
  list: Pick<ReturnType<typeof useFolder>, 'isError' | 'error' | 'fetchStatus' | 'isFetching' | 'dataUpdatedAt'> & {
    refetch: () => Promise<unknown>;
  };
  /** False while the lines are not known: the way up is the only one then. */
  isLoaded: boolean;
  /** Shown although the server could not be asked. */
  isOld: boolean;
  area: FileArea | null;
  rows: readonly Row[];
  lines: readonly MarkedLine[];
  entries: number;
  marks: Marks;
  setMarks: (marks: Marks) => void;
  /** What an act would work on: the selection, or else the line of the cursor. */
  targets: readonly Row[];
  /** The entry of the cursor; null if that line is none. */
  current: Row | null;
  order: RowOrder;
  onOrder: (by: Column) => void;
  /** `cursor`: key of the line that the cursor is on there. */
  goTo: (place: Place, cursor?: string) => void;
  /** Where the line of the way up leads; null in the list of areas. */
  above: { place: Place; cursor: string } | null;
}

export function usePane(side: Side, place: Place, onPlace: (place: Place) => void): Pane {
  const { serverReachable } = useSession<Session>();
  const folder = useFolder(place);
  const bin = useBin(place);
  const list = place.isBin ? bin : folder;
  const [order, setOrder] = useState<RowOrder>(BY_NAME);
  const [kept, setMarks] = useState<Marks>(NO_MARKS);
  const above = aboveOf(place);

  const { isBin } = place;
  const [deleted, listed] = [bin.data?.data, folder.data?.data];
  const entries = useMemo(() => (isBin ? deleted?.map(rowOfDeleted) : listed?.map(rowOfItem)), [isBin, deleted, listed]);
  const rows = useMemo(() => {
    const ways = [...(place.dir === ROOT ? [] : [UP_ROW]), ...(!place.isBin && isAreaRoot(place.dir) && entries ? [BIN_ROW] : [])];
    return [...ways, ...orderedRows(entries ?? [], order)];
  }, [place, entries, order]);
  const lines = useMemo(() => rows.map((row) => ({ key: row.key, isEntry: isEntry(row) })), [rows]);
  const isLoaded = entries !== undefined;
  const marks = useMemo(() => (isLoaded ? settled(kept, lines) : kept), [isLoaded, kept, lines]);
  const targets = useMemo(() => {
    const isTarget = ({ key }: Row) => (marks.selected.size > 0 ? marks.selected.has(key) : key === marks.cursor);
    return rows.filter((row) => isEntry(row) && isTarget(row));
  }, [rows, marks]);
  const current = rows.find((row) => row.key === marks.cursor && isEntry(row)) ?? null;

  return {
    ...{ side, place, list, current, isLoaded, rows, lines, marks, setMarks, targets, order, above },
    isOld: isLoaded && (!serverReachable || list.isError),
    area: folder.data?.area ?? null,
    entries: entries?.length ?? 0,
    onOrder: (by) => setOrder(pressedOrder(order, by)),
    goTo(next, cursor) {
      setMarks(cursor === undefined ? NO_MARKS : marksAt(cursor));
      onPlace(next);
    },
  };
}

function aboveOf({ dir, isBin }: Place): Pane['above'] {
  if (isBin) return { place: { dir, isBin: false }, cursor: BIN_KEY };
  return dir === ROOT ? null : { place: { dir: parentOf(dir), isBin: false }, cursor: dir };
}
