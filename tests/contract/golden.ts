import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Payloads that everybody who speaks our wire accepts, and payloads that everybody refuses: a file per call and per socket event, each with
 * the parts that the call has. A payload is written whole (`value`), or as the first accepted one with something else at one place (`put`),
 * or with nothing there (`gone`); a refusal names that place. `{"$times": 3, "of": "x"}` stands for `xxx`, with a list for the list three
 * times over, and `{"$join": [a, b]}` for two texts in a row, so that what is over a limit can be read.
 */
export interface Payload {
  why: string;
  value: unknown;
  /** What the reader makes of it: texts of a query become numbers, defaults are filled in. */
  read: unknown;
  /** The field that a refusal names; empty for the whole. */
  names: string;
}

export const CALL_PARTS = ['params', 'query', 'body', 'header', 'answer'] as const;
export type GoldenPart = (typeof CALL_PARTS)[number] | 'payload';
export interface Payloads {
  accepted: Payload[];
  refused: Payload[];
}
export type Golden = Partial<Record<GoldenPart, Payloads>>;

export function goldenOfCall(name: string): Golden {
  return readGolden(new URL(`${name}.json`, GOLDEN_CALLS));
}

/** Colons are no characters of file names everywhere. */
export function goldenOfEvent(name: string): Payloads {
  const { payload } = readGolden(new URL(`${eventToFileName(name)}.json`, GOLDEN_EVENTS));
  if (payload === undefined) throw new Error(`${name} has no payload`);
  return payload;
}

export const eventToFileName = (name: string): string => name.replaceAll(':', '.');

export const GOLDEN_CALLS = new URL('golden/calls/', import.meta.url);
export const GOLDEN_EVENTS = new URL('golden/events/', import.meta.url);
export const GOLDEN_CHUNK = new URL('golden/chunk.hex', import.meta.url);

/** The first accepted payload of a part, for a request whose other parts are looked at; undefined where the call has no such part. */
export function firstAccepted(golden: Golden, part: GoldenPart): unknown {
  return golden[part]?.accepted[0]?.value;
}

interface Written {
  why: string;
  value?: unknown;
  read?: unknown;
  at?: string;
  put?: unknown;
  gone?: true;
  names?: string;
  readAt?: unknown;
}

function readGolden(file: URL): Golden {
  const parts = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Record<string, { accepted: Written[]; refused: Written[] }>;
  return Object.fromEntries(
    Object.entries(parts).map(([part, { accepted, refused }]) => {
      const first = expand(accepted[0]?.value);
      return [part, { accepted: accepted.map((each) => toPayload(each, first)), refused: refused.map((each) => toPayload(each, first)) }];
    }),
  );
}

function toPayload(written: Written, first: unknown): Payload {
  const value = valueOf(written, first);
  const isReadAs = 'readAt' in written ? withValueAt(first, written.at ?? '', () => written.readAt) : value;
  return { why: written.why, value, read: 'read' in written ? expand(written.read) : isReadAs, names: written.names ?? written.at ?? '' };
}

function valueOf(written: Written, first: unknown): unknown {
  if ('value' in written) return expand(written.value);
  if (written.gone === true) return withValueAt(first, written.at ?? '', () => undefined);
  if ('put' in written) return withValueAt(first, written.at ?? '', () => expand(written.put));
  throw new Error(`"${written.why}" has no value`);
}

/** A copy with another value at `study.series.0.id`; a place that is not there is a mistake of the file. */
function withValueAt(value: unknown, path: string, make: () => unknown): unknown {
  const copy = structuredClone(value);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((held, key) => (held as Record<string, unknown>)[key], copy) as Record<string, unknown>;
  if (!(last in holder)) throw new Error(`Nothing is at ${path}`);
  const made = make();
  if (made === undefined) delete holder[last];
  else holder[last] = made;
  return copy;
}

function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if ('$times' in value && 'of' in value) return repeated(value.of, Number(value.$times));
  if ('$join' in value) return (value.$join as unknown[]).map(expand).join('');
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each)]));
}

function repeated(of: unknown, times: number): unknown {
  if (typeof of === 'string') return of.repeat(times);
  if (Array.isArray(of)) return Array.from({ length: times }, () => of.map(expand)).flat();
  throw new Error('Only a text or a list is repeated');
}
