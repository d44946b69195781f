/** Rows, and columns. */
export const LARGEST_LAYOUT = 3;
