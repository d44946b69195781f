/** A coded concept: value, coding scheme, meaning (PS3.3 8.1 to 8.3). */
export type Code = readonly [value: string, scheme: string, meaning: string];

/** As PS3.16 and its context groups list them. */
export const CODE = {
  report: ['126000', 'DCM', 'Imaging Measurement Report'],
  language: ['121049', 'DCM', 'Language of Content Item and Descendants'],
  english: ['en', 'RFC5646', 'English'],
  observerType: ['121005', 'DCM', 'Observer Type'],
  person: ['121006', 'DCM', 'Person'],
  personName: ['121008', 'DCM', 'Person Observer Name'],
  procedure: ['121058', 'DCM', 'Procedure reported'],
  imaging: ['363679005', 'SCT', 'Imaging'],
  library: ['111028', 'DCM', 'Image Library'],
  libraryGroup: ['126200', 'DCM', 'Image Library Group'],
  measurements: ['126010', 'DCM', 'Imaging Measurements'],
  qualitative: ['C0034375', 'UMLS', 'Qualitative Evaluations'],
  group: ['125007', 'DCM', 'Measurement Group'],
  trackingId: ['112039', 'DCM', 'Tracking Identifier'],
  trackingUid: ['112040', 'DCM', 'Tracking Unique Identifier'],
  comment: ['121106', 'DCM', 'Comment'],
  region: ['111030', 'DCM', 'Image Region'],
  source: ['260753009', 'SCT', 'Source'],
  length: ['410668003', 'SCT', 'Length'],
  angle: ['1483009', 'SCT', 'Angle'],
  longAxis: ['103339001', 'SCT', 'Long Axis'],
  shortAxis: ['103340004', 'SCT', 'Short Axis'],
  area: ['42798000', 'SCT', 'Area'],
  derivation: ['121401', 'DCM', 'Derivation'],
  mean: ['373098007', 'SCT', 'Mean'],
  deviation: ['386136009', 'SCT', 'Standard Deviation'],
  lowest: ['255605001', 'SCT', 'Minimum'],
  highest: ['56851009', 'SCT', 'Maximum'],
  attenuation: ['112031', 'DCM', 'Attenuation Coefficient'],
  method: ['370129005', 'SCT', 'Measurement Method'],
  onDetector: ['on-detector', '99LIGHTSHIP', 'On the detector'],
  /** DICOM has no general code for values of pixels. */
  pixelValue: ['pixel-value', '99LIGHTSHIP', 'Value of the pixels'],
} as const satisfies Record<string, Code>;

/** SH: longer values have another attribute. */
const MOST_CODE_CHARS = 16;
const NO_UNITS: Code = ['1', 'UCUM', 'no units'];

/** UCUM. A unit that only the file knows becomes an annotation. */
export function unitCode(unit: string | null): Code {
  if (unit === null) return NO_UNITS;
  const known = UNITS.get(unit);
  if (known !== undefined) return known;
  const code = `{${unit.replaceAll(/[^\x21-\x7a|~]|\\/g, '')}}`;
  return code.length > MOST_CODE_CHARS || code === '{}' ? NO_UNITS : [code, 'UCUM', unit];
}

const UNITS: ReadonlyMap<string, Code> = new Map([
  ['mm', ['mm', 'UCUM', 'millimeter']],
  ['mm2', ['mm2', 'UCUM', 'square millimeter']],
  ['deg', ['deg', 'UCUM', 'degree']],
  ['px', ['{pixels}', 'UCUM', 'pixels']],
  ['px2', ['{pixels2}', 'UCUM', 'square pixels']],
  ['HU', ["[hnsf'U]", 'UCUM', 'Hounsfield unit']],
  ['g/ml', ['g/ml', 'UCUM', 'gram per milliliter']],
  ['SUV', ['{SUVbw}g/ml', 'UCUM', 'standardized uptake value by body weight']],
  ['SUVlbm', ['{SUVlbm}g/ml', 'UCUM', 'standardized uptake value by lean body mass']],
  ['SUVbsa', ['{SUVbsa}cm2/ml', 'UCUM', 'standardized uptake value by body surface area']],
  ['Bq/ml', ['Bq/ml', 'UCUM', 'becquerel per milliliter']],
]);
