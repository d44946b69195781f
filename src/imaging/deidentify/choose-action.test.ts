import { describe, expect, test } from 'vitest';
import { readElementTree } from '#imaging/dicom/elements/element-tree.ts';
import { writeElement, type DicomElement, type DicomValue } from '#imaging/dicom/write-dicom.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { chooseActions, knownVr, type Mode } from './choose-action.ts';
import type { Action } from './profile.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';

const { retain, clean } = BASIC_PROFILE;
const CONVERTED: DeidentifySettings = { ...BASIC_PROFILE, retain: { ...retain, conversion: true } };
const SAFE: DeidentifySettings = { ...BASIC_PROFILE, retain: { ...retain, safePrivate: true } };
const DESCRIPTORS: DeidentifySettings = { ...BASIC_PROFILE, clean: { ...clean, descriptors: true } };

interface Chosen {
  /** The action of each element, in their order. */
  actions: Action[];
  /** Of whose elements it was told that they stay, and what is lost without those that go. */
  kept: string[];
  lost: string[];
}

function chosen(elements: readonly DicomElement[], settings = BASIC_PROFILE, mode: Mode = 'table', explicit = true): Chosen {
  const encoding = { explicit, bigEndian: false };
  const bytes = joinBytes(elements.flatMap((element) => writeElement(element, encoding)));
  const tree = readElementTree(bytes, 0, encoding);
  if (!tree.ok) throw new Error(tree.why);
  const [kept, lost]: [string[], string[]] = [[], []];
  const told = { kept: (creator: string) => void kept.push(creator), lost: (need: string) => void lost.push(need) };
  return { actions: chooseActions(tree.elements, mode, settings, bytes, told), kept, lost };
}

/** The action for one element. */
const actionFor = (
  vr: string,
  value: DicomValue,
  more: { tag?: number; settings?: DeidentifySettings; mode?: Mode; explicit?: boolean } = {},
) => chosen([{ tag: more.tag ?? UNLISTED, vr, value }], more.settings, more.mode, more.explicit).actions[0];

/** No row of table E.1-1 has it. */
const UNLISTED = 0x00181999;
const ITEMS: DicomValue = { items: [[{ tag: 0x00080104, vr: 'LO', value: 'knee' }]] };
const BYTES = Uint8Array.of(1, 2, 3, 4);
/** They have the form of every VR. */
const DIGITS = Buffer.from('12');

