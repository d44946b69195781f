import { createHash } from 'node:crypto';

/** Marks of people and teams: told apart on dark and light ground. */
const COLOURS = ['#3E7CB1', '#4F9D69', '#B4654A', '#8E6BBF', '#B08D2F', '#3A9B9B', '#B5577F', '#6B7FA3', '#7A8F3C', '#A0627E'] as const;

/** The same name gets the same colour on every server. */
export function colourOf(name: string): string {
  return COLOURS[createHash('sha256').update(name).digest().readUInt32BE(0) % COLOURS.length] ?? COLOURS[0];
}
