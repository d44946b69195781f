/**
 * Selects the part of a file to send (RFC 9110, 14). A `Range` with several ranges, or one that cannot be parsed, gets the whole file, as
 * the standard allows. `ifRange` is the strong tag of the client's copy: if it differs, the client needs the whole file.
 */
export function chooseRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  { size, etag }: { size: number; etag: string },
): { kind: 'whole' } | { kind: 'range'; offset: number; length: number } | { kind: 'outside' } {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return { kind: 'whole' };
  const [, from = '', to = ''] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range) ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? { kind: 'outside' } : { kind: 'range', offset: size - length, length };
  }
  const offset = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < offset) return { kind: 'whole' };
  return offset >= size ? { kind: 'outside' } : { kind: 'range', offset, length: last - offset + 1 };
}

/** `If-None-Match`: the client already has it. */
export function hasCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