describe('an element without a row in the table', () => {
  test.each([
    ...['AE', 'AS', 'AT', 'CS', 'DS', 'FD', 'FL', 'IS', 'OB', 'OD', 'OF', 'OL', 'OV', 'OW'].map((vr) => [vr, 'keep'] as const),
    ...['SL', 'SS', 'SV', 'TM', 'UI', 'UL', 'US', 'UV'].map((vr) => [vr, 'keep'] as const),
    ...['LO', 'LT', 'SH', 'ST', 'UC', 'UT'].map((vr) => [vr, 'keep'] as const),
    ...['PN', 'DA', 'DT'].map((vr) => [vr, 'empty'] as const),
    ...['UN', 'UR', '?!'].map((vr) => [vr, 'remove'] as const),
  ])('that is written as %s: %s', (vr, action) => {
    expect(actionFor(vr, DIGITS)).toBe(action);
  });

  test('is kept when no VR is written', () => {
    expect(actionFor('', BYTES, { explicit: false })).toBe('keep');
  });

  test.each([
    ...['AS', 'DS', 'IS', 'TM', 'UI'].map((vr) => [vr, 'Heron '] as const),
    ['CS', 'HERON^QUIET '] as const,
    ...['LO', 'LT', 'SH', 'ST', 'UC', 'UT'].map((vr) => [vr, '\x01\x02Heron'] as const),
    ...['AT', 'FD', 'FL', 'OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SL', 'SS', 'SV', 'UL', 'US', 'UV'].map(
      (vr) => [vr, 'Heron^Quiet Eva '] as const,
    ),
  ])('that does not have the form of its VR is removed in every mode: %s, %j', (vr, letters) => {
    for (const mode of ['table', 'cleaned', 'dummies'] as const) expect(actionFor(vr, Buffer.from(letters), { mode })).toBe('remove');
  });

  test('is removed when no VR is written and it is text with two bytes per letter', () => {
    expect(actionFor('', Buffer.from('Heron', 'utf16le'), { explicit: false })).toBe('remove');
  });

  test.each([
    ['remove', 'empty'],
    ['shift', 'shift'],
    ['keep', 'keep'],
  ] as const)('that is a date, with the date setting "%s": %s', (dates, action) => {
    for (const vr of ['DA', 'DT']) expect(actionFor(vr, '20240301', { settings: { ...BASIC_PROFILE, dates } })).toBe(action);
  });

  test.each(['LO', 'LT', 'SH', 'ST', 'UC', 'UT'])('that is a text of %s inside a cleaned sequence is cleaned too', (vr) => {
    expect(actionFor(vr, 'knee', { mode: 'cleaned' })).toBe('clean');
    expect(actionFor('CS', 'KNEE', { mode: 'cleaned' })).toBe('keep');
  });

  test('that is a sequence is walked in every mode', () => {
    for (const mode of ['table', 'cleaned', 'dummies'] as const) expect(actionFor('SQ', ITEMS, { mode })).toBe('walk');
  });

  test.each([
    ['US', Uint8Array.of(8, 0), 'keep'],
    ['UN', Uint8Array.of(8, 0), 'exact'],
    ['UN', new Uint8Array(0), 'exact'],
    ['UN', Buffer.from('Heron '), 'remove'],
  ] as const)('Rows as %s with %o: the VR may be missing when the form is right and converters need the element', (vr, value, action) => {
    expect(actionFor(vr, value, { tag: 0x00280010, settings: CONVERTED })).toBe(action);
    expect(actionFor(vr, value, { tag: 0x00280010 })).toBe(vr === 'UN' ? 'remove' : action);
  });

  test('that needs its VR and does not have it is removed', () => {
    expect(actionFor('UN', Buffer.from('MR'), { tag: 0x00080060, settings: CONVERTED })).toBe('exact');
    expect(actionFor('UN', Buffer.from('Mr Heron'), { tag: 0x00080060, settings: CONVERTED })).toBe('remove');
    expect(actionFor('UN', BYTES, { settings: CONVERTED })).toBe('remove');
    expect(actionFor('UN', new Uint8Array(0), { tag: 0x00080070, settings: CONVERTED })).toBe('exact');
  });
});

test.each([
  ['the written one', 0x00181000, 'UT', 'UT'],
  ['that of a name when it is written as a name', 0x00181000, 'PN', 'PN'],
  ['that of a number when it is written as a number', 0x00181000, 'DS', 'DS'],
  ['that of the table when none is written', 0x00181000, '', 'LO'],
  ['that of the table when the written one does not exist', 0x00181000, '?!', 'LO'],
  ['that of content items', 0x0040a30a, '', 'DS'],
  ['empty when it is unknown', UNLISTED, '', ''],
] as const)('the VR of an element is %s', (_what, tag, vr, known) => {
  const element = {
    tag,
    vr,
    start: 0,
    offset: 8,
    end: 8,
    length: 0,
    items: null,
    encoding: { explicit: true, bigEndian: false },
    isDamaged: false,
  };
  expect(knownVr(element)).toBe(known);
});

