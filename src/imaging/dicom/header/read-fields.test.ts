import { expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { readDicomHeader } from './read-header.ts';
import { readFields } from './read-fields.ts';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { fieldsOf } from './viewable-fields.ts';

async function fieldsOfFile(bytes: Uint8Array, frame = 0): Promise<Record<string, string>> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return Object.fromEntries((await readFields(header, frame)).map(({ code, value }) => [code, value]));
}

it('a CT has the CT fields as they are written, and no empty ones [ENT-24, ENT-25]', async () => {
  const more = [
    { tag: 0x00180060, vr: 'DS', value: '120' },
    { tag: 0x00189345, vr: 'FD', value: 12.25 },
    { tag: 0x00180087, vr: 'DS', value: '3' },
    { tag: 0x00180010, vr: 'LO', value: '' },
  ];
  const fields = await fieldsOfFile(smallFile({ PixelSpacing: '0.50\\0.50', EchoTime: '12' }, { elements: more }));
  expect(fields).toMatchObject({
    '(0010,0010)': 'Heron^Quiet',
    '(0018,0060)': '120',
    '(0018,9345)': '12.25',
    '(0028,0010)': '4',
    '(0028,0030)': '0.50\\0.50',
  });
  // Field strength and echo time are of MR, and the agent is empty.
  for (const code of ['(0018,0087)', '(0018,0081)', '(0018,0010)']) expect(fields).not.toHaveProperty([code]);
});

it('without pixel data the whole file is searched, with them nothing behind their beginning is read', async () => {
  const header = elements({ SOPInstanceUID: '2.25.111', Modality: 'SR', SeriesInstanceUID: '2.25.7' });
  expect(await fieldsOfFile(writeDicom({ elements: header }))).toMatchObject({ '(0008,0060)': 'SR', '(0020,000E)': '2.25.7' });
  const bytes = smallFile({ Rows: 500, Columns: 500, PixelData: new Uint8Array(500_000) });
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.why);
  const source = countingSource(bytes);
  await readFields({ ...read, source }, 0);
  expect(source.readBytes).toBe(bytes.length - 500_000);
});

it('several binary numbers are separated like those in texts', async () => {
  const more = [{ tag: 0x00189345, vr: 'FD', value: [12.25, 0.5] }];
  expect(await fieldsOfFile(smallFile({}, { elements: more }))).toMatchObject({ '(0018,9345)': '12.25\\0.5' });
});

it('numbers of implicit elements, which have no written VR, are read as well', async () => {
  const bytes = smallFile(
    { Modality: 'MR', EchoTime: '12.5', PatientID: '00123' },
    { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian },
  );
  expect(await fieldsOfFile(bytes)).toMatchObject({
    '(0028,0011)': '4',
    '(0018,0081)': '12.5',
    '(0008,0060)': 'MR',
    '(0010,0020)': '00123',
  });
});

it('an enhanced image has the fields of the requested frame', async () => {
  const echo = (ms: number) => [{ tag: TAG.MREchoSequence, vr: 'SQ', value: { items: [elements({ EffectiveEchoTime: ms })] } }];
  const bytes = smallFile({
    Modality: 'MR',
    NumberOfFrames: 2,
    Rows: 2,
    PerFrameFunctionalGroupsSequence: { items: [echo(10), echo(0.1)] },
  });
  expect((await fieldsOfFile(bytes, 0))['(0018,9082)']).toBe('10');
  expect((await fieldsOfFile(bytes, 1))['(0018,9082)']).toBe('0.1');
});

it.each(['CT', 'MR', 'XA', 'PT', 'US', 'OT'])('in %s each line has its own name and tag, in groups that are not split', (modality) => {
  const fields = fieldsOf(modality);
  for (const { name } of fields) expect(name).toMatch(/^[A-Z][\w\-/'() ]{2,}$/);
  for (const key of ['tag', 'name'] as const) expect(new Set(fields.map((field) => field[key])).size).toBe(fields.length);
  const groups = fields.map(({ group }) => group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([
    'Patient',
    'Study',
    'Series',
    'Image',
    'Geometry',
    'Acquisition',
  ]);
});

it.each([
  [
    'CT',
    ['KVP', 'Exposure', 'Convolution Kernel', 'Reconstruction Diameter', 'Distance Source to Patient'],
    ['Echo Time', 'Units', 'Cine Rate', 'Positioner Primary Angle'],
  ],
  ['MR', ['Echo Time', 'Flip Angle', 'Diffusion b-value', 'Scanning Sequence'], ['KVP', 'Units', 'Cine Rate', 'Convolution Kernel']],
  ['XA', ['KVP', 'Cine Rate', 'Positioner Primary Angle', 'Frame Time'], ['Echo Time', 'Units', 'CTDIvol', 'Reconstruction Diameter']],
  ['PT', ['Units', 'SUV Type', 'Reconstruction Diameter', 'Frame Reference Time'], ['Echo Time', 'KVP', 'Cine Rate']],
  ['US', ['Cine Rate', 'Frame Time'], ['Echo Time', 'KVP', 'Units', 'Positioner Primary Angle']],
  ['OT', ['Echo Time', 'KVP', 'Units', 'Cine Rate', 'Positioner Primary Angle', 'CTDIvol'], []],
])('%s has its own fields and no others; an unknown modality may have all', (modality, has, hasNot) => {
  const names = fieldsOf(modality).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(has));
  for (const name of hasNot) expect(names).not.toContain(name);
});
