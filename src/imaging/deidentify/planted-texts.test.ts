import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';
import { stillIdentifies } from './still-identifies.ts';

/** The patient's name as `smallFile` has it, in the forms in which it is looked for in what leaves. */
const NAME = 'HERON^QUIET ';
const OTHER_NAME = 'Zebrafinch, Zoé';
const KEPT: DeidentifySettings = { ...BASIC_PROFILE, retain: { ...BASIC_PROFILE.retain, safePrivate: true, conversion: true } };

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const FORMS: Record<string, (text: string) => Uint8Array> = {
  'Latin-1': latin1,
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-16LE': (text) => Uint8Array.from(Buffer.from(text, 'utf16le')),
  'UTF-16BE': (text) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16()),
  backwards: (text) => latin1([...text].reverse().join('')),
  hexadecimal: (text) => latin1(Buffer.from(text, 'latin1').toString('hex')),
};
const creator = (tag: number, value: string): DicomElement => ({ tag, vr: 'LO', value });
const filled = (bytes: Uint8Array, length: number): Uint8Array => {
  const all = new Uint8Array(Math.max(length, Math.ceil(bytes.length / 16) * 16)).fill(0x20);
  all.set(bytes);
  return all;
};
/** Beyond the letters that are looked through. */
const BEHIND_64_KIB = (front: string, text: Uint8Array): Uint8Array => joinBytes([latin1(front.padEnd(70_000)), text]);

/** Where a text is planted. `isOfPatient`: in free texts a name goes that stands in the header; who else is meant nobody knows. */
const PLACES: Record<string, { elements: (text: Uint8Array) => DicomElement[]; isOfPatient?: true; isCode?: true }> = {
  'numbers of 8 bytes': {
    elements: (text) => [creator(0x00190010, 'SIEMENS MR HEADER'), { tag: 0x0019100e, vr: 'UN', value: filled(text, 24).subarray(0, 24) }],
  },
  'numbers of 4 bytes': {
    elements: (text) => [
      creator(0x20050010, 'Philips MR Imaging DD 001'),
      { tag: 0x20051030, vr: 'UN', value: filled(text, 16).subarray(0, 16) },
    ],
  },
  'a list of whole numbers': {
    elements: (text) => [creator(0x20010010, 'Philips Imaging DD 001'), { tag: 0x20011030, vr: 'UN', value: filled(text, 16) }],
  },
  'decimals of GE': {
    elements: (text) => [creator(0x00430010, 'GEMS_PARM_01'), { tag: 0x00431039, vr: 'IS', value: filled(text, 16) }],
  },
  'decimals behind the letters that are looked through': {
    elements: (text) => [
      creator(0x20010010, 'Philips Imaging DD 001'),
      { tag: 0x20011023, vr: 'UN', value: BEHIND_64_KIB('1\\'.repeat(34_000), text) },
    ],
  },
  'a plane of Philips, behind spaces': {
    elements: (text) => [
      creator(0x20010010, 'Philips Imaging DD 001'),
      { tag: 0x2001100b, vr: 'UN', value: BEHIND_64_KIB('TRANSVERSAL', text) },
    ],
  },
  'directions of Canon': { elements: (text) => [{ tag: 0x00204000, vr: 'LT', value: joinBytes([latin1('b=1000(1.0,0.0,0.0)'), text]) }] },
  'directions of Canon, behind spaces': {
    elements: (text) => [{ tag: 0x00204000, vr: 'UT', value: BEHIND_64_KIB('b=1000(1.0,0.0,0.0)', text) }],
  },
  'a creator': {
    elements: (text) => [
      { tag: 0x00190010, vr: 'LO', value: text },
      { tag: 0x0019100c, vr: 'LO', value: text },
    ],
  },
  'a creator that is known, behind spaces': {
    elements: (text) => [
      { tag: 0x00190010, vr: 'UN', value: BEHIND_64_KIB('SIEMENS MR HEADER', text) },
      { tag: 0x0019100c, vr: 'IS', value: '1000' },
    ],
  },
  'a text of Philips': {
    elements: (text) => [creator(0x20010010, 'Philips Imaging DD 001'), { tag: 0x20011080, vr: 'LO', value: text }],
    isOfPatient: true,
  },
  'bytes of a maker, among others': {
    elements: (text) => [
      creator(0x01190010, 'SIEMENS Ultrasound SC2000'),
      { tag: 0x01191001, vr: 'OB', value: joinBytes([new Uint8Array(40), text, Uint8Array.of(0, 1, 2, 3)]) },
    ],
    isOfPatient: true,
  },
  'a sequence of a maker, written without its VR': {
    elements: (text) => {
      const item = joinBytes([Uint8Array.of(0x05, 0x20, 0x99, 0x10, text.length, 0, 0, 0), text]);
      const value = joinBytes([Uint8Array.of(0xfe, 0xff, 0x00, 0xe0, item.length, 0, 0, 0), item]);
      return [creator(0x20050014, 'Philips MR Imaging DD 005'), { tag: 0x2005140f, vr: 'UN', value }];
    },
  },
  'a named entry of a CSA header': { elements: (text) => csa({ B_value: [Buffer.from(text).toString('latin1')] }) },
  'an entry of a CSA header behind its number': {
    elements: (text) => csa({ B_value: [`1000\0${Buffer.from(text).toString('latin1')}`] }),
  },
  'another entry of a CSA header': { elements: (text) => csa({ B_value: ['1000'], Zq: [Buffer.from(text).toString('latin1')] }) },
  'behind a CSA header': { elements: (text) => csa({ B_value: ['1000'] }, text) },
  'the protocol in a CSA header': {
    elements: (text) => csa({ MrPhoenixProtocol: [protocolOf({ tName: Buffer.from(text).toString('latin1'), lDelayTimeInTR: '1' })] }),
  },
  'a decimal of the standard': { elements: (text) => [{ tag: 0x00180087, vr: 'DS', value: text }] },
  'a code of the standard': { elements: (text) => [{ tag: 0x00180021, vr: 'CS', value: text }], isCode: true },
  'whole numbers of the standard': { elements: (text) => [{ tag: 0x00281101, vr: 'US', value: filled(text, 16) }] },
  'words of the standard': { elements: (text) => [{ tag: 0x00283006, vr: 'OW', value: filled(text, 16) }] },
  'a UID of the standard': { elements: (text) => [{ tag: 0x00189098, vr: 'UI', value: text }] },
  'an address of the standard': { elements: (text) => [{ tag: 0x00189098, vr: 'UR', value: text }] },
  'a free text of the standard': { elements: (text) => [{ tag: 0x00189098, vr: 'LO', value: text }], isOfPatient: true },
  'an overlay': { elements: (text) => [{ tag: 0x60003000, vr: 'OW', value: text }] },
  'a curve': { elements: (text) => [{ tag: 0x50003000, vr: 'OW', value: text }] },
  'padding behind the data set': { elements: (text) => [{ tag: 0xfffcfffc, vr: 'OB', value: text }] },
};

