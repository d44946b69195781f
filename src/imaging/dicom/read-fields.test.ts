import { expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { readDicomHeader } from './read-header.ts';
import { readFields } from './read-fields.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';

async function fieldsOfFile(bytes: Uint8Array, frame = 0): Promise<Record<string, string>> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return Object.fromEntries((await readFields(header, frame)).map(({ code, value }) => [code, value]));
}

it('a CT says what a CT has, as it is written, and nothing that is empty', async () => {
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

it('numbers of implicit elements, whose kind the file does not write, are read as well', async () => {
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

it('an enhanced image says them of the frame that is asked for', async () => {
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
