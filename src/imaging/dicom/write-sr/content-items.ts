import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import type { Code } from './codes.ts';

/** Content items of a structured report (PS3.3 C.17.3): a relationship to the item above, a kind of value, a name, and what is below. */
type Item = readonly DicomElement[];
type Relation = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'INFERRED FROM' | 'SELECTED FROM';

/** Number in the instance, from 1; null if it has one frame only. */
export interface ImageReference {
  sopClassUid: string;
  sop: string;
  frame: number | null;
}

/** `template`: the number of its content template. The outermost has no relation. */
export function container(relation: Relation | null, name: Code, template: string | null, items: readonly Item[]): Item {
  return [
    ...head(relation, 'CONTAINER', name),
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    ...(template === null ? [] : [sequence(0x0040a504, [[text(0x00080105, 'CS', 'DCMR'), text(0x0040db00, 'CS', template)]])]),
    ...below(items),
  ];
}

export const codeItem = (relation: Relation, name: Code, code: Code): Item => [
  ...head(relation, 'CODE', name),
  sequence(0x0040a168, [codeElements(code)]),
];

export const textItem = (relation: Relation, name: Code, value: string): Item => [
  ...head(relation, 'TEXT', name),
  text(0x0040a160, 'UT', value),
];

/** `day`: YYYY-MM-DD. */
export const dateItem = (relation: Relation, name: Code, day: string): Item => [
  ...head(relation, 'DATE', name),
  text(0x0040a121, 'DA', day.replaceAll('-', '')),
];

export const personItem = (relation: Relation, name: Code, person: string): Item => [
  ...head(relation, 'PNAME', name),
  // The characters that separate the parts of a name.
  text(0x0040a123, 'PN', person.replaceAll(/[\\^=]/g, ' ')),
];

export const uidItem = (relation: Relation, name: Code, uid: string): Item => [
  ...head(relation, 'UIDREF', name),
  text(0x0040a124, 'UI', uid),
];

export function numberItem(name: Code, value: number, unit: Code, items: readonly Item[]): Item {
  const measured = [
    sequence(0x004008ea, [codeElements(unit)]),
    { tag: 0x0040a161, vr: 'FD', value },
    // DS, which has sixteen characters.
    { tag: 0x0040a30a, vr: 'DS', value: [value] },
  ];
  return [...head('CONTAINS', 'NUM', name), sequence(0x0040a300, [measured]), ...below(items)];
}

export const imageItem = (relation: Relation, name: Code | null, { sopClassUid, sop, frame }: ImageReference): Item => [
  ...head(relation, 'IMAGE', name),
  sequence(0x00081199, [
    [
      ...[text(0x00081150, 'UI', sopClassUid), text(0x00081155, 'UI', sop)],
      ...(frame === null ? [] : [text(0x00081160, 'IS', String(frame))]),
    ],
  ]),
];

export interface Graphic {
  type: 'POINT' | 'POLYLINE' | 'ELLIPSE';
  points: readonly (readonly [number, number])[];
}

/** Points from the centre of the first pixel. In a report the first pixel begins at 0 and has its centre at 0.5 (PS3.3 C.18.6.1.1). */
export const coordinatesItem = (relation: Relation, name: Code | null, { type, points }: Graphic, image: ImageReference): Item => [
  ...head(relation, 'SCOORD', name),
  { tag: 0x00700022, vr: 'FL', value: points.flatMap(([column, row]) => [column + 0.5, row + 0.5]) },
  text(0x00700023, 'CS', type),
  ...below([imageItem('SELECTED FROM', null, image)]),
];

export const text = (tag: number, vr: string, value: string): DicomElement => ({ tag, vr, value });

export const sequence = (tag: number, items: readonly (readonly DicomElement[])[]): DicomElement => ({ tag, vr: 'SQ', value: { items } });

function head(relation: Relation | null, kind: string, name: Code | null): DicomElement[] {
  return [
    ...(relation === null ? [] : [text(0x0040a010, 'CS', relation)]),
    text(0x0040a040, 'CS', kind),
    ...(name === null ? [] : [sequence(0x0040a043, [codeElements(name)])]),
  ];
}

/** Absent if nothing is below. */
const below = (items: readonly Item[]): DicomElement[] => (items.length === 0 ? [] : [sequence(0x0040a730, items)]);

const codeElements = ([value, scheme, meaning]: Code): DicomElement[] => [
  text(0x00080100, 'SH', value),
  text(0x00080102, 'SH', scheme),
  text(0x00080104, 'LO', meaning),
];
