import { expect, it } from 'vitest';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { headerOf } from '#tests/fixtures/phantom-overlays.ts';

interface Made {
  format?: number;
  units?: [number, number];
  delta?: [number, number];
}

function region({ format = 1, units = [3, 3], delta = [0.05, -0.025] }: Made): DicomElement[] {
  const place = [10, 20, 109, 99].map((value, index): DicomElement => ({ tag: 0x00186018 + 2 * index, vr: 'UL', value }));
  return [
    { tag: 0x00186012, vr: 'US', value: format },
    ...place,
    ...units.map((value, index): DicomElement => ({ tag: 0x00186024 + 2 * index, vr: 'US', value })),
    ...delta.map((value, index): DicomElement => ({ tag: 0x0018602c + 2 * index, vr: 'FD', value })),
  ];
}

const PLACE = { left: 10, top: 20, right: 109, bottom: 99 };

it.each(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'])(
  'regions of an ultrasound image are read in mm, from %s [ANN-77]',
  async (transferSyntaxUid) => {
    const regions = [region({}), region({ format: 3, units: [4, 7] }), region({ format: 2 }), region({ delta: [0, 0.1] }), []];
    const image = elements({ SOPInstanceUID: '2.25.3', Modality: 'US', Rows: 120, Columns: 120 });
    const sequence: DicomElement = { tag: 0x00186011, vr: 'SQ', value: { items: regions } };
    const file = writeDicom({ transferSyntaxUid, elements: [...image, sequence].toSorted((a, b) => a.tag - b.tag) });
    expect((await headerOf(file)).description.ultrasoundRegions).toEqual([
      { ...PLACE, spacing: [0.5, 0.25] },
      // A spectrum, a curve over time, and one without a length of its pixels.
      { ...PLACE, spacing: null },
      { ...PLACE, spacing: null },
      { ...PLACE, spacing: null },
    ]);
  },
);

it('other images have none', async () => {
  expect((await headerOf(smallFile())).description).not.toHaveProperty('ultrasoundRegions');
});
