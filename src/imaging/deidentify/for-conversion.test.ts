import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { rewriteCsa } from './csa-header.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { stillIdentifies } from './still-identifies.ts';

const KEPT: DeidentifySettings = { ...BASIC_PROFILE, retain: { ...BASIC_PROFILE.retain, safePrivate: true, conversion: true } };
const NATIVE = [TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const CANARY = 'Zebrafinch';

const creator = (tag: number, value: string): DicomElement => ({ tag, vr: 'LO', value });

/** Each maker's elements, with numbers. */
const MAKERS: DicomElement[] = [
  creator(0x00190010, 'SIEMENS MR HEADER'),
  { tag: 0x0019100a, vr: 'US', value: 35 },
  { tag: 0x0019100c, vr: 'IS', value: '1000' },
  { tag: 0x0019100e, vr: 'FD', value: [0.5, -0.25, 0.8291] },
  creator(0x00430010, 'GEMS_PARM_01'),
  { tag: 0x00431039, vr: 'IS', value: '1000000800\\8\\0\\0' },
  creator(0x00650010, 'Image Private Header'),
  { tag: 0x00651009, vr: 'FD', value: 1000 },
  { tag: 0x00651050, vr: 'DS', value: '20' },
  creator(0x20010010, 'Philips Imaging DD 001'),
  { tag: 0x20011003, vr: 'FL', value: 800 },
  creator(0x20050010, 'Philips MR Imaging DD 001'),
  { tag: 0x2005100e, vr: 'FL', value: 0.0123 },
];

describe('elements that converters read', () => {
  test.each(NATIVE)('%s: numbers are kept byte for byte, with the creators of their blocks', async (transferSyntaxUid) => {
    const { bytes, report } = await deidentified(smallFile({}, { transferSyntaxUid, elements: MAKERS }), KEPT);
    expect(await tagsOf(bytes)).toEqual(MAKERS.map(({ tag }) => tag));
    expect(report.forConversion.kept.get('SIEMENS MR HEADER')).toBe(3);
    expect([...report.forConversion.lost]).toEqual([]);
    expect(await judge(bytes)).toEqual([]);
  });

  test.each(NATIVE)('%s: a name in place of a number is removed, and the report says what volumes lack', async (transferSyntaxUid) => {
    const named = MAKERS.map((one) => (one.value === CANARY || (one.tag & 0xff00) === 0 ? one : { ...one, vr: 'LO', value: CANARY }));
    const { bytes, report } = await deidentified(smallFile({}, { transferSyntaxUid, elements: named }), KEPT);
    expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
    expect(await tagsOf(bytes)).toEqual([]);
    expect([...report.forConversion.lost].sort()).toEqual(['diffusion', 'mosaic', 'scale']);
    const { bytes: original } = { bytes: smallFile({}, { transferSyntaxUid, elements: named }) };
    expect(await judge(original)).toContain(0x0019100c);
  });

  test.each([
    ['four letters as text, which are also a float', { tag: 0x2005100e, vr: 'LO', value: 'Anna' }],
    ['a short name as a name', { tag: 0x2005100e, vr: 'PN', value: 'Anna' }],
    ['a date of birth as a date', { tag: 0x20051012, vr: 'DA', value: '19570312' }],
  ])('%s is removed, and refused by the server', async (_what, planted) => {
    const maker = creator(0x20050010, planted.tag === 0x20051012 ? 'Philips MR Imaging DD 005' : 'Philips MR Imaging DD 001');
    const file = smallFile({}, { elements: [maker, planted] });
    expect(await tagsOf((await deidentified(file, KEPT)).bytes)).toEqual([]);
    expect(await judge(file)).toContain(planted.tag);
  });

  test('are removed for a team that keeps none, and the report says what volumes lack, ignoring neutral values', async () => {
    const { bytes, report } = await deidentified(smallFile({}, { elements: MAKERS }));
    expect(await tagsOf(bytes)).toEqual([]);
    expect([...report.forConversion.lost].sort()).toEqual(['diffusion', 'mosaic', 'scale']);
    const plain = [creator(0x20010010, 'Philips Imaging DD 001'), { tag: 0x20011003, vr: 'FL', value: 0 }];
    expect([...(await deidentified(smallFile({}, { elements: plain }))).report.forConversion.lost]).toEqual([]);
  });

  test('belong to the creator of their block, and not to another vendor', async () => {
    const elements = [
      creator(0x00190010, 'SOMEBODY'),
      creator(0x00190011, 'SIEMENS MR HEADER'),
      { tag: 0x0019100c, vr: 'IS', value: '7' },
      { tag: 0x0019110c, vr: 'IS', value: '800' },
    ];
    expect(await tagsOf((await deidentified(smallFile({}, { elements }), KEPT)).bytes)).toEqual([0x00190011, 0x0019110c]);
  });

  test('are kept inside sequences as well, with the creators of their items', async () => {
    const item = [
      creator(0x20050010, 'Philips MR Imaging DD 001'),
      { tag: 0x2005100e, vr: 'FL', value: 0.5 },
      { tag: 0x20051099, vr: 'LO', value: CANARY },
    ];
    const elements = [creator(0x20050014, 'Philips MR Imaging DD 005'), { tag: 0x2005140f, vr: 'SQ', value: { items: [item] } }];
    const { bytes } = await deidentified(smallFile({}, { elements }), KEPT);
    expect(await tagsOf(bytes)).toEqual([0x20050014, 0x2005140f]);
    expect(Buffer.from(bytes).includes('Philips MR Imaging DD 001')).toBe(true);
    expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
    expect(await judge(bytes)).toEqual([]);
  });

  test("Toshiba's directions in a comment are kept, other comments removed", async () => {
    const commented = (value: string) => deidentified(smallFile({}, { elements: [{ tag: 0x00204000, vr: 'LT', value }] }), KEPT);
    expect(Buffer.from((await commented('b=1000(0.445,-0.895,0.000)')).bytes).includes('b=1000(')).toBe(true);
    expect(Buffer.from((await commented(`b=1000 ${CANARY}`)).bytes).includes(CANARY)).toBe(false);
  });
});

describe('a Siemens header', () => {
  const HEADER = csaHeader({
    PatientName: [CANARY],
    NumberOfImagesInMosaic: ['35'],
    B_value: ['1000'],
    SliceNormalVector: ['0.00000000', '-0.10500000', '0.99450000'],
    MosaicRefAcqTimes: ['0.00000000', '', '1237.50000000'],
    ImageComments4MF: [CANARY],
    MrPhoenixProtocol: [protocolOf({ tPatientName: `"${CANARY}"`, 'sSliceArray.ucImageNumbTra': '0x1', 'sSliceArray.ucMode': '0x4' })],
  });
  const elements = [creator(0x00290010, 'SIEMENS CSA HEADER'), { tag: 0x00291010, vr: 'OB', value: HEADER }];

  test('is rewritten with only the numbers that a converter reads', async () => {
    const { bytes } = await deidentified(smallFile({}, { elements }), KEPT);
    const text = Buffer.from(bytes).toString('latin1');
    for (const kept of ['NumberOfImagesInMosaic', '1237.50000000', 'sSliceArray.ucImageNumbTra\t = \t0x1']) expect(text).toContain(kept);
    for (const gone of [CANARY, 'PatientName', 'ImageComments', 'tPatientName']) expect(text).not.toContain(gone);
    expect(await judge(bytes)).toEqual([]);
  });

  test('is refused by the server when it is unchanged', async () => {
    expect(await judge(smallFile({}, { elements }))).toContain(0x00291010);
  });

  test('is the same after a second rewrite', () => {
    const once = rewriteCsa(HEADER)!.bytes!;
    expect(rewriteCsa(once)!.bytes).toEqual(once);
  });

  test('loses an entry with a text in place of a number, and the report says what volumes lack', async () => {
    const named = csaHeader({ NumberOfImagesInMosaic: [CANARY], B_value: ['1000'] });
    const { bytes, report } = await deidentified(
      smallFile({}, { elements: [elements[0]!, { tag: 0x00291010, vr: 'OB', value: named }] }),
      KEPT,
    );
    expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
    expect([...report.forConversion.lost]).toEqual(['mosaic']);
  });

  test('is removed when it is truncated', async () => {
    const cut = [elements[0]!, { tag: 0x00291010, vr: 'OB', value: HEADER.subarray(0, 300) }];
    const { bytes, report } = await deidentified(smallFile({}, { elements: cut }), KEPT);
    expect(await tagsOf(bytes)).toEqual([]);
    expect([...report.forConversion.lost]).toEqual(['mosaic']);
  });
});

describe('times', () => {
  const timed = (AcquisitionTime: string, settings = KEPT) =>
    deidentified(smallFile({ StudyTime: '091500' }, { elements: [{ tag: 0x00080032, vr: 'TM', value: AcquisitionTime }] }), settings);

  test('of acquisition are shifted by the same number of seconds in all files of a study, and the file says so', async () => {
    const [first, second] = await Promise.all(
      ['093001.250000', '101502.250000'].map(async (time) => secondsOf(await timeIn((await timed(time)).bytes))),
    );
    expect(second! - first!).toBe(45 * 60 + 1);
    expect(first).not.toBe(secondsOf('093001.250000'));
    const { bytes } = await timed('093001.250000');
    expect(Buffer.from(bytes).includes('MODIFIED')).toBe(true);
    expect(await judge(bytes)).toEqual([]);
  });

  test('are removed for a team that keeps nothing for converters', async () => {
    expect(await timeIn((await timed('093001.250000', BASIC_PROFILE)).bytes)).toBe('');
  });
});

function secondsOf(text: string): number {
  return Number(text.slice(0, 2)) * 3600 + Number(text.slice(2, 4)) * 60 + Number(text.slice(4));
}

async function timeIn(bytes: Uint8Array): Promise<string> {
  const { default: dicomParser } = await import('dicom-parser');
  return dicomParser.parseDicom(bytes).string('x00080032') ?? '';
}

/** Private elements of the data set, by our own reader: in every encoding. */
async function tagsOf(bytes: Uint8Array): Promise<number[]> {
  const { readElementTree } = await import('#imaging/dicom/elements/element-tree.ts');
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  const tree = readElementTree(bytes, header.dataSet.position, header.dataSet.encoding);
  if (!tree.ok) throw new Error(tree.why);
  return tree.elements.map(({ tag }) => tag).filter((tag) => (tag >>> 16) % 2 === 1);
}

async function judge(file: Uint8Array): Promise<number[]> {
  const header = await readDicomHeader(createMemorySource(file));
  if (!header.ok) throw new Error(header.why);
  const judged = await stillIdentifies(header, KEPT, (name) => /^Anonymous \d+$/.test(name));
  if (!judged.ok) throw new Error('unreadable');
  return judged.tags;
}
