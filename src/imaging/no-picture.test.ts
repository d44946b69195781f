import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from './dicom/pixels/decode-frame.ts';
import { readDicomHeader } from './dicom/header/read-header.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { refusalToNoTile } from './no-picture.ts';

test.each([
  [
    'an unknown transfer syntax',
    smallFile({}, { transferSyntaxUid: '1.2.3.4.5' }),
    { noPicture: 'transfer-syntax', transferSyntaxUid: '1.2.3.4.5' },
  ],
  ['an unknown colour space', smallFile({ PhotometricInterpretation: 'CMYK' }), { noPicture: 'pixels' }],
  ['more rows than there are pixels', smallFile({ Rows: 400 }), { noPicture: 'damaged' }],
])('whole files have no image for %s', async (_, bytes, noTile) => {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  const decoded = await decodeFrame(header.source, header.description, 0);
  if (decoded.ok) throw new Error('A picture was drawn');
  expect(refusalToNoTile(decoded)).toEqual(noTile);
});
