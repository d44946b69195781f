import { LOG_TYPES, RECORD_KINDS, type RecordKind } from '#contract/logs.ts';
import { ERRORS } from '#contract/errors.ts';
import { isUuid } from '#model/uuid.ts';
import { parseFilterDate, spanToQuery } from './filter-date.ts';

/** The part of a list that is in the address, so that back, reload and sharing work. Users by number, studies by uuid, never by name. */
export interface SpanAddress {
  /** Number of the account. */
  user: number | null;
  /** As typed (CONST-08, 10); '' for none. */
  from: string;
  to: string;
  /** All teams, if permitted. */
  all: boolean;
}

export interface LogAddress extends SpanAddress {
  page: number;
}

export type StepType = (typeof LOG_TYPES)[number];

export interface StepsAddress extends LogAddress {
  type: StepType | null;
  path: string;
}

export interface TrailAddress extends SpanAddress {
  /** Records before this number; null for the newest. */
  before: number | null;
  kind: RecordKind | null;
  /** `refused`: everything that was not done. */
  result: string | null;
  study: string | null;
}

type Query = Record<string, unknown>;

export const WHOLE_LOG: LogAddress = { page: 1, user: null, from: '', to: '', all: false };
export const ALL_STEPS: StepsAddress = { ...WHOLE_LOG, type: null, path: '' };
export const WHOLE_TRAIL: TrailAddress = { before: null, user: null, from: '', to: '', all: false, kind: null, result: null, study: null };

/** Invalid values are ignored. */
export function parseLogAddress(query: Query): LogAddress {
  return { ...parseSpan(query), page: positive(query['page']) ?? 1 };
}

export function parseStepsAddress(query: Query): StepsAddress {
  const path = query['path'];
  return { ...parseLogAddress(query), type: oneOf(LOG_TYPES, query['type']), path: typeof path === 'string' ? path.slice(0, 200) : '' };
}

export function parseTrailAddress(query: Query): TrailAddress {
  const study = query['study'];
  return {
    ...parseSpan(query),
    before: positive(query['before']),
    kind: oneOf(RECORD_KINDS, query['kind']),
    result: oneOf(RESULTS, query['result']),
    study: isUuid(study) ? study : null,
  };
}

/** `done`, `refused` for everything else, or the code of a refusal. */
export const RESULTS: readonly string[] = ['done', 'refused', ...Object.keys(ERRORS)];

/** Default values are left out of the address. */
export function addressToSearch(address: LogAddress | StepsAddress | TrailAddress): Record<string, string | number> {
  const said = Object.entries(address).filter(
    ([name, value]) => value !== null && value !== '' && value !== false && !(name === 'page' && value === 1),
  );
  return Object.fromEntries(said.map(([name, value]) => [name, value === true ? 1 : (value as string | number)]));
}

export function isFiltered({ user, from, to }: SpanAddress, ...more: unknown[]): boolean {
  return [user, from, to, ...more].some((part) => part !== null && part !== '' && part !== undefined);
}

/** The query that all three lists share. */
export function spanOf({ user, from, to, all }: SpanAddress): { user?: number; from?: string; to?: string; all?: '1' } {
  return { ...(user === null ? {} : { user }), ...spanToQuery({ from, to }), ...(all ? { all: '1' as const } : {}) };
}

/** The query of the trail and its export. */
export function trailToQuery({ kind, result, study, ...span }: TrailAddress) {
  return {
    ...spanOf(span),
    ...(kind === null ? {} : { kind }),
    ...(result === null ? {} : result === 'refused' ? { refused: '1' as const } : { result }),
    ...(study === null ? {} : { study }),
  };
}

function parseSpan(query: Query): SpanAddress {
  return { user: positive(query['user']), from: dateText(query['from']), to: dateText(query['to']), all: String(query['all']) === '1' };
}

function dateText(value: unknown): string {
  return typeof value === 'string' && parseFilterDate(value) !== null ? value : '';
}

function oneOf<T extends string>(list: readonly T[], value: unknown): T | null {
  return list.find((one) => one === value) ?? null;
}

function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
