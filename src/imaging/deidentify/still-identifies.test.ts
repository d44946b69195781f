import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { writeElement, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { deidentified, replacements } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { identifyingFile, LISTED } from '#tests/fixtures/identifying-file.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { rewriteCsa } from './csa-header.ts';
import type { Attribute } from './profile.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { rewriteProtocol } from './siemens-protocol.ts';
import { PREAMBLE, stillIdentifies } from './still-identifies.ts';

const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];

describe('a file that still identifies the patient', () => {
  test.each(LISTED.map((attribute) => [attribute.name, attribute] as const))('is detected by %s alone', async (_name, attribute) => {
    expect(await judge(identifyingFile({ only: attribute.tag }))).toContain(namedFor(attribute));
  });

  test('is detected by the lack of marks', async () => {
    expect(await judge(smallFile())).toContain(0x00120062);
  });

  test.each([0x00191008, 0x50003000, 0x60003000, 0x60000010])('is detected by %i: private elements, curves and overlays', async (tag) => {
    expect(await judge(smallFile({}, { elements: [{ tag, vr: 'US', value: 7 }] }))).toContain(tag);
  });

  test('is detected by its preamble, which may contain anything', async () => {
    const bytes = await clean();
    bytes.set(Buffer.from('Heron, Quiet'), 16);
    expect(await judge(bytes)).toEqual([PREAMBLE]);
  });

  test.each([
    [0x00020003, 'UI', '1.2.276.0.4711'],
    [0x00020012, 'UI', 'Heron'],
    [0x00020013, 'SH', 'HERON QUIET'],
    [0x00020016, 'AE', 'HERON'],
    [0x00020017, 'AE', 'HERON'],
    [0x00020102, 'OB', 'Heron, Quiet'],
  ])('is detected by its meta information, with and without a preamble: %i %s %s', async (tag, vr, value) => {
    const bytes = inFrontOfTheRest(await clean(), { tag, vr, value: Buffer.from(value) });
    expect(await judge(bytes)).toEqual([tag]);
    expect(await judge(bytes.subarray(132))).toEqual([tag]);
  });

  test.each([0x00080000, 0x00120062, 0x00280303])('is detected by a text in place of a skipped element: %i', async (tag) => {
    expect(await judge(inFrontOfTheRest(await clean(), { tag, vr: 'LO', value: 'Heron' }))).toContain(tag);
  });

  test('is detected by the content of the sequence that describes the method', async () => {
    const name = { tag: 0x00100010, vr: 'PN', value: 'Heron^Quiet' };
    expect(await judge(inFrontOfTheRest(await clean(), { tag: 0x00120064, vr: 'SQ', value: { items: [[name]] } }))).toEqual([name.tag]);
  });

  test('cannot be checked behind padding, which is not read', async () => {
    const bytes = await clean();
    const withoutPixels = bytes.subarray(0, bytes.length - PIXELS_BYTES);
    expect(await judge(withoutPixels)).toEqual([]);
    const name = writeElement({ tag: 0x00100010, vr: 'PN', value: 'Heron^Quiet' }, EXPLICIT);
    expect(await judge(joinBytes([withoutPixels, new Uint8Array(8), ...name]))).toBe('unreadable');
  });

  test('cannot be checked when it is deflated: what precedes it is not seen, and no device sends it', async () => {
    expect(await judge(deflatedFile())).toBe('unreadable');
  });

  test('cannot be checked with bytes after its pixels that are not elements', async () => {
    const small = await deidentified(smallFile());
    expect(await judge(joinBytes([small.bytes, Buffer.from('Heron, Quiet')]))).toBe('unreadable');
  });
});

