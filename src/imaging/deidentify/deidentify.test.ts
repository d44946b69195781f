import dicomParser from 'dicom-parser';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readElementTree } from '#imaging/dicom/elements/element-tree.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { itemHead, writeElement, writeHead, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { deidentified, refusal, replacements } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { deidentify } from './deidentify.ts';
import { ATTRIBUTES } from './profile.ts';
import { LONGEST_HEADER } from './read-tail.ts';
import { createReport } from './report.ts';
import { BASIC_PROFILE } from './settings.ts';

const NATIVE = [TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const FRAGMENTS = [Uint8Array.of(0xff, 0xd8, 0xff, 0xda), Uint8Array.of(0, 2, 0xff, 0xd9)];
/** With their head, at the end of the small file. */
const PIXELS_BYTES = 12 + 32;

describe('in every transfer syntax', () => {
  test.each(NATIVE)('%s: the pixel data is a range of the source, and the rest a new header', async (transferSyntaxUid) => {
    const file = smallFile({}, { transferSyntaxUid });
    const { bytes, pieces } = await deidentified(file);
    expect(pieces.map(({ isRange, length }) => [isRange, isRange ? length : 0])).toEqual([
      [false, 0],
      [true, 32],
    ]);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(file));
    const { description } = await read(bytes);
    expect(description).toMatchObject({ transferSyntaxUid, patientName: 'Anonymous 1', rows: 4, columns: 4, seriesNumber: 2 });
  });

  test('compressed: the range runs from the offset table to the delimiter', async () => {
    const file = smallFile({ PixelData: { fragments: FRAGMENTS } }, { transferSyntaxUid: JPEG_BASELINE });
    const { bytes, pieces } = await deidentified(file);
    expect(pieces.at(-1)).toEqual({ isRange: true, length: 8 + 2 * 12 + 8 });
    expect(Buffer.from(bytes.subarray(-40))).toEqual(Buffer.from(file.subarray(-40)));
    expect((await read(bytes)).description.transferSyntaxUid).toBe(JPEG_BASELINE);
  });

  test('deflated: the file is written inflated, because its pixels are not a range of the source', async () => {
    const { bytes } = await deidentified(deflatedFile());
    expect((await read(bytes)).description.transferSyntaxUid).toBe(TRANSFER_SYNTAX.explicitLittleEndian);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test.each(['no-preamble', 'bare'] as const)('%s: the preamble and meta information are added', async (framing) => {
    const { bytes } = await deidentified(smallFile({}, { framing }));
    expect(dicomParser.parseDicom(bytes).string('x00020010')).toBe(TRANSFER_SYNTAX.explicitLittleEndian);
  });
});

describe('what the file says about its de-identification', () => {
  test('has the marks of PS3.15 E.1.1, with the options as codes', async () => {
    const settings = { dates: 'shift', retain: { ...BASIC_PROFILE.retain, device: true } } as const;
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile(), settings)).bytes);
    expect(dataSet.string('x00120062')).toBe('YES');
    expect(dataSet.string('x00280303')).toBe('MODIFIED');
    const codes = dataSet.elements['x00120064']!.items!.map(({ dataSet: item }) => item!.string('x00080100'));
    expect(codes).toEqual(['113100', '113107', '113109']);
    expect(dataSet.string('x00120063', 1)).toBe('Retain Longitudinal Temporal Information Modified Dates Option');
  });

  test.each([
    ['remove', 'REMOVED'],
    ['keep', 'UNMODIFIED'],
  ] as const)('marks dates: %s is %s', async (dates, said) => {
    expect(dicomParser.parseDicom((await deidentified(smallFile(), { dates })).bytes).string('x00280303')).toBe(said);
  });

  test('has its marks among its elements in tag order, each once', async () => {
    const earlier: DicomElement = { tag: 0x00120062, vr: 'CS', value: 'NO' };
    const { bytes } = await deidentified(smallFile({}, { elements: [earlier, { tag: 0x00120010, vr: 'LO', value: 'trial' }] }));
    const written = await read(bytes);
    const tree = readElementTree(bytes, written.dataSet.position, written.dataSet.encoding);
    const tags = tree.ok ? tree.elements.map(({ tag }) => tag) : [];
    expect(tags).toEqual([...new Set(tags)].toSorted((a, b) => a - b));
    expect(tags).toEqual(expect.arrayContaining([0x00120062, 0x00120063, 0x00120064, 0x00280303]));
    expect(textOf(bytes, 'x00120062')).toBe('YES');
  });

  test('names the new instance and no application in the file meta information', async () => {
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile())).bytes);
    expect(dataSet.string('x00020003')).toBe(dataSet.string('x00080018'));
    expect(dataSet.string('x00080018')).toBe(replacements.uid('2.25.111'));
    expect(Object.keys(dataSet.elements).filter((key) => key.startsWith('x0002'))).not.toContain('x00020016');
  });

  test('repeats earlier codes for the pixels, and no other earlier codes', async () => {
    const code = (value: string): DicomElement[] => [{ tag: 0x00080100, vr: 'SH', value }];
    const earlier: DicomElement = { tag: 0x00120064, vr: 'SQ', value: { items: [code('113101'), code('113106')] } };
    const { items } = dicomParser.parseDicom((await deidentified(smallFile({}, { elements: [earlier] }))).bytes).elements['x00120064']!;
    expect(items!.map(({ dataSet }) => dataSet!.string('x00080100'))).toEqual(['113100', '113101']);
  });
});

