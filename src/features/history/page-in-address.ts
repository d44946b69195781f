/** The page that the address names; the first where it names none that makes sense. */
export function parsePage(query: Record<string, unknown>): number {
  const page = Number(query['page']);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
