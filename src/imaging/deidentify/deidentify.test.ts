import dicomParser from 'dicom-parser';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { itemHead, writeHead, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { deidentified, refusal, replacements } from '#tests/fixtures/deidentified.ts';
import { deflatedFile, repeated, smallFile } from '#tests/fixtures/dicom-file.ts';
import { ATTRIBUTES } from './profile.ts';
import { BASIC_PROFILE } from './settings.ts';

const NATIVE = [TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const FRAGMENTS = [Uint8Array.of(0xff, 0xd8, 1, 2), Uint8Array.of(3, 4, 0xff, 0xd9)];

describe('in every transfer syntax', () => {
  test.each(NATIVE)('%s: the pixel data is a range of what was there, and the rest a new header', async (transferSyntaxUid) => {
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

  test('compressed: from the offset table to the delimiter', async () => {
    const file = smallFile({ PixelData: { fragments: FRAGMENTS } }, { transferSyntaxUid: JPEG_BASELINE });
    const { bytes, pieces } = await deidentified(file);
    expect(pieces.at(-1)).toEqual({ isRange: true, length: 8 + 2 * 12 + 8 });
    expect(Buffer.from(bytes.subarray(-40))).toEqual(Buffer.from(file.subarray(-40)));
    expect((await read(bytes)).description.transferSyntaxUid).toBe(JPEG_BASELINE);
  });

  test('deflated: as what it inflates to, because its pixels are no range of the file', async () => {
    const { bytes } = await deidentified(deflatedFile());
    expect((await read(bytes)).description.transferSyntaxUid).toBe(TRANSFER_SYNTAX.explicitLittleEndian);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test.each(['no-preamble', 'bare'] as const)('%s: gets the beginning that every file has', async (framing) => {
    const { bytes } = await deidentified(smallFile({}, { framing }));
    expect(dicomParser.parseDicom(bytes).string('x00020010')).toBe(TRANSFER_SYNTAX.explicitLittleEndian);
  });
});

describe('what it says of itself', () => {
  test('the marks of PS3.15 E.1.1, with the options as codes', async () => {
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
  ] as const)('dates: %s is %s', async (dates, said) => {
    expect(dicomParser.parseDicom((await deidentified(smallFile(), { dates })).bytes).string('x00280303')).toBe(said);
  });

  test('file meta information names the new instance, and no application', async () => {
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile())).bytes);
    expect(dataSet.string('x00020003')).toBe(dataSet.string('x00080018'));
    expect(dataSet.string('x00080018')).toBe(replacements.uid('2.25.111'));
    expect(Object.keys(dataSet.elements).filter((key) => key.startsWith('x0002'))).not.toContain('x00020016');
  });

  test('what was said of the pixels before is said again, other earlier codes are not', async () => {
    const code = (value: string): DicomElement[] => [{ tag: 0x00080100, vr: 'SH', value }];
    const earlier: DicomElement = { tag: 0x00120064, vr: 'SQ', value: { items: [code('113101'), code('113106')] } };
    const { items } = dicomParser.parseDicom((await deidentified(smallFile({}, { elements: [earlier] }))).bytes).elements['x00120064']!;
    expect(items!.map(({ dataSet }) => dataSet!.string('x00080100'))).toEqual(['113100', '113101']);
  });
});

describe('settings', () => {
  const RETAIN = BASIC_PROFILE.retain;

  test('dates are moved by the same days in all files of a patient', async () => {
    const days = replacements.dayShift('T-1');
    const moved = async (StudyDate: string) =>
      textOf((await deidentified(smallFile({ StudyDate }), { dates: 'shift' })).bytes, 'x00080020');
    const [first, second] = [await moved('20240301'), await moved('20240311')];
    expect(asDay(second) - asDay(first)).toBe(10);
    expect(asDay(first) - asDay('20240301')).toBe(days);
  });

  test('kept UIDs stay everywhere, in the meta information as well', async () => {
    const dataSet = dicomParser.parseDicom((await deidentified(smallFile(), { retain: { ...RETAIN, uids: true } })).bytes);
    expect([dataSet.string('x00080018'), dataSet.string('x00020003'), dataSet.string('x0020000d')]).toEqual([
      '2.25.111',
      '2.25.111',
      '2.25.1',
    ]);
  });

  test('a description that is cleaned loses the person and keeps the rest', async () => {
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

  test('of private elements none stays', async () => {
    expect(privateKeys((await deidentified(smallFile({}, { elements: PRIVATE }))).bytes)).toEqual([]);
  });

  test('safe private elements stay with their creator, judged by it and not by their number', async () => {
    const { bytes } = await deidentified(smallFile({}, { elements: PRIVATE }), { retain: { ...RETAIN, safePrivate: true } });
    expect(privateKeys(bytes)).toEqual(['x00190010', 'x0019100c']);
  });
});

describe('elements that are easily missed', () => {
  const item = (value: string): DicomElement[] => [{ tag: 0x00080050, vr: 'SH', value }];

  test.each([true, false])('in sequences of sequences, whose length is not written: %s', async (undefinedLength) => {
    const inner: DicomElement = { tag: 0x00081250, vr: 'SQ', value: { items: [item('Zq1')], undefinedLength } };
    const outer: DicomElement = { tag: 0x00081200, vr: 'SQ', value: { items: [[inner]], undefinedLength } };
    for (const transferSyntaxUid of NATIVE) {
      const { bytes } = await deidentified(smallFile({}, { transferSyntaxUid, elements: [outer] }));
      expect(has(bytes, 'Zq1')).toBe(false);
      expect(dicomParser.parseDicom(bytes).elements['x00081200']!.items![0]!.dataSet!.elements['x00081250']!.items).toHaveLength(1);
    }
  });

  test('in a sequence that is written as UN, and so as implicit little endian', async () => {
    const accession = joinBytes([writeHead(0x00080050, '', 4, { explicit: false, bigEndian: false }), Buffer.from('Zq1 ')]);
    const value = joinBytes([itemHead(0xfffee000, accession.length, false), accession]);
    const { bytes } = await deidentified(smallFile({}, { elements: [{ tag: 0x00081200, vr: 'UN', value }] }));
    expect(has(bytes, 'Zq1')).toBe(false);
  });

  test('curves, overlays, group lengths, and what has no known kind', async () => {
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

  test('a name and a date of attributes that the table does not have', async () => {
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
  ] as const)('what tells of a person beyond the table: %i %s', async (tag, vr, value) => {
    const file = smallFile({}, { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian, elements: [{ tag, vr, value }] });
    const { bytes } = await deidentified(file);
    for (const word of ['4711', 'Heisei', 'Wader']) expect(has(bytes, word)).toBe(false);
  });

  test.each(NATIVE)('%s: words of the patient in a text that stays', async (transferSyntaxUid) => {
    const comment: DicomElement = { tag: 0x00181999, vr: 'LO', value: 'coil of heron 3' };
    const { bytes } = await deidentified(smallFile({}, { transferSyntaxUid, elements: [comment] }));
    expect(textOf(bytes, 'x00181999')).toBe('coil of 3');
  });

  test('behind the pixel data', async () => {
    const signature = joinBytes([writeHead(0xfffcfffc, 'OB', 4, { explicit: true, bigEndian: false }), Buffer.from('Zq1 ')]);
    const { bytes } = await deidentified(joinBytes([smallFile(), signature]));
    expect(has(bytes, 'Zq1')).toBe(false);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test('behind compressed pixel data, also where they end with a delimiter of their own', async () => {
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

  test('bytes behind the pixel data that are no elements stay behind', async () => {
    const { bytes } = await deidentified(joinBytes([smallFile(), Buffer.from('Heron, Quiet: notes')]));
    expect(has(bytes, 'notes')).toBe(false);
  });

  test('the preamble', async () => {
    const file = smallFile();
    file.set(Buffer.from('Heron'), 10);
    expect(has((await deidentified(file)).bytes, 'Heron')).toBe(false);
  });

  test('an instance whose UID has the root of the standard, where a class keeps it', async () => {
    const { bytes } = await deidentified(smallFile({ SOPInstanceUID: '1.2.840.10008.99.1' }));
    expect(textOf(bytes, 'x00080018')).toBe(replacements.uid('1.2.840.10008.99.1'));
    expect(textOf(bytes, 'x00080016')).toBe('1.2.840.10008.5.1.4.1.1.2');
  });
});

describe('a second run', () => {
  test('changes nothing but UIDs, which cannot be told from those of a device', async () => {
    const settings = { retain: { ...BASIC_PROFILE.retain, uids: true } };
    const { bytes } = await deidentified(smallFile({ StudyDate: '20240301', SeriesDescription: 'Heron' }), settings);
    expect(Buffer.from((await deidentified(bytes, settings)).bytes)).toEqual(Buffer.from(bytes));
  });
});

describe('the report', () => {
  test('counts by attribute what was done, over all files', async () => {
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

  test('shows texts that stay and look like a name', async () => {
    const { report } = await deidentified(smallFile({}, { elements: [{ tag: 0x00181999, vr: 'LO', value: 'protocol of Dr. Wader' }] }));
    expect([...report.suspicious.values()]).toEqual([{ tag: 0x00181999, text: 'protocol of Dr. Wader' }]);
  });

  test('says where text in the picture is likely', async () => {
    expect((await deidentified(smallFile({ Modality: 'US' }))).report.pictures.likely).toBe(1);
  });
});

describe('hostile and odd files', () => {
  test('levels without end are refused by name, or end where the reader ends', async () => {
    let deep: DicomElement = { tag: 0x00081200, vr: 'SQ', value: { items: [[]] } };
    for (let level = 0; level < 100; level += 1) deep = { tag: 0x00081200, vr: 'SQ', value: { items: [[deep]] } };
    expect(await refusal(smallFile({}, { elements: [deep] }))).toEqual({ ok: false, why: 'too-deep' });
  });

  test('more elements than a header may have are refused by name', async () => {
    const value = repeated([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0], 430_000);
    expect(await refusal(smallFile({}, { elements: [{ tag: 0x00081200, vr: 'SQ', value }] }))).toEqual({
      ok: false,
      why: 'too-many-elements',
    });
  });

  test('a sequence whose items cannot be read goes whole, and the picture stays', async () => {
    const broken: DicomElement = { tag: 0x00081200, vr: 'SQ', value: Buffer.from('Heron, Quiet, no item at all') };
    const { bytes } = await deidentified(smallFile({}, { elements: [broken] }));
    expect(has(bytes, 'Heron')).toBe(false);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test('fragments that do not lead to the end of the pixel data are refused by name', async () => {
    const file = smallFile({ PixelData: { fragments: FRAGMENTS } }, { transferSyntaxUid: JPEG_BASELINE });
    // The length of the first fragment: it ends inside of the second.
    file[file.length - 8 - 12 - 12 + 4] = 6;
    expect(await refusal(file)).toEqual({ ok: false, why: 'damaged' });
  });

  test('a VR that does not exist is written as that of the attribute', async () => {
    const { bytes } = await deidentified(smallFile({}, { elements: [{ tag: 0x00080050, vr: '?!', value: 'Zq1 ' }] }));
    expect(dicomParser.parseDicom(bytes).elements['x00080050']).toMatchObject({ vr: 'SH', length: 0 });
  });

  test.each([
    ['letters', 'a'],
    ['spaces', ' '],
    ['digits', '7'],
    ['carets', '^'],
    ['titles', 'Dr '],
  ])('a text that is nothing but %s, as long as one may be, holds nobody up', async (_what, word) => {
    const value = word.repeat(65_000 / word.length);
    const texts: DicomElement[] = [0x0008103e, 0x00181999, 0x00204000].map((tag) => ({ tag, vr: 'UT', value }));
    const clean = { ...BASIC_PROFILE.clean, descriptors: true };
    const { bytes } = await deidentified(smallFile({ PatientName: value.slice(0, 60_000) }, { elements: texts }), { clean });
    expect(pixelsOf(bytes)).toEqual(pixelsOf(smallFile()));
  });

  test('a text that is longer than one that is looked through does not stay', async () => {
    const text: DicomElement = { tag: 0x00181999, vr: 'UT', value: `${'knee '.repeat(14_000)}Heron` };
    const { bytes } = await deidentified(smallFile({}, { elements: [text] }));
    expect([textOf(bytes, 'x00181999'), has(bytes, 'Heron')]).toEqual(['', false]);
  });

  test('a directory is refused: it points into files by bytes', async () => {
    expect(await refusal(smallFile({ SOPClassUID: '1.2.840.10008.1.3.10' }))).toEqual({ ok: false, why: 'directory' });
  });

  test('wherever a file ends, there is an answer, and no word of the patient in what comes out', async () => {
    const whole = smallFile(
      { SeriesDescription: 'Heron' },
      { elements: [{ tag: 0x00081200, vr: 'SQ', value: { items: [[], []], undefinedLength: true } }] },
    );
    const answers = new Set<string>();
    for (let end = 0; end < whole.length; end += 1) {
      const answer = await refusal(whole.subarray(0, end));
      const leaks = answer.ok === true && answer.pieces.some((piece) => 'bytes' in piece && has(piece.bytes, 'Heron'));
      answers.add(leaks ? 'leaks' : String(answer.ok));
    }
    expect([...answers].toSorted()).toEqual(['not read', 'true']);
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
