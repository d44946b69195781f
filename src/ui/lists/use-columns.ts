import { useLocalStorage, useViewportSize } from '@mantine/hooks';
import {
  columnTracks,
  NO_CHOICE,
  orderedColumns,
  parseColumnChoice,
  shownColumns,
  withPlace,
  withShown,
  withWidth,
  type Column,
  type ColumnChoice,
} from './columns.ts';

const PX_PER_REM = 16;
/** Below it a list has the layout of a phone. */
const PHONE_REM = 48;

export interface Columns<Id extends string> {
  /** In the order of the user. */
  all: readonly Column<Id>[];
  shown: readonly Column<Id>[];
  /** For `--columns`; null on a phone. */
  tracks: string | null;
  choice: ColumnChoice<Id>;
  show(id: Id, isShown: boolean): void;
  widen(id: Id, px: number): void;
  /** Moves a column to a place among all. */
  move(id: Id, place: number): void;
  reset(): void;
}

/** Columns of a list as this user chose them. Stored on this device, under the name of the list and the user. */
export function useColumns<Id extends string>(list: string, userId: number, all: readonly Column<Id>[]): Columns<Id> {
  const [choice, setChoice] = useLocalStorage<ColumnChoice<Id>>({
    key: `lightship.columns.${list}.${userId}`,
    defaultValue: NO_CHOICE,
    getInitialValueInEffect: false,
    serialize: (value) => JSON.stringify(value),
    deserialize: (text) => parseColumnChoice(text, all),
  });
  const { width } = useViewportSize();
  // Before the first measurement it is 0.
  const windowRem = (width || window.innerWidth) / PX_PER_REM;
  const isPhone = windowRem < PHONE_REM;
  const ordered = orderedColumns(all, choice);
  const shown = isPhone ? all : shownColumns(ordered, choice, windowRem);
  return {
    all: ordered,
    shown,
    tracks: isPhone ? null : columnTracks(shown, choice),
    choice,
    show: (id, isShown) => setChoice((before) => withShown(before, id, isShown)),
    widen: (id, px) => setChoice((before) => withWidth(before, id, px)),
    move: (id, place) => setChoice((before) => withPlace(before, all, id, place)),
    reset: () => setChoice(NO_CHOICE),
  };
}