describe('a file with unclear pixel data is refused by name', () => {
  const changed = async (pixelData: object) => {
    const header = await read(smallFile());
    const description = { ...header.description, pixelData: { ...header.description.pixelData!, ...pixelData } };
    const how = { settings: BASIC_PROFILE, replacements, patientName: '', report: createReport() };
    return deidentify({ ...header, description }, how);
  };

  test('with an oversized header', async () => {
    expect(await changed({ offset: LONGEST_HEADER + 1 })).toEqual({ ok: false, why: 'header-too-long' });
    expect(await changed({ offset: LONGEST_HEADER })).toEqual({ ok: false, why: 'damaged' });
  });

  test('with too much data after the pixels', async () => {
    const header = await read(smallFile());
    const { offset, length } = header.description.pixelData!;
    const how = { settings: BASIC_PROFILE, replacements, patientName: '', report: createReport() };
    const sized = (behind: number) => deidentify({ ...header, source: { ...header.source, size: offset + length + behind } }, how);
    expect(await sized(LONGEST_HEADER + 1)).toEqual({ ok: false, why: 'header-too-long' });
    expect(await sized(LONGEST_HEADER)).toMatchObject({ ok: true });
  });

  test('with something between the header and the pixels', async () => {
    const { offset } = (await read(smallFile())).description.pixelData!;
    expect(await changed({ offset: offset + 2 })).toEqual({ ok: false, why: 'damaged' });
    expect(await changed({})).toMatchObject({ ok: true });
  });

  test('with a transfer syntax that is not a UID, which would appear unchanged in the new header', async () => {
    expect(await refusal(smallFile({}, { transferSyntaxUid: 'HERON' }))).toEqual({ ok: false, why: 'damaged' });
  });
});

describe('a file without pixels', () => {
  test('keeps all its elements and gets no pixel data element', async () => {
    const whole = smallFile();
    const { bytes, pieces } = await deidentified(whole.subarray(0, whole.length - PIXELS_BYTES));
    expect([pieces.length, textOf(bytes, 'x00080060'), dicomParser.parseDicom(bytes).elements['x7fe00010']]).toEqual([1, 'CT', undefined]);
  });
});