describe('a wrong value', () => {
  const MADE = replacements.uid('1.2.3');
  const header = (entries: Record<string, string[]>): Uint8Array => rewriteCsa(csaHeader(entries))!.bytes!;
  const protocol = rewriteProtocol(Buffer.from(protocolOf({ 'sSliceArray.lSize': '12' })))!;
  const SDS: DicomElement = { tag: 0x00210010, vr: 'LO', value: 'SIEMENS MR SDS 01' };
  const CSA: DicomElement = { tag: 0x00290010, vr: 'LO', value: 'SIEMENS CSA HEADER' };

  test.each<[what: string, elements: DicomElement[], passes: boolean]>([
    ['a dummy', [{ tag: 0x00181000, vr: 'LO', value: 'ANONYMIZED' }], true],
    ['a dummy with trailing text', [{ tag: 0x00181000, vr: 'LO', value: 'ANONYMIZED Heron' }], false],
    ['the dummy of another VR', [{ tag: 0x00181000, vr: 'LO', value: '19000101' }], false],
    ['a dummy in a VR without one', [{ tag: 0x00181000, vr: 'OW', value: Uint8Array.of(0, 0) }], false],
    ['bytes of zeros', [{ tag: 0x00340007, vr: 'OB', value: Uint8Array.of(0, 0) }], true],
    ['other bytes', [{ tag: 0x00340007, vr: 'OB', value: Uint8Array.of(7, 7) }], false],
    ['an empty date', [{ tag: 0x00080020, vr: 'DA', value: '' }], true],
    ['a date', [{ tag: 0x00080020, vr: 'DA', value: '20240301' }], false],
    ['a generated identifier', [{ tag: 0x00100020, vr: 'LO', value: 'ANON-0123456789ABCDEF' }], true],
    ['an identifier that was not generated', [{ tag: 0x00100020, vr: 'LO', value: 'ANONYMIZED' }], false],
    ['a generated UID', [{ tag: 0x00200052, vr: 'UI', value: MADE }], true],
    ['several generated UIDs', [{ tag: 0x00200052, vr: 'UI', value: `${MADE}\\\\${MADE} ` }], true],
    ['several UIDs, one of them not generated', [{ tag: 0x00200052, vr: 'UI', value: `${MADE}\\1.2.276.4711` }], false],
    ['a UID of the standard', [{ tag: 0x00200052, vr: 'UI', value: '1.2.840.10008.1.4.1.1' }], true],
    ['a study under the root of the standard', [{ tag: 0x0020000d, vr: 'UI', value: '1.2.840.10008.1.4.1.1' }], false],
    ['a UID as a dummy', [{ tag: 0x006a0003, vr: 'UI', value: MADE }], true],
    ['another UID as a dummy', [{ tag: 0x006a0003, vr: 'UI', value: '1.2.276.4711' }], false],
    ['an assigned pseudonym', [{ tag: 0x00100010, vr: 'PN', value: 'Anonymous 7' }], true],
    ['a pseudonym of another patient', [{ tag: 0x00080090, vr: 'PN', value: 'Anonymous 7' }], false],
    ['another name', [{ tag: 0x00100010, vr: 'PN', value: 'Finch^Loud' }], false],
    ['the protocol token', [{ tag: 0x00181030, vr: 'LO', value: 'ANONYMIZED-0123CDEF' }], true],
    ['the dummy for a protocol', [{ tag: 0x00181030, vr: 'LO', value: 'ANONYMIZED' }], true],
    ['another protocol token', [{ tag: 0x00181030, vr: 'LO', value: 'ANONYMIZED-HERON123' }], false],
    ['a protocol token with trailing text', [{ tag: 0x00181030, vr: 'LO', value: 'ANONYMIZED-0123CDEF Heron' }], false],
    ['a name before a protocol token', [{ tag: 0x00181030, vr: 'LO', value: 'Heron ANONYMIZED-0123CDEF' }], false],
    ['an acquisition time that was not shifted', [{ tag: 0x00080032, vr: 'TM', value: '101112' }], false],
    ['no acquisition time', [{ tag: 0x00080032, vr: 'TM', value: '000000' }], true],
    ['a rewritten header', [CSA, { tag: 0x00291010, vr: 'OB', value: header({ B_value: ['1000'] }) }], true],
    [
      'a rewritten header with an additional entry',
      [CSA, { tag: 0x00291010, vr: 'OB', value: csaHeader({ B_value: ['1000'], PatientName: ['Heron'] }) }],
      false,
    ],
    [
      'a rewritten header with trailing data',
      [CSA, { tag: 0x00291010, vr: 'OB', value: joinBytes([header({ B_value: ['1000'] }), Buffer.from('Heron!')]) }],
      false,
    ],
    ['a rewritten protocol', [SDS, { tag: 0x00211019, vr: 'OB', value: Buffer.from(protocol) }], true],
    [
      'a rewritten protocol with an additional entry',
      [SDS, { tag: 0x00211019, vr: 'OB', value: Buffer.from(protocolOf({ 'sSliceArray.lSize': '12' })) }],
      false,
    ],
    ['a group length', [{ tag: 0x00080000, vr: 'UL', value: 400 }], true],
    ['an invalid group length', [{ tag: 0x00080000, vr: 'LO', value: 'Heron' }], false],
    ['an element that is removed, and is empty', [{ tag: 0x00081030, vr: 'LO', value: '' }], true],
    ['an element that is removed', [{ tag: 0x00081030, vr: 'LO', value: 'ANONYMIZED' }], false],
    ['a kept text of any length', [{ tag: 0x00181999, vr: 'UT', value: 'k'.repeat(70_000) }], true],
    ['a description longer than the search limit', [{ tag: 0x00181000, vr: 'UT', value: 'k'.repeat(70_000) }], false],
    ['items of dummies', [{ tag: 0x0040a730, vr: 'SQ', value: { items: [[{ tag: 0x0040a160, vr: 'UT', value: 'ANONYMIZED' }]] } }], true],
    [
      'items with words in place of dummies',
      [{ tag: 0x0040a730, vr: 'SQ', value: { items: [[{ tag: 0x0040a160, vr: 'UT', value: 'liver' }]] } }],
      false,
    ],
    [
      'items of a sequence that should be empty',
      [{ tag: 0x00400513, vr: 'SQ', value: { items: [[{ tag: 0x00080104, vr: 'LO', value: 'ANONYMIZED' }]] } }],
      false,
    ],
  ])('%s', async (_what, elements, passes) => {
    const judged = await judge(inFrontOfTheRest(await clean(), ...elements));
    expect(judged).toEqual(passes ? [] : [deepest(elements.at(-1)!)]);
  });

  test('a shifted acquisition time must be marked as shifted', async () => {
    const timed = smallFile({}, { elements: [{ tag: 0x00080032, vr: 'TM', value: '101112' }] });
    const kept = { ...BASIC_PROFILE, retain: { ...BASIC_PROFILE.retain, conversion: true } };
    expect(await judge((await deidentified(timed, kept)).bytes)).toEqual([]);
  });

  test.each(['YES', 'NO', 'REMOVED', 'MODIFIED', 'UNMODIFIED', 'HERON'])(
    'the mark for times may be %s: one of five words',
    async (value) => {
      const judged = await judge(inFrontOfTheRest(await clean(), { tag: 0x00280303, vr: 'CS', value }));
      expect(judged).toEqual(value === 'HERON' ? [0x00280303] : []);
    },
  );

  /** Of a sequence that stays its items are named. */
  function deepest({ tag, value }: DicomElement): number {
    return tag === 0x0040a730 && typeof value === 'object' && 'items' in value ? value.items[0]![0]!.tag : tag;
  }
});

