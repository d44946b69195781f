import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { writeElement, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { identifyingFile, LISTED } from '#tests/fixtures/identifying-file.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { Attribute } from './profile.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { PREAMBLE, stillIdentifies } from './still-identifies.ts';

const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];

describe('a file that still identifies', () => {
  test.each(LISTED.map((attribute) => [attribute.name, attribute] as const))('is known by %s alone', async (_name, attribute) => {
    expect(await judge(identifyingFile({ only: attribute.tag }))).toContain(namedFor(attribute));
  });

  test('is known by having no mark', async () => {
    expect(await judge(smallFile())).toContain(0x00120062);
  });

  test.each([0x00191008, 0x50003000, 0x60003000, 0x60000010])('is known by %i: private elements, curves and overlays', async (tag) => {
    expect(await judge(smallFile({}, { elements: [{ tag, vr: 'US', value: 7 }] }))).toContain(tag);
  });

  test('is known by its preamble, which may hold anything', async () => {
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
  ])('is known by its meta information, with a preamble and without: %i %s %s', async (tag, vr, value) => {
    const bytes = inFrontOfTheRest(await clean(), { tag, vr, value: Buffer.from(value) });
    expect(await judge(bytes)).toEqual([tag]);
    expect(await judge(bytes.subarray(132))).toEqual([tag]);
  });

  test.each([0x00080000, 0x00120062, 0x00280303])('is known by a text in the place of what is passed over: %i', async (tag) => {
    expect(await judge(inFrontOfTheRest(await clean(), { tag, vr: 'LO', value: 'Heron' }))).toContain(tag);
  });

  test('is known by what stands in the sequence that says how it was done', async () => {
    const name = { tag: 0x00100010, vr: 'PN', value: 'Heron^Quiet' };
    expect(await judge(inFrontOfTheRest(await clean(), { tag: 0x00120064, vr: 'SQ', value: { items: [[name]] } }))).toEqual([name.tag]);
  });

  test('cannot be judged behind padding, where nobody looks', async () => {
    const bytes = await clean();
    const withoutPixels = bytes.subarray(0, bytes.length - PIXELS_BYTES);
    expect(await judge(withoutPixels)).toEqual([]);
    const name = writeElement({ tag: 0x00100010, vr: 'PN', value: 'Heron^Quiet' }, EXPLICIT);
    expect(await judge(joinBytes([withoutPixels, new Uint8Array(8), ...name]))).toBe('unreadable');
  });

  test('cannot be judged deflated: what stands in front of it is not seen, and no device sends it', async () => {
    expect(await judge(deflatedFile())).toBe('unreadable');
  });

  test('cannot be judged with bytes behind its pixels that are no elements', async () => {
    const small = await deidentified(smallFile());
    expect(await judge(joinBytes([small.bytes, Buffer.from('Heron, Quiet')]))).toBe('unreadable');
  });
});

describe('a file that the device made', () => {
  test.each(SYNTAXES)('%s: passes, with every attribute of the table in the original', async (transferSyntaxUid) => {
    expect(await judge((await deidentified(identifyingFile({ transferSyntaxUid }))).bytes)).toEqual([]);
  });

  test('passes with black boxes, and what a person said of its pictures', async () => {
    const burnedIn = { rows: 4, columns: 4, boxes: [{ row: 0, column: 0, rows: 2, columns: 2 }], isClean: true };
    expect(await judge((await deidentified(smallFile(), {}, '', burnedIn)).bytes)).toEqual([]);
  });

  test('passes under the settings that it was made with, and not under stricter ones', async () => {
    const loose: DeidentifySettings = { ...BASIC_PROFILE, dates: 'keep', retain: { ...BASIC_PROFILE.retain, device: true } };
    const { bytes } = await deidentified(identifyingFile(), loose);
    expect(await judge(bytes, loose)).toEqual([]);
    expect(await judge(bytes)).toEqual(expect.arrayContaining([0x00080020, 0x00181000]));
  });

  test('with a name that nobody gave does not pass', async () => {
    expect(await judge((await deidentified(smallFile(), {}, 'Finch^Loud')).bytes)).toEqual([0x00100010]);
  });
});

const EXPLICIT = { explicit: true, bigEndian: false };
/** With their head, at the end of the small file. */
const PIXELS_BYTES = 12 + 32;

async function clean(): Promise<Uint8Array> {
  return (await deidentified(smallFile())).bytes;
}

/** One more element, between the meta information and the data set: there it is read as a part of either. */
function inFrontOfTheRest(bytes: Uint8Array, element: DicomElement): Uint8Array {
  const at = 144 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(140, true);
  return joinBytes([bytes.subarray(0, at), ...writeElement(element, EXPLICIT), bytes.subarray(at)]);
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