describe('settings', () => {
  const RETAIN = BASIC_PROFILE.retain;

  test('dates are shifted by the same number of days in all files of a patient', async () => {
    const days = replacements.dayShift('T-1');
    const moved = async (StudyDate: string) =>
      textOf((await deidentified(smallFile({ StudyDate }), { dates: 'shift' })).bytes, 'x00080020');
    const [first, second] = [await moved('20240301'), await moved('20240311')];
    expect(asDay(second) - asDay(first)).toBe(10);
    expect(asDay(first) - asDay('20240301')).toBe(days);
  });

  test('kept UIDs stay everywhere, including the meta information', async () => {
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile(), { retain: { ...RETAIN, uids: true } })).bytes);
    expect([dataSet.string('x00080018'), dataSet.string('x00020003'), dataSet.string('x0020000d')]).toEqual([
      '2.25.111',
      '2.25.111',
      '2.25.1',
    ]);
  });

  test("a cleaned description loses the patient's name and keeps the rest", async () => {
    const file = smallFile({ SeriesDescription: 't2_tse_tra Heron 320' });
    const { bytes } = await deidentified(file, { clean: { ...BASIC_PROFILE.clean, descriptors: true } });
    expect(textOf(bytes, 'x0008103e')).toBe('t2_tse_tra 320');
  });

  const PRIVATE: DicomElement[] = [
    { tag: 0x00190010, vr: 'LO', value: 'SIEMENS MR HEADER' },
    { tag: 0x00190011, vr: 'LO', value: 'SOMEBODY' },
    { tag: 0x0019100c, vr: 'IS', value: '800' },
    { tag: 0x00191008, vr: 'CS', value: 'IMAGE NUM 4' },
    { tag: 0x0019110c, vr: 'IS', value: '7' },
  ];
  const privateKeys = (bytes: Uint8Array) => Object.keys(dicomParser.parseDicom(bytes).elements).filter((key) => key.startsWith('x0019'));

  test('private elements are removed', async () => {
    expect(privateKeys((await deidentified(smallFile({}, { elements: PRIVATE }))).bytes)).toEqual([]);
  });

  test('safe private elements are kept with their creator, identified by it and not by their number', async () => {
    const { bytes } = await deidentified(smallFile({}, { elements: PRIVATE }), { retain: { ...RETAIN, safePrivate: true } });
    expect(privateKeys(bytes)).toEqual(['x00190010', 'x0019100c']);
  });
});

