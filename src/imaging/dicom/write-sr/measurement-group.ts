import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import type { ExportedMeasurement } from '#model/measurements/exported-measurement.ts';
import { measured, unitOf } from '#model/measurements/measured.ts';
import type { SliceScale } from '#model/measurements/slice-scale.ts';
import { CODE, unitCode, type Code } from './codes.ts';
import {
  codeItem,
  container,
  coordinatesItem,
  imageItem,
  numberItem,
  personItem,
  textItem,
  uidItem,
  type Graphic,
  type ImageReference,
} from './content-items.ts';

type Item = readonly DicomElement[];
type Points = ExportedMeasurement['points'];
type ValueName = keyof ExportedMeasurement['measured']['values'];

/** One measurement: TID 1410 if it is a region of the image with its values, else TID 1501. */
export function measurementGroup(measurement: ExportedMeasurement, image: ImageReference, scale: SliceScale): Item {
  const { number, text, user, lesion } = measurement;
  const { uuid } = lesion ?? measurement;
  const named = lesion === undefined ? nameOf('Measurement', number, uuid) : nameOf('Lesion', lesion.number, lesion.uuid, lesion.title);
  const isRegion = ['ellipse', 'rectangle', 'freehand'].includes(measurement.kind);
  return container('CONTAINS', CODE.group, isRegion ? '1410' : '1501', [
    ...(user === null ? [] : observerItems(user.name)),
    textItem('HAS OBS CONTEXT', CODE.trackingId, named),
    uidItem('HAS OBS CONTEXT', CODE.trackingUid, uuidToUid(uuid)),
    ...(text === '' ? [] : [textItem('CONTAINS', CODE.comment, text)]),
    ...whatIsMeasured(measurement, image, scale),
  ]);
}

const nameOf = (what: string, number: number | null, uuid: string, title = ''): string =>
  number === null ? uuid : [`${what} ${number}`, title].filter((part) => part !== '').join(': ');

/** The person who observed what stands in the item above (TID 1002, 1003). */
export const observerItems = (name: string): Item[] => [
  codeItem('HAS OBS CONTEXT', CODE.observerType, CODE.person),
  personItem('HAS OBS CONTEXT', CODE.personName, name),
];

function whatIsMeasured(measurement: ExportedMeasurement, image: ImageReference, scale: SliceScale): Item[] {
  const { kind, points } = measurement;
  const from = (graphic: Graphic) => [coordinatesItem('INFERRED FROM', null, graphic, image)];
  const valueOn = (name: ValueName, line: Points) => value(measurement, name, from({ type: 'POLYLINE', points: line }));
  switch (kind) {
    case 'length':
    case 'angle':
      return valueOn(kind, points);
    case 'bidirectional': {
      const [long, short] = inLength(points, scale);
      return [...valueOn('longAxis', long), ...valueOn('shortAxis', short)];
    }
    case 'probe':
      return value(measurement, 'value', from({ type: 'POINT', points }));
    case 'ellipse':
    case 'rectangle':
    case 'freehand': {
      const names = ['area', 'mean', 'deviation', 'lowest', 'highest'] as const;
      return [region(measurement, image), ...names.flatMap((name) => value(measurement, name, []))];
    }
    case 'arrow':
    case 'point':
    case 'box':
      return [region(measurement, image)];
    case 'key-image':
      return [imageItem('CONTAINS', CODE.source, image)];
  }
}

const region = ({ kind, points }: ExportedMeasurement, image: ImageReference): Item =>
  coordinatesItem('CONTAINS', CODE.region, graphicOf(kind, points), image);

/** Closed outlines end where they begin. */
function graphicOf(kind: ExportedMeasurement['kind'], points: Points): Graphic {
  if (kind === 'point') return { type: 'POINT', points };
  if (kind === 'arrow') return { type: 'POLYLINE', points };
  if (kind === 'freehand') return { type: 'POLYLINE', points: [...points, points[0]!] };
  const [[left, top], [right, bottom]] = points as [Points[number], Points[number]];
  if (kind !== 'ellipse')
    return {
      type: 'POLYLINE',
      points: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top],
      ],
    };
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const across: Points = [
    [left, y],
    [right, y],
  ];
  const down: Points = [
    [x, top],
    [x, bottom],
  ];
  // The ends of the major axis come first.
  return { type: 'ELLIPSE', points: Math.abs(right - left) >= Math.abs(bottom - top) ? [...across, ...down] : [...down, ...across] };
}

/** The longer line, then the other. */
function inLength(points: Points, scale: SliceScale): [Points, Points] {
  const lines: [Points, Points] = [points.slice(0, 2), points.slice(2)];
  const [one, other] = lines.map((line) => measured('length', line, { scale, pixels: null }).values.length!) as [number, number];
  return one >= other ? lines : [lines[1], lines[0]];
}

/** A value with the coordinates that it was computed from; none if the measurement does not have it. */
function value({ measured: { values, ...measuredIn } }: ExportedMeasurement, name: ValueName, from: readonly Item[]): Item[] {
  const found = values[name];
  if (found === undefined) return [];
  const unit = unitCode(unitOf(name, measuredIn));
  if (name in LENGTHS) {
    // What lies before the detector is smaller than it seems.
    const isEnlarged = measuredIn.scale === 'detector' && name !== 'angle';
    const method = isEnlarged ? [codeItem('HAS CONCEPT MOD', CODE.method, CODE.onDetector)] : [];
    return [numberItem(LENGTHS[name as keyof typeof LENGTHS], found, unit, [...method, ...from])];
  }
  const derivation = DERIVATIONS[name as keyof typeof DERIVATIONS];
  const derived = derivation === null ? [] : [codeItem('HAS CONCEPT MOD', CODE.derivation, derivation)];
  return [numberItem(measuredIn.unit === 'HU' ? CODE.attenuation : CODE.pixelValue, found, unit, [...derived, ...from])];
}

const LENGTHS = { length: CODE.length, angle: CODE.angle, longAxis: CODE.longAxis, shortAxis: CODE.shortAxis, area: CODE.area };
/** How a value was made of those of several pixels. */
const DERIVATIONS = {
  ...{ mean: CODE.mean, deviation: CODE.deviation, lowest: CODE.lowest, highest: CODE.highest, value: null },
} satisfies Record<Exclude<ValueName, keyof typeof LENGTHS>, Code | null>;

/** A UID that anyone may make of a UUID (PS3.5 B.2). */
export const uuidToUid = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;