describe('removed, whatever the table says', () => {
  test.each([
    ['a curve', 0x50003000],
    ['another curve', 0x501e0022],
    ['an overlay', 0x60003000],
    ['another overlay', 0x601e0010],
    ['a command', 0x00000900],
    ['the file meta information', 0x00020016],
    ["Patient's Birth Date in Alternative Calendar", 0x00100033],
    ["Patient's Death Date in Alternative Calendar", 0x00100034],
    ['Placer Order Number / Procedure', 0x00401006],
    ['Filler Order Number / Procedure', 0x00401007],
    ['Placer Order Number / Imaging Service Request, retired', 0x00402006],
    ['Filler Order Number / Imaging Service Request, retired', 0x00402007],
    ['HL7 Instance Identifier', 0x0040e001],
    ['Owner ID of a film', 0x21000160],
    ['Retrieve URL', 0x00081190],
    ['Pixel Data Provider URL', 0x00287fe0],
    ['Storage URL', 0x00404073],
    ['Uniform Resource Locator, retired', 0x0040a992],
    ['Retrieve URI', 0x0040e010],
    ['Contact URI', 0x0074100a],
    ['Contact Display Name', 0x0074100c],
    ['Encrypted Attributes Sequence', 0x04000500],
    ['Encrypted Content', 0x04000520],
    ['Document Author, retired', 0x0040a067],
    ['Evaluator Name', 0x00142006],
    ['Secondary Reviewer Name', 0x00140104],
    ['Comments on the Scheduled Procedure Step', 0x00400400],
    ['Document Title', 0x00420010],
    ['Dose Comment', 0x30040006],
  ])('%s', (_what, tag) => {
    for (const settings of [BASIC_PROFILE, CONVERTED]) expect(actionFor('LO', 'Heron', { tag, settings })).toBe('remove');
  });

  test('but not the first group that a data set may have, which is not a command', () => {
    expect(actionFor('UL', 7, { tag: 0x00041200 })).toBe('keep');
  });

  test('delimiters without a sequence', () => {
    expect(actionFor('', new Uint8Array(0), { tag: 0xfffee0dd, explicit: false })).toBe('remove');
  });

  test('a sequence with unreadable items', () => {
    expect(actionFor('SQ', Buffer.from('Heron, Quiet'))).toBe('remove');
  });

  test('an element that is a sequence only in the table, unless it is empty', () => {
    expect(actionFor('LO', 'Heron', { tag: 0x00081140 })).toBe('remove');
    expect(actionFor('UN', new Uint8Array(0), { tag: 0x00081140 })).toBe('walk');
    expect(actionFor('SQ', ITEMS, { tag: 0x00081140 })).toBe('walk');
  });
});

describe('inside a sequence of dummies', () => {
  test.each([
    ['UI', 'uid'],
    ...['LO', 'LT', 'SH', 'ST', 'UC', 'UT', 'PN', 'DA', 'DT', 'TM', 'DS', 'IS', 'FD', 'AS', 'UR'].map((vr) => [vr, 'dummy'] as const),
    ...['CS', 'AE', 'US', 'FL', 'UL', 'OW'].map((vr) => [vr, 'keep'] as const),
    ...['OB', 'UN'].map((vr) => [vr, 'remove'] as const),
  ] as const)('%s: %s', (vr, action) => {
    expect(actionFor(vr, DIGITS, { mode: 'dummies' })).toBe(action);
  });

  test.each([
    ['Code Value', 0x00080100, 'dummy'],
    ['Coding Scheme Designator', 0x00080102, 'dummy'],
    ['Coding Scheme Version', 0x00080103, 'dummy'],
    ['Code Meaning', 0x00080104, 'dummy'],
    ['Referenced SOP Class UID', 0x00081150, 'uid'],
    ['Relationship Type', 0x0040a010, 'keep'],
    ['Value Type', 0x0040a040, 'keep'],
    ['Continuity of Content', 0x0040a050, 'keep'],
    ['Text Value', 0x0040a160, 'dummy'],
    ['Numeric Value', 0x0040a30a, 'dummy'],
    ['Referenced Content Item Identifier', 0x0040db73, 'keep'],
    ['Graphic Layer', 0x00700002, 'keep'],
    ['Bounding Box Annotation Units', 0x00700003, 'keep'],
    ['Anchor Point Annotation Units', 0x00700004, 'keep'],
    ['Graphic Annotation Units', 0x00700005, 'keep'],
    ['Unformatted Text Value', 0x00700006, 'dummy'],
    ['Graphic Dimensions', 0x00700020, 'keep'],
    ['Number of Graphic Points', 0x00700021, 'keep'],
    ['Graphic Data', 0x00700022, 'keep'],
    ['Graphic Type', 0x00700023, 'keep'],
    ['an unknown element', UNLISTED, 'remove'],
  ] as const)('%s (%i), without a VR: %s', (_what, tag, action) => {
    expect(actionFor('', DIGITS, { tag, mode: 'dummies', explicit: false })).toBe(action);
  });

  test('private elements are removed', () => {
    const elements = [creator(0x00190010, 'SIEMENS MR HEADER'), { tag: 0x0019100c, vr: 'IS', value: '800' }];
    expect(chosen(elements, CONVERTED, 'dummies').actions).toEqual(['remove', 'remove']);
  });
});

