import { LOG_TYPES } from '#contract/logs.ts';
import { Uuid } from '#contract/entities.ts';
import { RowId } from '#contract/text.ts';
import { PAGE_WORDS } from '#model/page-words.ts';

/** What is kept of CALL-005. */
export interface KeptActivity {
  type: (typeof LOG_TYPES)[number];
  path: string;
  name: string | null;
  uuid: string | null;
  /** What the client calls this entry, so that it counts once however often it is sent. */
  key: string | null;
}

const MOST_SEGMENTS = 12;
/** As `open_annotator`: no name is written so. */
const CODE = /^[a-z]+(?:_[a-z0-9]+)+$/;
const LONGEST_CODE = 40;
const LONGEST_AGO_MS = 30 * 86_400_000;

/** No patient data: a client may send what it likes. */
export function activityToKeep({ type, path, data }: { type: string; path: string; data: string }): KeptActivity {
  const { name, uuid, id } = fieldsOf(data);
  return {
    type: LOG_TYPES.find((known) => known === type) ?? 'other',
    path: pathToKeep(path),
    name: typeof name === 'string' && name.length <= LONGEST_CODE && CODE.test(name) ? name : null,
    uuid: uuidOf(uuid),
    key: uuidOf(id),
  };
}

/** For how long ago, in milliseconds, a client says that it was: it may have been without a network. Its clock may be wrong, so it gives no date. */
export function agoMsOf(data: string): number {
  const { ago_ms } = fieldsOf(data);
  return typeof ago_ms === 'number' && ago_ms > 0 ? Math.floor(Math.min(ago_ms, LONGEST_AGO_MS)) : 0;
}

function uuidOf(value: unknown): string | null {
  return Uuid.safeParse(value).success ? (value as string) : null;
}

/** The name of a path, without host, query and fragment. */
function pathToKeep(path: string): string {
  const url = URL.canParse(path, 'http://here') ? new URL(path, 'http://here') : null;
  const segments = (url?.pathname ?? '/').split('/').filter((segment) => segment !== '');
  const kept = segments.slice(0, MOST_SEGMENTS).map((segment) => (isOurs(segment) ? segment : '*'));
  return `/${kept.join('/')}`;
}

/** A word of our own routes, an id or a UUID. */
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
