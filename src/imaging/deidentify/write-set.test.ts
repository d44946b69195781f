import dicomParser from 'dicom-parser';
import { describe, expect, test } from 'vitest';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement, DicomValue } from '#imaging/dicom/write-dicom.ts';
import type { Done } from '#model/uploads/deidentified.ts';
import { deidentified, replacements } from '#tests/fixtures/deidentified.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { shiftDates } from './values/shift-dates.ts';
import { shiftTime } from './values/shift-times.ts';
import { LONGEST_TEXT } from './values/value-text.ts';

const { retain, clean } = BASIC_PROFILE;
const CLEANED: Partial<DeidentifySettings> = { clean: { descriptors: true, structuredContent: true, graphics: true } };
const SAFE: Partial<DeidentifySettings> = { retain: { ...retain, safePrivate: true } };
const CONVERTED: Partial<DeidentifySettings> = { retain: { ...retain, conversion: true } };
const SHIFTED: Partial<DeidentifySettings> = { dates: 'shift' };
const IMPLICIT = TRANSFER_SYNTAX.implicitLittleEndian;

interface Left {
  /** The value as letters, without what fills it up; null: the element is gone. */
  value: string | null;
  raw: string | undefined;
  done: Done[];
  bytes: Uint8Array;
}

/** What is left of an element of a file, and what the report says was done with it. */
async function left({
  tag,
  vr,
  value,
  settings,
  around = [],
  transferSyntaxUid = TRANSFER_SYNTAX.explicitLittleEndian,
}: Given): Promise<Left> {
  const elements = [...around, { tag, vr, value }];
  const { bytes, report } = await deidentified(smallFile({}, { elements, transferSyntaxUid }), settings);
  const dataSet = dicomParser.parseDicom(bytes);
  const found = dataSet.elements[keyOf(tag)];
  const raw = found && Buffer.from(bytes.subarray(found.dataOffset, found.dataOffset + found.length)).toString('latin1');
  const done = [...report.counts].filter(([, tags]) => tags.has(tag)).map(([what]) => what);
  return { value: raw?.replace(/[\0 ]+$/, '') ?? null, raw, done, bytes };
}

interface Given extends DicomElement {
  settings?: Partial<DeidentifySettings>;
  around?: readonly DicomElement[];
  transferSyntaxUid?: string;
}

const keyOf = (tag: number): string => `x${tag.toString(16).padStart(8, '0')}`;
const SIEMENS: DicomElement = { tag: 0x00190010, vr: 'LO', value: 'SIEMENS MR HEADER' };
/** The hour of the study becomes the second of a day, and less than an hour is added. */
const STUDY_TIME: DicomElement = { tag: 0x00080031, vr: 'TM', value: '100000' };
const MOVED = shiftTime('101112', -9 * 3600 + replacements.timeShift('2.25.1', 3600));
const ULTRASOUND: DicomElement = { tag: 0x01190010, vr: 'LO', value: 'SIEMENS Ultrasound SC2000' };

