import { expect, it } from 'vitest';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';
import { filmToDicom, FILM_MASK } from '#tests/fixtures/film.ts';
import { headerOf } from '#tests/fixtures/phantom-overlays.ts';

const text = (tag: number, value: string): DicomElement => ({ tag, vr: 'CS', value });
const mask = (operation: string, frames: number, shift?: readonly [number, number]): DicomElement[] => [
  text(0x00286101, operation),
  { tag: 0x00286110, vr: 'US', value: frames },
  ...(shift ? [{ tag: 0x00286114, vr: 'FL', value: [...shift] } as DicomElement] : []),
];

async function subtractionIn(more: readonly DicomElement[], { frames = 4, transferSyntaxUid = '1.2.840.10008.1.2.1' } = {}) {
  const image = elements({ SOPInstanceUID: '2.25.3', Modality: 'XA', NumberOfFrames: String(frames), Rows: 2, Columns: 2 });
  const file = writeDicom({ transferSyntaxUid, elements: [...image, ...more].toSorted((a, b) => a.tag - b.tag) });
  return (await headerOf(file)).description.frameSubtraction;
}
const sequence = (...items: DicomElement[][]): DicomElement => ({ tag: 0x00286100, vr: 'SQ', value: { items } });

it.each(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'])(
  'the mask of a film is read with its shift, whose first number is vertical, from %s [DYN-08]',
  async (transferSyntaxUid) => {
    const told = [text(0x00281040, 'LIN'), sequence(mask('TID', 1), mask('AVG_SUB', 3, [0.5, -1.5]))];
    expect(await subtractionIn(told, { transferSyntaxUid })).toEqual({ relationship: 'LIN', maskFrames: [2], shift: [-1.5, 0.5] });
  },
);

it('a film without a mask tells how its values relate to the beam, if the header says so [DYN-08]', async () => {
  expect(await subtractionIn([text(0x00281040, 'LOG')])).toEqual({ relationship: 'LOG', maskFrames: [], shift: [0, 0] });
  expect(await subtractionIn([text(0x00281040, 'DISP')])).toBeUndefined();
  expect(await subtractionIn([sequence(mask('REV_TID', 1))])).toBeUndefined();
  expect(await subtractionIn([text(0x00281040, 'LIN')], { frames: 1 })).toBeUndefined();
});

it('a table of logarithmic values leads back to intensities [DYN-08]', async () => {
  const table: DicomElement = { tag: 0x00283000, vr: 'SQ', value: { items: [[]] } };
  expect(await subtractionIn([text(0x00281040, 'LOG'), table])).toMatchObject({ relationship: 'LIN' });
  expect(await subtractionIn([text(0x00281040, 'LIN'), table])).toBeUndefined();
});

it('what a film tells is still there after de-identification [DYN-08]', async () => {
  const { bytes } = await deidentified(filmToDicom());
  expect((await headerOf(bytes)).description.frameSubtraction).toEqual({ relationship: 'LIN', maskFrames: [FILM_MASK - 1], shift: [0, 0] });
});