describe('standard attributes that converters read', () => {
  test.each([
    ['directions in a comment', 0x00204000, 'b=1000(0,0,1)', 'exact', ['diffusion']],
    ['another comment', 0x00204000, 'of Heron', 'remove', []],
    ['the word for resampled slices', 0x00082111, 'MEDCOM_RESAMPLED', 'exact', ['order']],
    ['the name of a protocol', 0x00181030, 't1 Heron', 'token', []],
    ['a time of acquisition', 0x00080032, '101112', 'relative', []],
    ['a date and time of acquisition', 0x0008002a, '20240301101112', 'relative', []],
    ['another time', 0x00080030, '101112', 'empty', []],
    ['another dummy', 0x00181000, '4711', 'dummy', []],
  ] as const)('%s', (_what, tag, value, action, needs) => {
    const one: DicomElement = { tag, vr: 'LO', value };
    expect(chosen([one], CONVERTED)).toEqual({ actions: [action], kept: [], lost: [] });
    // A team that keeps none of it hears what volumes miss.
    expect(chosen([one]).lost).toEqual(needs);
    expect(chosen([{ ...one, value: '' }]).lost).toEqual([]);
    expect(['exact', 'token', 'relative']).not.toContain(chosen([one]).actions[0]);
    expect(['exact', 'token', 'relative']).not.toContain(chosen([{ ...one, value: '' }], CONVERTED).actions[0]);
  });

  test('are unchanged when another option keeps them', () => {
    for (const dates of ['shift', 'keep'] as const)
      expect(actionFor('TM', '101112', { tag: 0x00080032, settings: { ...CONVERTED, dates } })).toBe('keep');
    expect(actionFor('LO', 't1', { tag: 0x00181030, settings: DESCRIPTORS })).toBe('clean');
    expect(actionFor('LO', 't1', { tag: 0x00181030, settings: { ...DESCRIPTORS, retain: CONVERTED.retain } })).toBe('clean');
  });
});

const creator = (tag: number, value: string): DicomElement => ({ tag, vr: 'LO', value });
const SIEMENS = creator(0x00190010, 'SIEMENS MR HEADER');