describe('removes patient data that is easily missed', () => {
  const item = (value: string): DicomElement[] => [{ tag: 0x00080050, vr: 'SH', value }];

  test.each([true, false])('in nested sequences, with undefined length: %s', async (undefinedLength) => {
    const inner: DicomElement = { tag: 0x00081250, vr: 'SQ', value: { items: [item('Zq1')], undefinedLength } };
    const outer: DicomElement = { tag: 0x00081200, vr: 'SQ', value: { items: [[inner]], undefinedLength } };
    for (const transferSyntaxUid of NATIVE) {
      const { bytes } = await deidentified(smallFile({}, { transferSyntaxUid, elements: [outer] }));
      expect(has(bytes, 'Zq1')).toBe(false);
      expect(dicomParser.parseDicom(bytes).elements['x00081200']!.items![0]!.dataSet!.elements['x00081250']!.items).toHaveLength(1);
    }
  });

  test('in a sequence that is written as UN, and therefore as implicit little endian', async () => {
    const accession = joinBytes([writeHead(0x00080050, '', 4, { explicit: false, bigEndian: false }), Buffer.from('Zq1 ')]);
    const value = joinBytes([itemHead(0xfffee000, accession.length, false), accession]);
    const { bytes } = await deidentified(smallFile({}, { elements: [{ tag: 0x00081200, vr: 'UN', value }] }));
    expect(has(bytes, 'Zq1')).toBe(false);
  });

  test('in curves, overlays, group lengths and unknown elements', async () => {
    const odd: DicomElement[] = [
      { tag: 0x00080000, vr: 'UL', value: 400 },
      { tag: 0x50003000, vr: 'OW', value: new Uint8Array(4) },
      { tag: 0x50020022, vr: 'LO', value: 'Zq1' },
      { tag: 0x60000022, vr: 'LO', value: 'Zq2' },
      { tag: 0x60023000, vr: 'OW', value: new Uint8Array(4) },
      { tag: 0x00181999, vr: 'UN', value: Buffer.from('Zq3 ') },
    ];
    const { bytes } = await deidentified(smallFile({}, { elements: odd }));
    expect(Object.keys(dicomParser.parseDicom(bytes).elements).join(' ')).not.toMatch(/x50|x60|x00080000|x00181999/);
  });

  test('in a name and a date that are not in the table', async () => {
    const unlisted: DicomElement[] = [
      { tag: 0x00181998, vr: 'PN', value: 'Finch^Loud' },
      { tag: 0x00181997, vr: 'DA', value: '20240301' },
    ];
    const { bytes, report } = await deidentified(smallFile({}, { elements: unlisted }));
    expect([textOf(bytes, 'x00181998'), textOf(bytes, 'x00181997')]).toEqual(['', '']);
    expect(report.counts.get('emptied')!.has(0x00181998)).toBe(true);
  });

  test.each([
    [0x00081190, 'UR', 'https://clinic.example/studies/1.2.276.0.4711'],
    [0x00100033, 'LO', 'Heisei 3, 12'],
    [0x00402006, 'SH', 'A-4711'],
    [0x0040a067, 'PN', 'Wader^Shy'],
    [0x0040e010, 'UR', 'https://clinic.example/4711'],
    [0x04000500, 'SQ', { items: [[{ tag: 0x04000520, vr: 'OB', value: Buffer.from('4711') }]] }],
    [0x00420010, 'ST', 'Letter about 4711'],
  ] as const)('in identifying elements that are not in the table: %i %s', async (tag, vr, value) => {
    const file = smallFile({}, { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian, elements: [{ tag, vr, value }] });
    const { bytes } = await deidentified(file);
    for (const word of ['4711', 'Heisei', 'Wader']) expect(has(bytes, word)).toBe(false);
  });

  test.each(NATIVE)("%s: the patient's name in a kept text", async (transferSyntaxUid) => {
    const comment: DicomElement = { tag: 0x00181999, vr: 'LO', value: 'coil of heron 3' };
    const { bytes } = await deidentified(smallFile({}, { transferSyntaxUid, elements: [comment] }));
    expect(textOf(bytes, 'x00181999')).toBe('coil of 3');
  });

  test('in elements after the pixel data', async () => {
    const signature = joinBytes([writeHead(0xfffcfffc, 'OB', 4, { explicit: true, bigEndian: false }), Buffer.from('Zq1 ')]);
    const { bytes } = await deidentified(joinBytes([smallFile(), signature]));
    expect(has(bytes, 'Zq1')).toBe(false);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test('in elements after compressed pixel data, also when they end with their own delimiter', async () => {
    const file = smallFile({ PixelData: { fragments: FRAGMENTS } }, { transferSyntaxUid: JPEG_BASELINE });
    const sequence = joinBytes([
      writeHead(0xfffafffa, 'SQ', 0xffffffff, { explicit: true, bigEndian: false }),
      itemHead(0xfffee000, 12, false),
      joinBytes([writeHead(0x04000310, 'OB', 0, { explicit: true, bigEndian: false })]),
      itemHead(0xfffee0dd, 0, false),
    ]);
    const { bytes, pieces } = await deidentified(joinBytes([file, sequence]));
    expect(pieces).toHaveLength(2);
    expect(Buffer.from(bytes.subarray(-40))).toEqual(Buffer.from(file.subarray(-40)));
  });

  test("after the pixel data: an element that is not in the table is kept without the patient's name", async () => {
    const text = writeElement({ tag: 0x7fe00099, vr: 'LO', value: 'coil Heron' }, { explicit: true, bigEndian: false });
    const { bytes, pieces } = await deidentified(joinBytes([smallFile(), ...text]));
    expect([textOf(bytes, 'x7fe00099'), pieces.map(({ isRange }) => isRange)]).toEqual(['coil', [false, true, false]]);
  });

  test('in a name in place of the class in the meta information', async () => {
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile({ SOPClassUID: 'HERON', SOPInstanceUID: '2.25.9' }))).bytes);
    expect(dataSet.string('x00020002')).toBeUndefined();
  });

  test('in bytes after the pixel data that are not elements', async () => {
    const { bytes } = await deidentified(joinBytes([smallFile(), Buffer.from('Heron, Quiet: notes')]));
    expect(has(bytes, 'notes')).toBe(false);
  });

  test('in the preamble', async () => {
    const file = smallFile();
    file.set(Buffer.from('Heron'), 10);
    expect(has((await deidentified(file)).bytes, 'Heron')).toBe(false);
  });

  test('in an instance UID with the root of the standard, while a class UID is kept', async () => {
    const { bytes } = await deidentified(smallFile({ SOPInstanceUID: '1.2.840.10008.99.1' }));
    expect(textOf(bytes, 'x00080018')).toBe(replacements.uid('1.2.840.10008.99.1'));
    expect(textOf(bytes, 'x00080016')).toBe('1.2.840.10008.5.1.4.1.1.2');
  });
});

describe('a second run', () => {
  test('changes only UIDs, which look the same as those of a device', async () => {
    const settings = { retain: { ...BASIC_PROFILE.retain, uids: true } };
    const { bytes } = await deidentified(smallFile({ StudyDate: '20240301', SeriesDescription: 'Heron' }), settings);
    expect(Buffer.from((await deidentified(bytes, settings)).bytes)).toEqual(Buffer.from(bytes));
  });
});

