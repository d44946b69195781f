import { describe, expect, it, test } from 'vitest';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { headerOf } from '#tests/fixtures/phantom-overlays.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { readElementTree, type TreeElement } from '#imaging/dicom/elements/element-tree.ts';
import { areCoordinates } from './measurement-content.ts';

const floats = (values: readonly number[], bigEndian = false): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setFloat32(index * 4, value, !bigEndian);
  return new Uint8Array(view.buffer);
};

describe('coordinates', () => {
  test.each([false, true])('of one or two points on an image are known as such; big endian: %s [ANN-49]', (bigEndian) => {
    for (let column = 0.5; column < 2048; column += 37.25) {
      for (let row = 0.25; row < 2048; row += 41.5) {
        expect(areCoordinates(floats([column, row], bigEndian), bigEndian)).toBe(true);
        expect(areCoordinates(floats([-column, row, row, 0.125], bigEndian), bigEndian)).toBe(true);
      }
    }
  });

  test.each(['Heron^Quiet ', 'HERON^QUIET ', 'heronquiet12', '19440512', ''])('are not %j', (text) => {
    expect(areCoordinates(Buffer.from(text, 'latin1'), false)).toBe(false);
  });
});

const text = (tag: number, vr: string, value: string): DicomElement => ({ tag, vr, value });
const items = (tag: number, ...sets: DicomElement[][]): DicomElement => ({ tag, vr: 'SQ', value: { items: sets } });
const code = (tag: number, value: string, scheme: string, meaning: string): DicomElement =>
  items(tag, [text(0x00080100, 'SH', value), text(0x00080102, 'SH', scheme), text(0x00080104, 'LO', meaning)]);
const num = (name: DicomElement, value: string): DicomElement[] => [
  text(0x0040a040, 'CS', 'NUM'),
  name,
  items(0x0040a300, [code(0x004008ea, 'a', 'UCUM', 'year'), text(0x0040a30a, 'DS', value)]),
];
const AGE = code(0x0040a043, '121033', 'DCM', 'Subject Age');
const GROUP = code(0x0040a043, '125007', 'DCM', 'Measurement Group');

/** All values of a de-identified report with this content, by tag. */
async function leftOf(...content: DicomElement[][]): Promise<string[]> {
  const { bytes } = await deidentified(smallFile({}, { elements: [items(0x0040a730, ...content)] }));
  const { dataSet } = await headerOf(bytes);
  const tree = readElementTree(bytes, dataSet.position, dataSet.encoding);
  if (!tree.ok) throw new Error('damaged');
  const valuesOf = (elements: readonly TreeElement[]): string[] =>
    elements.flatMap((one) =>
      one.items
        ? one.items.flatMap((item) => valuesOf(item.elements))
        : Buffer.from(bytes.subarray(one.offset, one.end)).toString('latin1').trim(),
    );
  return valuesOf(tree.elements.filter(({ tag }) => tag === 0x0040a730));
}

describe('the content of a report [ANN-49]', () => {
  it('keeps a number and its codes in a measurement group, and none outside of one', async () => {
    expect(await leftOf([GROUP, items(0x0040a730, num(AGE, '61'))], num(AGE, '61'))).toEqual([
      ...['125007', 'DCM', 'Measurement Group', 'NUM', '121033', 'DCM', 'Subject Age', 'a', 'UCUM', 'year', '61'],
      ...['NUM', 'ANONYMIZED', 'ANONYMIZED', 'ANONYMIZED', 'ANONYMIZED', 'ANONYMIZED', 'ANONYMIZED', '0'],
    ]);
  });

  it.each([
    ['of the own scheme of a hospital', '4711-0815', '99HOSP'],
    ['that has not the form of its scheme', 'HERON', 'SCT'],
    ['with a name in place of a unit', '{Heron}', 'UCUM'],
    ['without a scheme', '112039', ''],
  ])('replaces a code %s', async (_, value, scheme) => {
    const left = await leftOf([GROUP, items(0x0040a730, [code(0x0040a168, value, scheme, 'Quiet Heron')])]);
    expect(left.slice(3).join(' ')).not.toMatch(/4711|HERON|Heron|112039/);
  });

  it('keeps what is below a container in a group, and drops its texts, persons and dates', async () => {
    const below = items(0x0040a730, [
      text(0x0040a040, 'CS', 'CONTAINER'),
      items(0x0040a730, num(AGE, '61'), [text(0x0040a160, 'UT', 'seen by Dr Wren')], [text(0x0040a123, 'PN', 'Wren^Calm')]),
    ]);
    const left = await leftOf([GROUP, below]);
    expect(left).toContain('61');
    expect(left.join(' ')).not.toMatch(/Wren|seen/);
  });

  it('is a group only by its code', async () => {
    const named = code(0x0040a043, '1', 'DCM', 'Measurement Group');
    expect((await leftOf([named, items(0x0040a730, num(AGE, '61'))])).join(' ')).not.toContain('61');
  });
});