describe('the output of an element, and its line in the report', () => {
  const cases: [what: string, given: Given, value: string | null, done: Done[]][] = [
    ['X: it is gone', { tag: 0x00081030, vr: 'LO', value: 'knee' }, null, ['removed']],
    ['Z: it is empty', { tag: 0x00080020, vr: 'DA', value: '20240301' }, '', ['emptied']],
    ['D: it has a dummy', { tag: 0x00181000, vr: 'LO', value: '4711' }, 'ANONYMIZED', ['replaced']],
    ['D of bytes: zeros', { tag: 0x00340007, vr: 'OB', value: Buffer.from('4711') }, '', ['replaced']],
    ['D of a UID: another UID', { tag: 0x006a0003, vr: 'UI', value: '1.2.3' }, replacements.uid('1.2.3'), ['replaced']],
    ['D of a VR without a dummy: it is gone', { tag: 0x00181000, vr: 'OW', value: Uint8Array.of(1, 2) }, null, ['removed']],
    ['U: another UID', { tag: 0x00200052, vr: 'UI', value: '1.2.3' }, replacements.uid('1.2.3'), ['new-uid']],
    [
      'U of several: each is another one, and of the standard they stay',
      { tag: 0x00080058, vr: 'UI', value: '1.2.3\\1.2.840.10008.1.1\\\\1.2.4' },
      `${replacements.uid('1.2.3')}\\1.2.840.10008.1.1\\\\${replacements.uid('1.2.4')}`,
      ['new-uid'],
    ],
    ['empty: it stays empty', { tag: 0x00181000, vr: 'LO', value: '' }, '', []],
    ['no row of the table: it stays', { tag: 0x00180050, vr: 'DS', value: '2.5' }, '2.5', []],
    [
      'a row whose option is chosen: kept',
      { tag: 0x00181000, vr: 'LO', value: '4711', settings: { retain: { ...retain, device: true } } },
      '4711',
      ['kept'],
    ],
    [
      'a number that a person is not known by',
      { tag: 0x00181000, vr: 'LO', value: 'coil heron', settings: { retain: { ...retain, device: true } } },
      'coil',
      ['kept', 'cleaned'],
    ],
    ['a date that is none cannot be moved', { tag: 0x00080020, vr: 'DA', value: 'yesterd', settings: SHIFTED }, '', ['emptied']],
    ['cleaned: words stay', { tag: 0x00181030, vr: 'LO', value: 'knee Heron', settings: CLEANED }, 'knee', ['cleaned']],
    ['cleaned: nothing to take out', { tag: 0x00181030, vr: 'LO', value: 'knee', settings: CLEANED }, 'knee', []],
    [
      'cleaned, and nothing is left: as with no option, X/D',
      { tag: 0x00181030, vr: 'LO', value: 'Heron', settings: CLEANED },
      'ANONYMIZED',
      ['replaced'],
    ],
    [
      'cleaned, and nothing is left: as with no option, X',
      { tag: 0x0008103e, vr: 'LO', value: 'Heron', settings: CLEANED },
      null,
      ['removed'],
    ],
    ['cleaned, in a VR that is no free text', { tag: 0x0008103e, vr: 'CS', value: 'KNEE', settings: CLEANED }, null, ['removed']],
    [
      'of a maker, cleaned',
      { tag: 0x01191000, vr: 'LO', value: 'probe Heron', around: [ULTRASOUND], settings: SAFE },
      'probe',
      ['cleaned'],
    ],
    [
      'of a maker, cleaned, and nothing is left',
      { tag: 0x01191000, vr: 'LO', value: 'Heron', around: [ULTRASOUND], settings: SAFE },
      '',
      ['emptied'],
    ],
    ['of a maker, a code', { tag: 0x0019100d, vr: 'CS', value: 'HERON', around: [SIEMENS], settings: SAFE }, '', ['emptied']],
    [
      'a date that is moved',
      { tag: 0x00080022, vr: 'DA', value: '20240301', settings: SHIFTED },
      shiftDates('20240301', replacements.dayShift('T-1')),
      ['shifted'],
    ],
    [
      'a time of acquisition that is moved',
      { tag: 0x00080032, vr: 'TM', value: '101112', settings: CONVERTED, around: [STUDY_TIME] },
      MOVED,
      ['shifted'],
    ],
    ['a time that is none', { tag: 0x00080032, vr: 'TM', value: 'noon', settings: CONVERTED }, '', ['emptied']],
    ['a sequence with Z', { tag: 0x00400513, vr: 'SQ', value: { items: [[{ tag: 0x00080104, vr: 'LO', value: 'Zq' }]] } }, '', ['emptied']],
  ];
  test.each(cases)('%s', async (_what, given, value, done) => {
    const found = await left(given);
    expect([found.value, found.done]).toEqual([value, done]);
  });

  test('a text that lost a word is padded with a space to an even length', async () => {
    const { raw } = await left({ tag: 0x00181030, vr: 'LO', value: 'hip Heron', settings: CLEANED });
    expect(raw).toBe('hip ');
    expect((await left({ tag: 0x00181999, vr: 'LO', value: 'Heron hip' })).raw).toBe('hip ');
  });
});

