import type { AcquisitionCode } from '#contract/acquisitions.ts';

/** What a series is taken for, and who says so (REC-017 to 028). */
export interface SeriesAcquisition {
  code: AcquisitionCode;
  /** 0 to 1 of what was recognised, and 0 for NONE; 1.1 of what a person has chosen (REC-023). */
  score: number;
  by: 'device' | 'server' | 'person';
  /** What the device said, where the server said something surer: it holds again once that is taken back. */
  own?: { code: AcquisitionCode; score: number };
}

/** What this device recognises from the headers of a series, with the words that say why: those that speak for it first. */
export interface Recognition {
  code: AcquisitionCode;
  score: number;
  reasons: string[];
  /** NONE because something speaks against every kind, and not for want of words. Absent: it is not so, or an earlier version said it. */
  isRuledOut?: true;
}

type Answer = Pick<Recognition, 'code' | 'score'>;

/** REC-017: `allowed` are the acquisitions that a series of a modality may be of (CALL-038). */
export function acceptedRecognition(recognised: Recognition, modality: string, allowed: readonly AllowedAcquisition[]): Recognition {
  const { code } = recognised;
  if (code === 'NONE' || allowed.some((one) => one.modality === modality && one.code === code)) return recognised;
  return { code: 'NONE', score: 0, reasons: [`Looks like ${code}, which is no acquisition of ${modality}`] };
}

export interface AllowedAcquisition {
  code: AcquisitionCode;
  modality: string;
}

/** REC-018, 019: agreeing answers give the greater score; of two that disagree the surer one holds, and on equal scores that of the text. */
export function combinedAnswer(text: Answer, image: Answer): Answer {
  return image.score > text.score ? image : text;
}

/** REC-011: so long the answer of the text and that of the image wait for each other. */
export const WAIT_FOR_OTHER_MS = 45_000;

/**
 * REC-010 to 012: whether the answers of a study are all that will be waited for, so long after the first of the two came. `alone`: of an MR study
 * whose other answer never came.
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

/** From here on a device is certain, and what a server says changes nothing. */
const CERTAIN = 0.5;

/**
 * What an answer of a server comes to beside that of the device (docs/decisions/429): nothing where the device is certain, or has ruled every kind out;
 * elsewhere the surer of the two holds. A server adds, and silences nothing.
 */
export function besideDevice(device: Recognition, server: Answer): Answer {
  return device.score >= CERTAIN || device.isRuledOut ? device : combinedAnswer(device, server);
}

/** REC-023. */
export const MANUAL_SCORE = 1.1;

/** REC-024: what a person has chosen stays, whatever is recognised afterwards. */
export function recognisedAcquisition(before: SeriesAcquisition | null, { code, score }: Answer): SeriesAcquisition {
  return before?.by === 'person' ? before : { code, score, by: 'device' };
}

/** A series of a study, as far as its acquisition decides about it. */
export interface AcquiredSeries {
  id: string;
  modality: string;
  acquisition: SeriesAcquisition | null;
}

/** The acquisitions of which the best series is selected by itself. */
const SELECTED_CODES: ReadonlySet<AcquisitionCode> = new Set(['T2W', 'ADC', 'DWI', 'COR', 'SAG']);

/**
 * REC-020: of the MR series of a study, those that are selected by themselves: the best of each acquisition, the first of equals. Null where none
 * was recognised: then recognition has nothing to say about what is sent.
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

/** REC-025: places of series among those of one acquisition. Where two have the same, they are counted anew from 1, in the order that they had. */
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

/** Places of series among those of the same acquisition, from 1: the surest first, then by number (REC-025). By the id of the series. */
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
