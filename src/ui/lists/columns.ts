/** A column of a list that its user can show, hide, widen and move. */
export interface Column<Id extends string> {
  id: Id;
  title: string;
  /** CSS width of its track. */
  width: string;
  /** Shown until the user decides. */
  isDefault: boolean;
  /** While the user has not decided, it is shown only on windows of at least this width; rem. */
  from?: number;
}

/** What a user decided about the columns of a list. */
export interface ColumnChoice<Id extends string> {
  /** Columns that were turned on or off. */
  shown: Partial<Record<Id, boolean>>;
  /** Widths that were set; px. */
  widths: Partial<Record<Id, number>>;
  /** Columns in the order that was set; empty if none was. */
  order: readonly Id[];
}

export const NO_CHOICE = { shown: {}, widths: {}, order: [] } as const;

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 640;

/** In the order that the user set. A column that was added since follows the one before it, or is the first. */
export function orderedColumns<Id extends string>(
  columns: readonly Column<Id>[],
  { order }: Pick<ColumnChoice<Id>, 'order'>,
): Column<Id>[] {
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  if (ordered.length === 0) return [...columns];
  for (const [index, column] of columns.entries())
    if (!ordered.includes(column)) ordered.splice(index === 0 ? 0 : ordered.indexOf(columns[index - 1]!) + 1, 0, column);
  return ordered;
}

/** One column moves to the place of another; 0 is the first. */
export function withPlace<Id extends string>(
  choice: ColumnChoice<Id>,
  columns: readonly Column<Id>[],
  id: Id,
  place: number,
): ColumnChoice<Id> {
  const others = orderedColumns(columns, choice).flatMap((column) => (column.id === id ? [] : [column.id]));
  return { ...choice, order: others.toSpliced(Math.max(0, place), 0, id) };
}

/** `windowRem`: width of the window. */
export function shownColumns<Id extends string>(
  columns: readonly Column<Id>[],
  { shown }: Pick<ColumnChoice<Id>, 'shown'>,
  windowRem: number,
): Column<Id>[] {
  return columns.filter(({ id, isDefault, from = 0 }) => shown[id] ?? (isDefault && windowRem >= from));
}

/** For `grid-template-columns`. */
export function columnTracks<Id extends string>(columns: readonly Column<Id>[], { widths }: Pick<ColumnChoice<Id>, 'widths'>): string {
  return columns.map(({ id, width }) => (widths[id] === undefined ? width : `${widths[id]}px`)).join(' ');
}

export function withShown<Id extends string>(choice: ColumnChoice<Id>, id: Id, isShown: boolean): ColumnChoice<Id> {
  return { ...choice, shown: { ...choice.shown, [id]: isShown } };
}

export function withWidth<Id extends string>(choice: ColumnChoice<Id>, id: Id, px: number): ColumnChoice<Id> {
  const width = Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, px)));
  return { ...choice, widths: { ...choice.widths, [id]: width } };
}

/** A stored choice. Anything else than what this version writes is no choice; unknown columns are ignored. */
export function parseColumnChoice<Id extends string>(text: string | null | undefined, columns: readonly Column<Id>[]): ColumnChoice<Id> {
  const ids = new Set<string>(columns.map(({ id }) => id));
  const known = (entries: unknown, is: (value: unknown) => boolean) =>
    Object.fromEntries(Object.entries(Object(entries) as object).filter(([id, value]) => ids.has(id) && is(value)));
  try {
    const { shown, widths, order } = Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
    return {
      shown: known(shown, (value) => typeof value === 'boolean') as ColumnChoice<Id>['shown'],
      widths: known(
        widths,
        (value) => typeof value === 'number' && value >= MIN_COLUMN_PX && value <= MAX_COLUMN_PX,
      ) as ColumnChoice<Id>['widths'],
      order: [...new Set(Array.isArray(order) ? order.filter((id): id is Id => ids.has(id)) : [])],
    };
  } catch {
    return NO_CHOICE;
  }
}