describe('a text longer than the search limit', () => {
  const long = (letter: string) => letter.repeat(LONGEST_TEXT + 2);
  test.each([
    ['UIDs', 0x00080058, 'UI', long('1'), {}],
    ['dates', 0x00080022, 'DA', long('2'), SHIFTED],
    ['a description', 0x00081030, 'LO', long('k'), CLEANED],
    ['a kept text', 0x00181999, 'UT', long('k'), {}],
  ] as const)('%s: is emptied', async (_what, tag, vr, value, settings) => {
    const { value: is, done } = await left({ tag, vr, value, settings, transferSyntaxUid: IMPLICIT });
    expect([is, done]).toEqual(['', ['emptied']]);
  });

  test('is searched to its last word when it is just within the limit', async () => {
    const value = 'knee '.repeat(LONGEST_TEXT).slice(0, LONGEST_TEXT - 6);
    const looked = await left({ tag: 0x00081030, vr: 'UT', value: `${value} Heron`, settings: CLEANED });
    expect(looked.value).toBe(value.trim());
    expect((await left({ tag: 0x00181999, vr: 'UT', value: `${value} Heron` })).value).toBe(value.trim());
  });

  test('is replaced or removed as usual, whatever its length', async () => {
    expect((await left({ tag: 0x00181000, vr: 'UT', value: long('k') })).value).toBe('ANONYMIZED');
    expect((await left({ tag: 0x00081030, vr: 'UT', value: long('k') })).value).toBe(null);
  });
});

describe('for converters', () => {
  const nameOf = async (value: string) => left({ tag: 0x00181030, vr: 'LO', value, settings: CONVERTED });

  test('a protocol name becomes a word that differs for different names', async () => {
    const [one, same, other] = await Promise.all(['t1 Heron', 't1 Heron', 't2'].map(nameOf));
    expect(one!.value).toMatch(/^ANONYMIZED-[0-9A-F]{8}$/);
    expect(one!.done).toEqual(['replaced']);
    expect([same!.value === one!.value, other!.value === one!.value]).toEqual([true, false]);
  });

  test('a measurement protocol keeps only its numbers', async () => {
    const protocol = '### ASCCONV BEGIN ###\nsSliceArray.lSize = 12\ntPatientName = "Heron"\n### ASCCONV END ###';
    const maker: DicomElement = { tag: 0x00210010, vr: 'LO', value: 'SIEMENS MR SDS 01' };
    const { value, done } = await left({ tag: 0x00211019, vr: 'OB', value: Buffer.from(protocol), around: [maker], settings: CONVERTED });
    expect([value, done]).toEqual(['### ASCCONV BEGIN ###\nsSliceArray.lSize\t = \t12\n### ASCCONV END ###\n', ['cleaned']]);
  });
});

describe('a sequence', () => {
  const text = (value: string): DicomElement => ({ tag: 0x0040a160, vr: 'UT', value });
  const code: DicomElement = { tag: 0x00080100, vr: 'SH', value: 'T-D1100' };
  const report = (items: readonly (readonly DicomElement[])[], undefinedLength = false): DicomValue => ({ items, undefinedLength });
  const itemsOf = (bytes: Uint8Array, tag: number) =>
    dicomParser.parseDicom(bytes).elements[keyOf(tag)]!.items!.map(({ dataSet }) => dataSet!);

  test.each([false, true])('with action D keeps its structure with dummies; with undefined length: %s', async (undefinedLength) => {
    const given = { tag: 0x0040a730, vr: 'SQ', value: report([[text('Heron'), code], []], undefinedLength) };
    const { bytes, done } = await left(given);
    const items = itemsOf(bytes, given.tag);
    expect([items.length, items[0]!.string('x0040a160'), items[0]!.string('x00080100')]).toEqual([2, 'ANONYMIZED', 'ANONYMIZED']);
    expect(done).toEqual(['replaced']);
  });

  test('that is cleaned keeps the words that are not names', async () => {
    const given = { tag: 0x0040a730, vr: 'SQ', value: report([[code, text('liver of Heron, 12.03.2024')]]), settings: CLEANED };
    const { bytes, done } = await left(given);
    const [item] = itemsOf(bytes, given.tag);
    expect([item!.string('x0040a160'), item!.string('x00080100')]).toEqual(['liver of ,', 'T-D1100']);
    expect(done).toEqual(['cleaned']);
  });

  test('that is kept is written item by item, and does not count as changed', async () => {
    const reference: DicomElement = { tag: 0x00081155, vr: 'UI', value: '1.2.3' };
    const { bytes, done } = await left({ tag: 0x00081140, vr: 'SQ', value: report([[reference], [reference]]) });
    expect(itemsOf(bytes, 0x00081140).map((item) => item.string('x00081155'))).toEqual(Array(2).fill(replacements.uid('1.2.3')));
    expect(done).toEqual([]);
  });

  test('has no group lengths in its items, because they would be wrong', async () => {
    const lengths = { tag: 0x00080000, vr: 'UL', value: 4 };
    const { bytes } = await left({ tag: 0x00081140, vr: 'SQ', value: report([[lengths, { tag: 0x00081155, vr: 'UI', value: '1.2.3' }]]) });
    expect(Object.keys(itemsOf(bytes, 0x00081140)[0]!.elements)).toEqual(['x00081155']);
  });
});

