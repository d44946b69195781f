import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { NOTE, realData } from './real-data.ts';

/** One file of each kind of writing: implicit, explicit, big-endian, enhanced, compressed in fragments, without preamble, deflated. */
const FILES = [
  'ct-abdomen-philips/000139.dcm',
  'odd-files/derived/IM000010',
  'enhanced-small/emri_small_big_endian.dcm',
  'enhanced-small/parametric_map_float.dcm',
  'enhanced-small/emri_small_RLE.dcm',
  'odd-files/derived/no-preamble-no-meta.dcm',
  'transfer-syntaxes/deflated/report_dfl',
  'transfer-syntaxes/deflated/image_dfl',
];

describe.skipIf(!realData)(`truncated real files${NOTE}`, () => {
  test.each(FILES)('%s, truncated at every 100th byte, is refused by name or has no pixel data', async (path) => {
    const whole = realData!.source(path);
    const bytes = await whole.read(0, whole.size);
    const answers = new Set<string>();
    for (let length = 0; length < bytes.length; length += 100) {
      const read = await readDicomHeader(createMemorySource(bytes.subarray(0, length)));
      answers.add(read.ok ? (read.description.pixelData ? `a picture of ${length} bytes` : 'no pixel data') : read.why);
    }
    expect([...answers].filter((answer) => !['no pixel data', 'not-dicom', 'cut-off'].includes(answer))).toEqual([]);
    expect(answers).toContain('cut-off');
  });
});
