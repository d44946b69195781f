import { expect, test } from 'vitest';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { deidentified, refusal } from '#tests/fixtures/deidentified.ts';
import { repeated, smallFile } from '#tests/fixtures/dicom-file.ts';
import { BASIC_PROFILE } from './settings.ts';

test('more elements than a header may have are refused by name', async () => {
  const value = repeated([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0], 430_000);
  expect(await refusal(smallFile({}, { elements: [{ tag: 0x00081200, vr: 'SQ', value }] }))).toEqual({
    ok: false,
    why: 'too-many-elements',
  });
});

test.each([
  ['letters', 'a'],
  ['spaces', ' '],
  ['digits', '7'],
  ['carets', '^'],
  ['titles', 'Dr '],
])('a text of nothing but %s, at its maximum length, is processed quickly', async (_what, word) => {
  const value = word.repeat(65_000 / word.length);
  const texts: DicomElement[] = [0x0008103e, 0x00181999, 0x00204000].map((tag) => ({ tag, vr: 'UT', value }));
  const clean = { ...BASIC_PROFILE.clean, descriptors: true };
  const { bytes } = await deidentified(smallFile({ PatientName: value.slice(0, 60_000) }, { elements: texts }), { clean });
  expect(Buffer.from(bytes.subarray(-32))).toEqual(Buffer.from(smallFile().subarray(-32)));
});

test("a file truncated at any place gets an answer, and its output never contains the patient's name", async () => {
  const whole = smallFile(
    { SeriesDescription: 'Heron' },
    { elements: [{ tag: 0x00081200, vr: 'SQ', value: { items: [[], []], undefinedLength: true } }] },
  );
  const answers = new Set<string>();
  for (let end = 0; end < whole.length; end += 1) {
    const answer = await refusal(whole.subarray(0, end));
    const leaks = answer.ok === true && answer.pieces.some((piece) => 'bytes' in piece && Buffer.from(piece.bytes).includes('Heron'));
    answers.add(leaks ? 'leaks' : String(answer.ok));
  }
  expect([...answers].toSorted()).toEqual(['not read', 'true']);
});