describe('private elements', () => {
  const DIFFUSION: DicomElement = { tag: 0x0019100c, vr: 'IS', value: '800' };

  test('are kept with the creator of their block, who is counted once per element', () => {
    const elements = [SIEMENS, { tag: 0x0019100a, vr: 'US', value: 3 }, DIFFUSION];
    expect(chosen(elements, CONVERTED)).toEqual({
      actions: ['exact', 'exact', 'exact'],
      kept: ['SIEMENS MR HEADER', 'SIEMENS MR HEADER'],
      lost: [],
    });
  });

  test.each([
    ['a creator without elements', [SIEMENS], ['remove']],
    [
      'a sequence, which is no creator, and an element without one',
      [
        { tag: 0x00190010, vr: 'SQ', value: ITEMS },
        { tag: 0x0019100c, vr: 'IS', value: '800' },
      ],
      ['remove', 'exact'],
    ],
    ['an element before every block', [{ tag: 0x00190001, vr: 'IS', value: '800' }, SIEMENS], ['remove', 'remove']],
    ['an element that would be its own creator', [SIEMENS, { tag: 0x001900ff, vr: 'IS', value: '800' }], ['remove', 'remove']],
    ['the first element of the first block of any number', [SIEMENS, { tag: 0x00191000, vr: 'IS', value: '800' }], ['remove', 'remove']],
    ['a block of another group', [SIEMENS, { tag: 0x0029100c, vr: 'IS', value: '800' }], ['remove', 'remove']],
    [
      'a block of another creator',
      [SIEMENS, creator(0x00190011, 'SOMEBODY'), { tag: 0x0019110c, vr: 'IS', value: '800' }],
      ['remove', 'remove', 'remove'],
    ],
    [
      'the last possible block',
      [creator(0x001900ff, 'SIEMENS MR HEADER'), { tag: 0x0019ff0c, vr: 'IS', value: '800' }],
      ['exact', 'exact'],
    ],
    [
      'an unreadable sequence in place of a number',
      [SIEMENS, { ...DIFFUSION, vr: 'SQ', value: Buffer.from('8000') }],
      ['remove', 'remove'],
    ],
    ['an element whose creator was removed', [DIFFUSION], ['exact']],
    ['a name in its value, without a creator', [{ ...DIFFUSION, vr: 'LO', value: 'Heron' }], ['remove']],
    ['another element without a creator', [{ tag: 0x00191008, vr: 'IS', value: '800' }], ['remove']],
    [
      'an unreadable sequence',
      [creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x002110fe, vr: 'SQ', value: Buffer.from('Heron, Quiet') }],
      ['remove', 'remove'],
    ],
  ] as const)('%s', (_what, elements, actions) => {
    expect(chosen(elements, CONVERTED).actions).toEqual(actions);
  });

  test('are kept and not reported when they are empty', () => {
    expect(chosen([SIEMENS, { ...DIFFUSION, value: '' }], CONVERTED)).toEqual({ actions: ['exact', 'exact'], kept: [], lost: [] });
  });

  test('without a creator are reported under an empty name', () => {
    expect(chosen([DIFFUSION], CONVERTED).kept).toEqual(['']);
  });

  const PROTOCOL = Buffer.from(protocolOf({ 'sSliceArray.lSize': '12' }));
  const HEADER = csaHeader({ B_value: ['1000'] });
  test.each([
    ['numbers', creator(0x00190010, 'SIEMENS MR HEADER'), { tag: 0x0019100c, vr: 'IS', value: '1' }, 'exact'],
    [
      'numbers with a VR that cannot hold any',
      creator(0x00190010, 'SIEMENS MR HEADER'),
      { tag: 0x0019100c, vr: 'DA', value: '19570312' },
      'remove',
    ],
    ['numbers as a sequence', creator(0x00190010, 'SIEMENS MR HEADER'), { tag: 0x0019100c, vr: 'SQ', value: ITEMS }, 'remove'],
    ['items', creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x002110fe, vr: 'SQ', value: ITEMS }, 'walk'],
    ['items that are text', creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x002110fe, vr: 'LO', value: 'Heron' }, 'remove'],
    ['a text with its form', creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x00211009, vr: 'LO', value: 'p2' }, 'exact'],
    ['a text with another form', creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x00211009, vr: 'LO', value: 'Heron' }, 'remove'],
    ['a protocol', creator(0x00210010, 'SIEMENS MR SDS 01'), { tag: 0x00211019, vr: 'OB', value: PROTOCOL }, 'protocol'],
    [
      'a protocol without numbers',
      creator(0x00210010, 'SIEMENS MR SDS 01'),
      { tag: 0x00211019, vr: 'OB', value: Buffer.from('Heron') },
      'remove',
    ],
    ['a header', creator(0x00290010, 'SIEMENS CSA HEADER'), { tag: 0x00291010, vr: 'OB', value: HEADER }, 'csa'],
    [
      'a header without numbers',
      creator(0x00290010, 'SIEMENS CSA HEADER'),
      { tag: 0x00291010, vr: 'OB', value: csaHeader({ PatientName: ['Heron'] }) },
      'remove',
    ],
    ['an element that is never kept', creator(0x07a10010, 'ELSCINT1'), { tag: 0x07a1100a, vr: 'OB', value: BYTES }, 'remove'],
    [
      'an element that is never kept, with a valid header',
      creator(0x07a10010, 'ELSCINT1'),
      { tag: 0x07a1100a, vr: 'OB', value: HEADER },
      'remove',
    ],
    [
      'an element that is never kept, and is empty',
      creator(0x07a10010, 'ELSCINT1'),
      { tag: 0x07a1100a, vr: 'OB', value: new Uint8Array(0) },
      'exact',
    ],
  ] as const)('that hold %s: %s', (_what, maker, element, action) => {
    expect(chosen([maker, element], CONVERTED).actions[1]).toBe(action);
    expect(chosen([maker, element], { ...CONVERTED, retain: { ...retain, safePrivate: false, conversion: false } }).actions[1]).toBe(
      'remove',
    );
  });
});

