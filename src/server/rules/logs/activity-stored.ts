import { LOG_TYPES } from '#contract/logs.ts';
import { Uuid } from '#contract/entities.ts';
import { RowId } from '#contract/text.ts';
import { PAGE_WORDS } from '#model/addresses/page-words.ts';

/** The stored part of CALL-005. */
export interface StoredActivity {
  type: (typeof LOG_TYPES)[number];
  path: string;
  name: string | null;
  uuid: string | null;
  /** The client's id of this entry, so that it counts once however often it is sent. */
  key: string | null;
}

const MOST_SEGMENTS = 12;
/** As in `open_annotator`: no personal name has this form. */
const CODE = /^[a-z]+(?:_[a-z0-9]+)+$/;
const LONGEST_CODE = 40;
const LONGEST_AGO_MS = 30 * 86_400_000;

/** Stores no patient data: a client may send anything. */
export function activityToStore({ type, path, data }: { type: string; path: string; data: string }): StoredActivity {
  const { name, uuid, id } = fieldsOf(data);
  return {
    type: LOG_TYPES.find((known) => known === type) ?? 'other',
    path: pathToKeep(path),
    name: typeof name === 'string' && name.length <= LONGEST_CODE && CODE.test(name) ? name : null,
    uuid: uuidOf(uuid),
    key: uuidOf(id),
  };
}

/**
 * How many milliseconds ago it was done, according to the client: it may have been offline. Its clock may be wrong, so it sends no date.
 */
export function agoMsOf(data: string): number {
  const { ago_ms } = fieldsOf(data);
  return typeof ago_ms === 'number' && ago_ms > 0 ? Math.floor(Math.min(ago_ms, LONGEST_AGO_MS)) : 0;
}

function uuidOf(value: unknown): string | null {
  return Uuid.safeParse(value).success ? (value as string) : null;
}

/** The pathname only, without host, query and fragment. */
function pathToKeep(path: string): string {
  const url = URL.canParse(path, 'http://here') ? new URL(path, 'http://here') : null;
  const segments = (url?.pathname ?? '/').split('/').filter((segment) => segment !== '');
  const kept = segments.slice(0, MOST_SEGMENTS).map((segment) => (isOurs(segment) ? segment : '*'));
  return `/${kept.join('/')}`;
}

/** A segment of our own routes, an id or a UUID. */
function isOurs(segment: string): boolean {
  return PAGE_WORDS.has(segment) || RowId.safeParse(segment).success || Uuid.safeParse(segment).success;
}

function fieldsOf(data: string): Partial<Record<'name' | 'uuid' | 'id' | 'ago_ms', unknown>> {
  try {
    const fields: unknown = JSON.parse(data);
    return typeof fields === 'object' && fields !== null ? fields : {};
  } catch {
    return {};
  }
}
