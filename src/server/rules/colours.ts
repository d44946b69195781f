import { createHash } from 'node:crypto';
import { MARK_COLOURS } from '#model/mark-colours.ts';

/** The same name gets the same colour on every server. */
export function colourOf(name: string): string {
  return MARK_COLOURS[createHash('sha256').update(name).digest().readUInt32BE(0) % MARK_COLOURS.length] ?? MARK_COLOURS[0];
}