describe('safe private elements (PS3.15 table E.3.10-1)', () => {
  const SC2000 = (group: number) => creator(((group << 16) | 0x10) >>> 0, 'SIEMENS Ultrasound SC2000');
  const PHILIPS = creator(0x20010010, 'Philips Imaging DD 001');
  const numbers = Uint8Array.of(1, 0, 0, 0);
  test.each([
    ['LO', SC2000(0x0119), 0x01191000, 'LO', 'probe', 'clean'],
    ['SH', SC2000(0x0119), 0x01191010, 'SH', 'probe', 'clean'],
    ['CS', SC2000(0x0129), 0x01291030, 'CS', 'PROBE', 'clean'],
    ['UI', SC2000(0x0129), 0x01291002, 'UI', '1.2.3', 'uid'],
    ['SQ', SC2000(0x0119), 0x01191002, 'SQ', ITEMS, 'walk'],
    ['SQ, but it is a text', SC2000(0x0119), 0x01191002, 'LO', 'Heron', 'remove'],
    ['LO, but it is a sequence', SC2000(0x0119), 0x01191000, 'SQ', ITEMS, 'remove'],
    ['OB of numbers', SC2000(0x0119), 0x01191001, 'OB', numbers, 'exact'],
    ['OB of letters', SC2000(0x0119), 0x01191001, 'OB', Buffer.from('Heron '), 'remove'],
    ['UN of numbers', SC2000(0x0119), 0x01191011, 'UN', numbers, 'exact'],
    ['UN of letters', SC2000(0x0119), 0x01191011, 'UN', Buffer.from('Heron '), 'remove'],
    ['OW of numbers', PHILIPS, 0x2001107d, 'OW', numbers, 'exact'],
    ['OW of letters', PHILIPS, 0x2001107d, 'OW', Buffer.from('Heron '), 'remove'],
    ['AT of tags', PHILIPS, 0x200110d0, 'AT', numbers, 'exact'],
    ['AT of letters', PHILIPS, 0x200110d0, 'AT', Buffer.from('Heron Qu'), 'remove'],
    ['UL', PHILIPS, 0x20011030, 'UL', numbers, 'exact'],
    ['UL, but it is a text', PHILIPS, 0x20011030, 'LO', 'Anna', 'remove'],
    ['DS', PHILIPS, 0x20011023, 'DS', '1.5', 'exact'],
    ['DS of letters', PHILIPS, 0x20011023, 'DS', 'Heron', 'remove'],
    ['any number of DS', PHILIPS, 0x20011023, 'DS', '1\\2\\3\\4\\5', 'exact'],
    ['DS, and empty', PHILIPS, 0x20011023, 'DS', '', 'exact'],
    ['an element that is not in the table', PHILIPS, 0x200110ee, 'DS', '1', 'remove'],
  ] as const)('%s', (_what, maker, tag, vr, value, action) => {
    expect(chosen([maker, { tag, vr, value }], SAFE).actions).toEqual([action === 'remove' ? 'remove' : 'exact', action]);
    expect(chosen([maker, { tag, vr, value }]).actions).toEqual(['remove', 'remove']);
  });
});

