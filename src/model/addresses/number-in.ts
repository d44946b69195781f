/** A positive whole number of an address; null for anything else. */
export function numberIn(value: unknown): number | null {
  const text = String(value);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