describe('a text without a written VR', () => {
  const implicit = (tag: number, value: DicomValue, settings?: Partial<DeidentifySettings>) =>
    left({ tag, vr: 'LO', value, transferSyntaxUid: IMPLICIT, ...(settings && { settings }) });

  test("loses the patient's name when it reads as text", async () => {
    expect((await implicit(0x00181999, 'coil of heron 3')).value).toBe('coil of 3');
  });

  test.each([
    ['codes of the standard', 0x00080008, 'ORIGINAL\\HERON'],
    ['a modality', 0x00080060, 'HERON'],
    ['a body part', 0x00180015, 'HERON'],
  ])('is kept when it is one of %s', async (_what, tag, value) => {
    const found = await implicit(tag, value);
    expect(found.value).toBe(value);
  });

  test.each([
    ['in the image group', 0x00281055, 'HERON'],
    ['among numbers', 0x00181998, '\x01\x02heron\x03'],
  ])("is emptied when it is not text but contains the patient's name, %s", async (_what, tag, letters) => {
    const { value, done } = await implicit(tag, Buffer.from(letters, 'latin1'));
    expect([value, done]).toEqual(['', ['emptied']]);
    const other = letters.replace(/heron/i, 'stork');
    expect((await implicit(tag, Buffer.from(other, 'latin1'))).value).toBe(other);
  });
});

describe('kept texts that look like a name', () => {
  const suspiciousOf = async (elements: readonly DicomElement[], settings?: Partial<DeidentifySettings>) => [
    ...(await deidentified(smallFile({}, { elements }), settings)).report.suspicious.values(),
  ];

  test('are reported once each, and no more than a reader can check', async () => {
    const comment = (tag: number, n: number): DicomElement => ({ tag, vr: 'LO', value: `for Dr. Wader${n}` });
    const many = Array.from({ length: 120 }, (_, n) => comment(0x00189a00 + n, n));
    expect(await suspiciousOf(many)).toHaveLength(100);
    const items = [1, 1, 2].map((n) => [comment(0x00189a00, n)]);
    expect(await suspiciousOf([{ tag: 0x00081200, vr: 'SQ', value: { items } }])).toHaveLength(2);
  });

  test('are reported readably, in the character set of the file', async () => {
    const elements: DicomElement[] = [{ tag: 0x00181999, vr: 'LO', value: 'Frau Müller ' }];
    const { report } = await deidentified(smallFile({ SpecificCharacterSet: 'ISO_IR 192' }, { elements }));
    expect([...report.suspicious.values()]).toEqual([{ tag: 0x00181999, text: 'Frau Müller' }]);
  });

  test('are also reported after a word was removed; the words of a code are not names', async () => {
    const description: DicomElement = { tag: 0x0008103e, vr: 'LO', value: 'Wader, Shy 4711001' };
    expect(await suspiciousOf([description], { clean: { ...clean, descriptors: true } })).toEqual([
      { tag: 0x0008103e, text: 'Wader, Shy' },
    ]);
    const meaning: DicomElement = { tag: 0x00080104, vr: 'LO', value: 'Neoplasm, Primary' };
    expect(await suspiciousOf([{ tag: 0x00082218, vr: 'SQ', value: { items: [[meaning]] } }])).toEqual([]);
  });
});
