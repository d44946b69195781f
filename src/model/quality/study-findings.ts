import type { BodyPart } from '#model/studies/body-part.ts';
import { found, incomplete, type Found } from './found.ts';
import type { SeriesQuality } from './series-quality.ts';

/** A series as its study knows it. */
export interface CheckedSeries extends SeriesQuality {
  id: number;
  /** Series of one UID can be several: their images together are those that the headers count. */
  seriesInstanceUid: string;
}

export interface FoundInStudy extends Found {
  /** ID of the series that it is about; null: of the study. */
  seriesId: number | null;
}

/** What the series of a study show alone and together. `bodyPart`: of the study. The result does not depend on their order. */
export function findingsOfStudy(bodyPart: string, series: readonly CheckedSeries[]): FoundInStudy[] {
  return [
    ...series.flatMap(({ id, findings }) => findings.map((one) => ({ ...one, seriesId: id }))),
    ...incompleteSeries(series),
    ...bodyParts(bodyPart, series),
  ];
}

/** A series that shows by itself that it is incomplete is not told twice. */
function incompleteSeries(series: readonly CheckedSeries[]): FoundInStudy[] {
  const isKnown = ({ findings }: CheckedSeries): boolean =>
    findings.some(({ said }) => said.code === 'incomplete-acquisition' || said.code === 'missing-slices');
  return [...Map.groupBy(series, ({ id, seriesInstanceUid }) => seriesInstanceUid || String(id)).values()].flatMap((ofUid) => {
    if (ofUid.some(isKnown)) return [];
    const expected = Math.max(0, ...ofUid.map(({ expectedImages }) => expectedImages ?? 0));
    const present = ofUid.reduce((sum, { images }) => sum + images, 0);
    const seriesId = ofUid.map(({ id }) => id).toSorted((a, b) => a - b)[0]!;
    return incomplete('images', expected, present).map((one) => ({ ...one, seriesId }));
  });
}

function bodyParts(ofStudy: string, series: readonly CheckedSeries[]): FoundInStudy[] {
  const written = series.flatMap(({ bodyPart }) => bodyPart ?? []);
  const parts = [...new Set(written)].toSorted();
  const wrong = series
    .filter((one): one is CheckedSeries & { bodyPart: BodyPart } => one.bodyPart !== null && !mayBe(one.bodyPart, ofStudy))
    .map(({ id, bodyPart }) => ({ ...found('warning', { code: 'wrong-body-part', written: bodyPart, study: ofStudy }), seriesId: id }));
  const isMixed = parts.some((part) => !parts.every((other) => mayBe(part, other)));
  return isMixed ? [...wrong, { ...found('info', { code: 'mixed-body-parts', parts }), seriesId: null }] : wrong;
}

/** Regions that are written for one another: a prostate is examined as a pelvis, and its series say so. */
const REGIONS: readonly (readonly BodyPart[])[] = [
  ['head', 'brain', 'skull', 'eye'],
  ['head', 'neck', 'thyroid'],
  ['chest', 'lung', 'heart', 'breast'],
  ['abdomen', 'liver', 'kidney', 'pancreas'],
  ['abdomen', 'pelvis'],
  ['pelvis', 'prostate', 'uterus', 'hip'],
  ['extremity', 'ankle', 'elbow', 'femur', 'foot', 'hand', 'knee', 'shoulder', 'wrist'],
  ['femur', 'hip', 'knee'],
];
/** Of these, any series can be a part. */
const ANYWHERE: readonly string[] = ['whole-body', 'vessels'] satisfies BodyPart[];

function mayBe(part: BodyPart, other: string): boolean {
  if (part === other || ANYWHERE.includes(part) || ANYWHERE.includes(other)) return true;
  return REGIONS.some((region) => region.includes(part) && (region as readonly string[]).includes(other));
}