function csa(entries: Record<string, string[]>, behind: Uint8Array = new Uint8Array(0)): DicomElement[] {
  return [creator(0x00290010, 'SIEMENS CSA HEADER'), { tag: 0x00291010, vr: 'OB', value: joinBytes([csaHeader(entries), behind]) }];
}

const PLANTED = Object.entries(PLACES).flatMap(([place, { elements, isOfPatient, isCode }]) =>
  Object.entries(FORMS).flatMap(([form, encode]) =>
    // Digits of a free text or a code that say nothing to a reader stay.
    ((isOfPatient || isCode) && form === 'hexadecimal' ? [] : isOfPatient ? [NAME] : [NAME, OTHER_NAME]).map((text) => ({
      place,
      form,
      text,
      elements: elements(encode(text)),
    })),
  ),
);

test.each(PLANTED)('$text in $form in place of $place is not in the uploaded file', async ({ text, elements }) => {
  const { bytes } = await deidentified(smallFile({}, { elements }), KEPT);
  for (const [form, encode] of Object.entries(FORMS)) {
    const trace = Buffer.from(encode(text.slice(0, 5)));
    expect(Buffer.from(bytes).includes(trace), form).toBe(false);
  }
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  expect(await stillIdentifies(header, KEPT, () => true)).toEqual({ ok: true, tags: [] });
});

test.each([
  ['a decimal', { tag: 0x00180087, vr: 'DS', value: NAME }, 0x00180087],
  ['whole numbers', { tag: 0x00281101, vr: 'US', value: latin1(`${OTHER_NAME} `) }, 0x00281101],
  ['a mark', { tag: 0x00280303, vr: 'UT', value: BEHIND_64_KIB('MODIFIED', latin1(NAME)) }, 0x00280303],
])('the server finds a text in place of %s', async (_what, element, tag) => {
  const header = await readDicomHeader(createMemorySource(smallFile({}, { elements: [element] })));
  if (!header.ok) throw new Error(header.why);
  const judged = await stillIdentifies(header, KEPT, () => true);
  expect(judged.ok && judged.tags).toContain(tag);
});

test('a name in place of an instance UID is not in the uploaded file', async () => {
  const file = smallFile({ SOPInstanceUID: NAME });
  const { bytes } = await deidentified(file, KEPT);
  expect(Buffer.from(bytes).includes('HERON')).toBe(false);
});
