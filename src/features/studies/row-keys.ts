/** The row that a key moves to, from 0; null for other keys. Keys with a modifier are handled elsewhere. */
export function rowAfterKey(
  { key, ctrlKey, metaKey, altKey, shiftKey }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean },
  { rows, row }: { rows: number; row: number },
): number | null {
  if (rows === 0 || ctrlKey || metaKey || altKey || shiftKey) return null;
  const next = { ArrowDown: Math.min(row + 1, rows - 1), ArrowUp: Math.max(row - 1, 0), Home: 0, End: rows - 1 }[key];
  return next ?? null;
}