describe('a file that the device de-identified', () => {
  test.each(SYNTAXES)('%s: passes, with every attribute of the table in the original', async (transferSyntaxUid) => {
    expect(await judge((await deidentified(identifyingFile({ transferSyntaxUid }))).bytes)).toEqual([]);
  });

  test("passes with redaction boxes and the user's confirmation", async () => {
    const burnedIn = { rows: 4, columns: 4, boxes: [{ row: 0, column: 0, rows: 2, columns: 2 }], isClean: true };
    expect(await judge((await deidentified(smallFile(), {}, '', burnedIn)).bytes)).toEqual([]);
  });

  test('passes with the settings that it was made with, and not with stricter ones', async () => {
    const loose: DeidentifySettings = { ...BASIC_PROFILE, dates: 'keep', retain: { ...BASIC_PROFILE.retain, device: true } };
    const { bytes } = await deidentified(identifyingFile(), loose);
    expect(await judge(bytes, loose)).toEqual([]);
    expect(await judge(bytes)).toEqual(expect.arrayContaining([0x00080020, 0x00181000]));
  });

  test('with a name that we did not generate does not pass', async () => {
    expect(await judge((await deidentified(smallFile(), {}, 'Finch^Loud')).bytes)).toEqual([0x00100010]);
  });
});

const EXPLICIT = { explicit: true, bigEndian: false };
/** With their head, at the end of the small file. */
const PIXELS_BYTES = 12 + 32;

async function clean(): Promise<Uint8Array> {
  return (await deidentified(smallFile())).bytes;
}

/** One or more elements, between the meta information and the data set: there it is read as a part of either. */
function inFrontOfTheRest(bytes: Uint8Array, ...elements: DicomElement[]): Uint8Array {
  const at = 144 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(140, true);
  return joinBytes([bytes.subarray(0, at), ...elements.flatMap((element) => writeElement(element, EXPLICIT)), bytes.subarray(at)]);
}

/** Of a sequence that stays in another form the items are judged: what they hold is named, not the sequence. */
function namedFor({ tag, vr, action }: Attribute): number {
  if (vr !== 'SQ') return tag;
  if (action === 'X/Z/U*') return 0x00081155;
  return action.includes('D') ? 0x00080104 : tag;
}

async function judge(file: Uint8Array, settings = BASIC_PROFILE): Promise<number[] | 'unreadable'> {
  const header = await readDicomHeader(createMemorySource(file));
  if (!header.ok) throw new Error(header.why);
  const judged = await stillIdentifies(header, settings, (name) => /^Anonymous \d+$/.test(name));
  return judged.ok ? judged.tags : 'unreadable';
}
