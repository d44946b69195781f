/** Where the cursor of a pane is, and which of its lines are selected. */
export interface Marks {
  /** Key of a line; null before there are lines. */
  cursor: string | null;
  /** Its place among the lines, for when that line goes. */
  at: number;
  /** Where a range began. */
  anchor: string | null;
  selected: ReadonlySet<string>;
}

/** A line as the marks see it. */
export interface MarkedLine {
  key: string;
  /** Whether it can be selected. */
  isEntry: boolean;
}

export const NO_MARKS: Marks = { cursor: null, at: 0, anchor: null, selected: new Set() };

export const marksAt = (cursor: string): Marks => ({ ...NO_MARKS, cursor });

/** The cursor goes to a line; what is selected stays. */
export function moved(marks: Marks, lines: readonly MarkedLine[], to: number): Marks {
  const at = within(lines, to);
  const key = lines[at]?.key ?? null;
  return { ...marks, cursor: key, at, anchor: key };
}

/** The cursor goes to a line, and everything from where the range began is selected, instead of what the range had selected before. */
export function extended(marks: Marks, lines: readonly MarkedLine[], to: number): Marks {
  const at = within(lines, to);
  const anchor = marks.anchor ?? marks.cursor ?? lines[at]?.key ?? null;
  const from = lines.findIndex(({ key }) => key === anchor);
  const before = new Set(keysBetween(lines, from, placeOf(marks, lines)));
  const now = keysBetween(lines, from, at);
  const kept = [...marks.selected].filter((key) => !before.has(key));
  return { cursor: lines[at]?.key ?? null, at, anchor, selected: new Set([...kept, ...now]) };
}

/** Selects a line or no longer; the cursor goes to it. */
export function toggled(marks: Marks, lines: readonly MarkedLine[], to: number): Marks {
  const next = moved(marks, lines, to);
  const line = lines[next.at];
  if (line === undefined || !line.isEntry) return next;
  const selected = new Set(marks.selected);
  if (!selected.delete(line.key)) selected.add(line.key);
  return { ...next, selected };
}

/** All, or none if all are selected. */
export function toggledAll(marks: Marks, lines: readonly MarkedLine[]): Marks {
  const keys = lines.filter(({ isEntry }) => isEntry).map(({ key }) => key);
  const areAll = keys.every((key) => marks.selected.has(key));
  return { ...marks, selected: areAll ? new Set() : new Set(keys) };
}

export const cleared = (marks: Marks): Marks => ({ ...marks, selected: new Set() });

/** After the lines have changed: what is gone is not selected, and the cursor stays where it was on the screen. */
export function settled(marks: Marks, lines: readonly MarkedLine[]): Marks {
  const keys = new Set(lines.map(({ key }) => key));
  const areThere = [...marks.selected].every((key) => keys.has(key));
  const place = placeOf(marks, lines);
  const cursor = lines[place]?.key ?? null;
  if (areThere && cursor === marks.cursor && place === marks.at) return marks;
  const selected = areThere ? marks.selected : new Set([...marks.selected].filter((key) => keys.has(key)));
  return { cursor, at: place, anchor: marks.anchor !== null && keys.has(marks.anchor) ? marks.anchor : cursor, selected };
}

/** The place of the cursor among the lines. */
export function placeOf({ cursor, at }: Pick<Marks, 'cursor' | 'at'>, lines: readonly MarkedLine[]): number {
  const found = lines.findIndex(({ key }) => key === cursor);
  return found === -1 ? within(lines, at) : found;
}

function keysBetween(lines: readonly MarkedLine[], from: number, to: number): string[] {
  if (from === -1) return [];
  return lines
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter(({ isEntry }) => isEntry)
    .map(({ key }) => key);
}

const within = (lines: readonly unknown[], at: number): number => Math.max(0, Math.min(lines.length - 1, at));