describe('what volumes lack without an element', () => {
  const lostOf = (maker: DicomElement, element: DicomElement, settings = BASIC_PROFILE) => chosen([maker, element], settings).lost;
  const SCALE = creator(0x20050010, 'Philips MR Imaging DD 001');

  test.each([
    ['diffusion', SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '800' }, ['diffusion']],
    ['no diffusion', SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '0' }, []],
    ['an empty element', SIEMENS, { tag: 0x0019100c, vr: 'IS', value: '' }, []],
    ['an element that only a sidecar contains', SIEMENS, { tag: 0x00191018, vr: 'IS', value: '800' }, []],
    ['a scale', SCALE, { tag: 0x2005100e, vr: 'FL', value: 0.5 }, ['scale']],
    ['a scale of 1', SCALE, { tag: 0x2005100e, vr: 'FL', value: 1 }, []],
    ['a scale of 0', SCALE, { tag: 0x2005100e, vr: 'FL', value: 0 }, ['scale']],
    ['frames', creator(0x00650010, 'Image Private Header'), { tag: 0x00651051, vr: 'SQ', value: ITEMS }, ['mosaic']],
    ['pixels', creator(0x07a10010, 'ELSCINT1'), { tag: 0x07a1100a, vr: 'OB', value: BYTES }, ['pixels']],
    ['an element that no converter reads', SIEMENS, { tag: 0x00191008, vr: 'CS', value: 'X' }, []],
  ] as const)('%s', (_what, maker, element, lost) => {
    expect(lostOf(maker, element)).toEqual(lost);
  });

  test('nothing for empty items', () => {
    expect(lostOf(creator(0x00650010, 'Image Private Header'), { tag: 0x00651051, vr: 'SQ', value: { items: [] } })).toEqual([]);
  });

  test('is reported when an element is removed because of its value, and not when it is kept as a safe one', () => {
    const directions = (value: string): DicomElement => ({ tag: 0x00431039, vr: 'IS', value });
    const GE = creator(0x00430010, 'GEMS_PARM_01');
    const both = { ...CONVERTED, retain: { ...CONVERTED.retain, safePrivate: true } };
    // A converter reads four numbers; the table of safe elements asks for no number of them.
    for (const settings of [SAFE, both])
      expect(chosen([GE, directions('800\\8\\0\\0\\5')], settings)).toMatchObject({ actions: ['exact', 'exact'], lost: [] });
    for (const settings of [CONVERTED, both])
      expect(chosen([GE, directions('Heron')], settings)).toEqual({ actions: ['remove', 'remove'], kept: [], lost: ['diffusion'] });
  });

  const CSA = creator(0x00290010, 'SIEMENS CSA HEADER');
  const inHeader = (value: Uint8Array): DicomElement => ({ tag: 0x00291010, vr: 'OB', value });
  const protocol = [protocolOf({ 'sSliceArray.ucMode': '0x4' })];

  test.each([
    ['NumberOfImagesInMosaic', ['35'], ['mosaic']],
    ['SliceNormalVector', ['0', '0', '1'], ['order']],
    ['MrPhoenixProtocol', protocol, ['order']],
    ['MrProtocol', protocol, ['order']],
    ['B_value', ['1000'], ['diffusion']],
    ['DiffusionGradientDirection', ['0', '0', '1'], ['diffusion']],
    ['RealDwellTime', ['2600'], []],
  ])('%s of a Siemens header: %o', (name, items, lost) => {
    expect(lostOf(CSA, inHeader(csaHeader({ [name]: items })))).toEqual(lost);
    // Also where it stays, and one of its entries does not.
    expect(lostOf(CSA, inHeader(csaHeader({ ICE_Dims: ['X_1_1_1_1_1'], [name]: items.map(() => 'Heron') })), CONVERTED)).toEqual(
      name.includes('Protocol') ? [] : lost,
    );
  });

  test('of an unreadable header is its frames when it names their number', () => {
    expect(lostOf(CSA, inHeader(Buffer.from('SV10 cut NumberOfImagesInMosaic')))).toEqual(['mosaic']);
    expect(lostOf(CSA, inHeader(Buffer.from('SV10 cut B_value ')))).toEqual([]);
  });
});