describe('the report', () => {
  test('counts the actions by attribute over all files', async () => {
    const { report } = await deidentified(smallFile({ StudyDescription: 'knee', StudyDate: '20240301' }));
    const done = Object.fromEntries(
      [...report.counts].map(([what, tags]) => [what, [...tags.keys()].map((tag) => ATTRIBUTES.get(tag)?.name)]),
    );
    expect(done).toEqual({
      'new-uid': ['SOP Instance UID', 'Study Instance UID', 'Series Instance UID'],
      emptied: ['Study Date'],
      removed: ['Study Description'],
      replaced: ["Patient's Name", 'Patient ID'],
    });
    expect(report).toMatchObject({ files: 1, pictures: { stated: 0, likely: 0, face: 0 } });
  });

  test('lists kept texts that look like a name', async () => {
    const { report } = await deidentified(smallFile({}, { elements: [{ tag: 0x00181999, vr: 'LO', value: 'protocol of Dr. Wader' }] }));
    expect([...report.suspicious.values()]).toEqual([{ tag: 0x00181999, text: 'protocol of Dr. Wader' }]);
  });

  test('says where text in the image is likely', async () => {
    expect((await deidentified(smallFile({ Modality: 'US' }))).report.pictures).toEqual({ stated: 0, likely: 1, face: 0, blackedOut: 0 });
    const stated: DicomElement = { tag: 0x00280301, vr: 'CS', value: 'YES' };
    const { report } = await deidentified(smallFile({ Modality: 'MR', BodyPartExamined: 'BRAIN' }, { elements: [stated] }));
    expect(report.pictures).toEqual({ stated: 1, likely: 0, face: 1, blackedOut: 0 });
  });
});

describe('hostile and odd files', () => {
  test('endless nesting is refused by name', async () => {
    let deep: DicomElement = { tag: 0x00081200, vr: 'SQ', value: { items: [[]] } };
    for (let level = 0; level < 100; level += 1) deep = { tag: 0x00081200, vr: 'SQ', value: { items: [[deep]] } };
    expect(await refusal(smallFile({}, { elements: [deep] }))).toEqual({ ok: false, why: 'too-deep' });
  });

  test('a sequence with unreadable items is removed whole, and the image is kept', async () => {
    const broken: DicomElement = { tag: 0x00081200, vr: 'SQ', value: Buffer.from('Heron, Quiet, no item at all') };
    const { bytes } = await deidentified(smallFile({}, { elements: [broken] }));
    expect(has(bytes, 'Heron')).toBe(false);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test('fragments that do not end with the pixel data are refused by name', async () => {
    const file = smallFile({ PixelData: { fragments: FRAGMENTS } }, { transferSyntaxUid: JPEG_BASELINE });
    // The length of the first fragment: it ends inside of the second.
    file[file.length - 8 - 12 - 12 + 4] = 6;
    expect(await refusal(file)).toEqual({ ok: false, why: 'damaged' });
  });

  test('an invalid VR is written as that of the attribute', async () => {
    const { bytes } = await deidentified(smallFile({}, { elements: [{ tag: 0x00080050, vr: '?!', value: 'Zq1 ' }] }));
    expect(dicomParser.parseDicom(bytes).elements['x00080050']).toMatchObject({ vr: 'SH', length: 0 });
  });

  test('a text longer than the search limit is removed', async () => {
    const text: DicomElement = { tag: 0x00181999, vr: 'UT', value: `${'knee '.repeat(14_000)}Heron` };
    const { bytes } = await deidentified(smallFile({}, { elements: [text] }));
    expect([textOf(bytes, 'x00181999'), has(bytes, 'Heron')]).toEqual(['', false]);
  });

  test('a directory is refused, because it points into files by byte offset', async () => {
    expect(await refusal(smallFile({ SOPClassUID: '1.2.840.10008.1.3.10' }))).toEqual({ ok: false, why: 'directory' });
  });
});

async function read(bytes: Uint8Array) {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return header;
}

function pixelsOf(bytes: Uint8Array): Buffer {
  const dataSet = dicomParser.parseDicom(bytes);
  const { dataOffset, length } = dataSet.elements['x7fe00010']!;
  return Buffer.from(dataSet.byteArray.subarray(dataOffset, dataOffset + length));
}

function textOf(bytes: Uint8Array, key: string): string {
  return dicomParser.parseDicom(bytes).string(key) ?? '';
}

function has(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes).includes(text);
}

function asDay(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) / 86_400_000;
}
