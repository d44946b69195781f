export interface Cell {
  row: number;
  column: number;
}

/** The cell that a key moves to; null for other keys. At an edge the focus stays. */
export function nextCell(key: string, withControl: boolean, { row, column }: Cell, size: { rows: number; columns: number }): Cell | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(last.row, row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(last.column, column + 1) };
    case 'Home':
      return { row: withControl ? 0 : row, column: 0 };
    case 'End':
      return { row: withControl ? last.row : row, column: last.column };
    default:
      return null;
  }
}
