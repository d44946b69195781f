import type { AcquisitionCode } from '#contract/acquisitions.ts';

/** The acquisition of a series, and who determined it (REC-017 to 028). */
export interface SeriesAcquisition {
  code: AcquisitionCode;
  /** 0 to 1 if recognised, and 0 for NONE; 1.1 if chosen by the user (REC-023). */
  score: number;
  by: 'device' | 'server' | 'person';
  /** The device's result, if the server's was more certain. It applies again if the server's answer is withdrawn. */
  own?: { code: AcquisitionCode; score: number };
}

/** What this device recognises from the headers of a series, with the terms behind it, supporting ones first. */
export interface Recognition {
  code: AcquisitionCode;
  score: number;
  reasons: string[];
  /** NONE because something excludes every acquisition, and not because terms are missing. Absent: not so, or from an earlier version. */
  isRuledOut?: true;
}

type Answer = Pick<Recognition, 'code' | 'score'>;

/** REC-017: `allowed` are the acquisitions that a series can have, by modality (CALL-038). */
export function acceptedRecognition(recognised: Recognition, modality: string, allowed: readonly AllowedAcquisition[]): Recognition {
  const { code } = recognised;
  if (code === 'NONE' || allowed.some((one) => one.modality === modality && one.code === code)) return recognised;
  return { code: 'NONE', score: 0, reasons: [`Looks like ${code}, which is no acquisition of ${modality}`] };
}

export interface AllowedAcquisition {
  code: AcquisitionCode;
  modality: string;
}

/**
 * REC-018, 019: if the answers agree, the higher score counts. If they differ, the more certain one is used, or the one for text if the scores are
 * equal.
 */
export function combinedAnswer(text: Answer, image: Answer): Answer {
  return image.score > text.score ? image : text;
}

/** REC-011: how long the answers for text and image wait for each other. */
export const WAIT_FOR_OTHER_MS = 45_000;

/**
 * REC-010 to 012: whether the answers of a study are complete, at this time after the first of the two. `alone`: for an MR study whose other answer
 * never came.
 */
export function settled(
  isMr: boolean,
  { text, image }: { text: unknown; image: unknown },
  waitedMs: number,
): 'waiting' | 'settled' | 'alone' {
  if (!isMr) return text ? 'settled' : 'waiting';
  if (text && image) return 'settled';
  return (text || image) && waitedMs >= WAIT_FOR_OTHER_MS ? 'alone' : 'waiting';
}

/** From this score on, the device is certain and a server's answer changes nothing. */
const CERTAIN = 0.5;

/**
 * The result of combining a server's answer with that of the device (docs/decisions/429): none if the device is certain or has excluded every
 * acquisition, otherwise the more certain one. A server can add an acquisition but never remove one.
 */
export function besideDevice(device: Recognition, server: Answer): Answer {
  return device.score >= CERTAIN || device.isRuledOut ? device : combinedAnswer(device, server);
}

/** REC-023. */
export const MANUAL_SCORE = 1.1;

/** REC-024: a choice of the user is kept, whatever is recognised later. */
export function recognisedAcquisition(before: SeriesAcquisition | null, { code, score }: Answer): SeriesAcquisition {
  return before?.by === 'person' ? before : { code, score, by: 'device' };
}

/** The properties of a series that depend on its acquisition. */
export interface AcquiredSeries {
  id: string;
  modality: string;
  acquisition: SeriesAcquisition | null;
}

/** Acquisitions whose best series is selected automatically. */
const SELECTED_CODES: ReadonlySet<AcquisitionCode> = new Set(['T2W', 'ADC', 'DWI', 'COR', 'SAG']);

/**
 * REC-020: the MR series of a study that are selected automatically: the best of each acquisition, the first if several are equal. Null if none was
 * recognised; then recognition does not affect the selection.
 */
export function selectedByAcquisition(series: readonly AcquiredSeries[]): ReadonlySet<string> | null {
  const found = series.filter(
    ({ modality, acquisition }) => modality === 'MR' && acquisition !== null && SELECTED_CODES.has(acquisition.code),
  );
  if (found.length === 0) return null;
  const codes = new Set(found.map(({ acquisition }) => acquisition?.code));
  return new Set([...codes].flatMap((code) => bestOf(found, (one) => one.acquisition?.code === code)?.id ?? []));
}

/** REC-021, 022: the series that the others of its study are compared with. */
export function referenceByAcquisition(series: readonly AcquiredSeries[]): string | null {
  return bestOf(series, ({ modality, acquisition }) => acquisition?.code === (modality === 'MR' ? 'T2W' : 'AR'))?.id ?? null;
}

function bestOf(series: readonly AcquiredSeries[], isOne: (series: AcquiredSeries) => boolean): AcquiredSeries | null {
  const score = (one: AcquiredSeries): number => one.acquisition?.score ?? 0;
  return series.filter(isOne).reduce<AcquiredSeries | null>((best, one) => (best === null || score(one) > score(best) ? one : best), null);
}

/** REC-025: positions of series among those of one acquisition. If two have the same, they are renumbered from 1, in their previous order. */
export function sortedFromOne<S extends { code: AcquisitionCode; sort: number }>(series: readonly S[]): S[] {
  const places = new Map<S, number>();
  for (const code of new Set(series.map((one) => one.code))) {
    const alike = series.filter((one) => one.code === code);
    if (new Set(alike.map(({ sort }) => sort)).size === alike.length) continue;
    for (const [place, one] of alike.toSorted((a, b) => a.sort - b.sort).entries()) places.set(one, place + 1);
  }
  return series.map((one) => ({ ...one, sort: places.get(one) ?? one.sort }));
}

export function chosenAcquisition(code: AcquisitionCode): SeriesAcquisition {
  return { code, score: MANUAL_SCORE, by: 'person' };
}

/** Positions of series among those of the same acquisition, from 1: the most certain first, then by number (REC-025). By the ID of the series. */
export function acquisitionSorts(
  series: readonly { id: string; acquisition: SeriesAcquisition | null; number: number | null }[],
): Map<string, number> {
  const scoreOf = (one: (typeof series)[number]): number => one.acquisition?.score ?? 0;
  const inOrder = series.toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.number ?? 0) - (b.number ?? 0));
  const sorts = new Map<string, number>();
  for (const same of Map.groupBy(inOrder, ({ acquisition }) => acquisition?.code).values())
    for (const [n, { id }] of same.entries()) sorts.set(id, n + 1);
  return sorts;
}
