import { describe, expect, test } from 'vitest';
import { CONVERTER_TEXTS, converterElementOf, imageAttributeOf, withoutCreator, type Holds } from './converter-elements.ts';

const isOf = (holds: Holds | undefined, text: string) => holds?.what === 'text' && holds.form.test(text);
const textsOf = (creator: string, tag: number) => converterElementOf(creator, tag)?.holds;

describe('a text that converters read has a fixed form, which a name does not have', () => {
  const KINDS: readonly [kind: string, holds: Holds | undefined, stay: readonly string[], go: readonly string[]][] = [
    [
      'the matrix of an acquisition',
      textsOf('SIEMENS MR HEADER', 0x0051_100b),
      ['128*128', '96p*128I', '64*64s', '1*2', '128S*128P'],
      ['128', '12345*128', '128*12345', '128*', '*128', '128*128 Heron', 'Heron 128*128', '128*128II', '128pp*128', '128*128ps', 'a*b'],
    ],
    [
      'factors of acceleration',
      textsOf('SIEMENS MR HEADER', 0x0051_1011),
      ['p2', 'p2s3', 's4', 'p1.5'],
      ['', 'p', '2', 'p22', 'p2s3p4', 'p1.', 'p1.55', 'x2', 'p2 Heron', 'Heron p2'],
    ],
    [
      'places of an image in its measurement',
      textsOf('SIEMENS MR SDI 02', 0x0021_1006),
      ['X_1_1_1_17_1', '1_2_3_4_5_6', '123_1_1_1_1_1234567', `X${'_1'.repeat(30)}`],
      [
        'X_1_1_1_17',
        `X${'_1'.repeat(31)}`,
        '1234_1_1_1_1_1',
        'X_1_1_1_1_12345678',
        'Y_1_1_1_1_1',
        'X_1_1_1_1_',
        'X_1_1_1_1_H',
        'Heron X_1_1_1_1_1',
        'X_1_1_1_1_1 Heron',
      ],
    ],
    [
      'a sequence of GE',
      textsOf('GEMS_ACQU_01', 0x0019_109c),
      ['epi', 'epi2', 'epiRT', 'epi_pepolar', 'epi2_pepolar', 'EPI', 'EPI2', 'b0map', 'B0map'],
      ['', 'epi3', 'my epi', 'epi of Heron', 'HERON'],
    ],
    [
      'a plane',
      textsOf('Philips Imaging DD 001', 0x2001_100b),
      ['TRANSVERSAL', 'SAGITTAL', 'CORONAL'],
      ['', 'CORONAL OF HERON', 'HERON CORONAL', 'coronal'],
    ],
    ['dimensions', textsOf('Philips MR Imaging DD 001', 0x2005_106f), ['1D', '2D', '3D', 'MS'], ['', '4D', 'MS HERON', 'HERON MS']],
    [
      'a label',
      textsOf('Philips MR Imaging DD 005', 0x2005_1429),
      ['LABEL', 'CONTROL', 'UNKNOWN', 'NONE'],
      ['', 'HERON', 'LABEL HERON', 'HERON LABEL'],
    ],
    [
      'a code without its VR',
      imageAttributeOf(0x0008_0008),
      ['', 'ORIGINAL\\PRIMARY\\M_IR', 'A', 'A'.repeat(16), Array.from({ length: 16 }, () => 'A').join('\\')],
      ['Heron', 'A'.repeat(17), 'A-B', 'ORIGINAL\\Heron', `ORIGINAL\\${'A'.repeat(17)}`, Array.from({ length: 17 }, () => 'A').join('\\')],
    ],
    [
      'a maker without its VR',
      imageAttributeOf(0x0008_0070),
      [
        'SIEMENS',
        'Siemens Healthineers',
        'GE MEDICAL SYSTEMS',
        'Philips',
        'Philips Medical Systems',
        'Philips Healthcare',
        'TOSHIBA',
        'TOSHIBA_MEC',
        'CANON',
        'CANON_MEC',
        'Hitachi',
        'Hitachi Medical Corporation',
        'UIH',
        'Bruker',
        'Bruker BioSpin MRI GmbH',
      ],
      ['', 'Heron', 'Siemens Heron', 'Heron Siemens', 'GE', 'Philips of Heron'],
    ],
    [
      'directions of Toshiba, as a comment',
      { what: 'text', form: CONVERTER_TEXTS.get(0x0020_4000)!.form },
      ['b=1000(0.445,-0.895,0.000)', 'b=0(0,0,0)', 'b=12345.5(-1.123456789,0.1,-1)'],
      [
        'b=1000',
        'b=(0,0,0)',
        'b=1000(0.445,-0.895)',
        'b=1000(0,0,0,0)',
        'b=1000(12,0,0)',
        'b=1000(0,0,12)',
        'b=1000.(0,0,0)',
        'b=1000(0.,0,0)',
        'b=1000(0,0,0.)',
        'b=123456(0,0,0)',
        'Heron b=1000(0,0,0)',
        'b=1000(0,0,0) Heron',
        'b=1000(0,0,Heron)',
        'b=1.1234567890(0,0,0)',
      ],
    ],
    [
      'the word for resampled slices',
      { what: 'text', form: CONVERTER_TEXTS.get(0x0008_2111)!.form },
      ['MEDCOM_RESAMPLED', 'Medcom_resampled'],
      ['MEDCOM', 'MEDCOM_RESAMPLED by Heron', 'Heron MEDCOM_RESAMPLED'],
    ],
  ];

  test.each(KINDS.flatMap(([kind, holds, stay]) => stay.map((text) => [kind, text, holds] as const)))(
    '%s: "%s" is kept',
    (_kind, text, holds) => {
      expect(isOf(holds, text)).toBe(true);
    },
  );

  test.each(KINDS.flatMap(([kind, holds, _stay, go]) => go.map((text) => [kind, text, holds] as const)))(
    '%s: "%s" is removed',
    (_kind, text, holds) => {
      expect(isOf(holds, text)).toBe(false);
    },
  );
});

test.each([
  ['SIEMENS MR HEADER', 0x0019_100a, { what: 'numbers', vr: 'US', most: 1 }, 'mosaic'],
  ['SIEMENS MR HEADER', 0x0019_1027, { what: 'numbers', vr: 'FD', most: 6 }, 'diffusion'],
  ['SIEMENS MR HEADER', 0x0019_1018, { what: 'numbers', vr: 'IS', most: 1 }, null],
  ['SIEMENS MR SDS 01', 0x0021_1019, { what: 'protocol' }, null],
  ['SIEMENS MR SDI 02', 0x0021_11fe, { what: 'items' }, null],
  ['SIEMENS CSA HEADER', 0x0029_1020, { what: 'csa' }, null],
  ['GEMS_RELA_01', 0x0021_104f, { what: 'numbers', vr: 'SS', most: 1 }, 'order'],
  ['gems_parm_01', 0x0043_107c, { what: 'numbers', vr: 'FL', most: 1 }, 'time'],
  ['Philips PET Private Group', 0x7053_1009, { what: 'numbers', vr: 'DS', most: 1 }, 'scale'],
  ['Image Private Header', 0x0065_1051, { what: 'items' }, 'mosaic'],
  ['ELSCINT1', 0x07a1_100a, { what: 'never' }, 'pixels'],
])('%s %i holds %o and is needed for %s', (creator, tag, holds, need) => {
  expect(converterElementOf(creator, tag)).toMatchObject({ holds, need });
});

test('other elements are not in the table of converter elements', () => {
  for (const [creator, tag] of [
    ['SIEMENS MR HEADER', 0x0019_1008],
    ['SIEMENS MR HEADER', 0x0029_100a],
    ['SOMEBODY', 0x0019_100a],
  ] as const)
    expect(converterElementOf(creator, tag)).toBeUndefined();
});

describe('without a creator', () => {
  test.each([
    [0x0019_100c, ['IS']],
    [0x0043_1039, ['IS']],
    [0x2005_100e, ['FL']],
    [0x0021_1106, ['text']],
    [0x2005_1412, ['IS']],
    [0x2005_1596, ['IS']],
    [0x0021_105a, ['SL']],
    [0x0021_1006, []],
    [0x2005_1012, []],
    [0x2005_1096, []],
    [0x0019_1008, []],
  ])('%i may be %o, by the usual block of its creator', (tag, kinds) => {
    expect(withoutCreator(tag).map(({ holds }) => (holds.what === 'numbers' ? holds.vr : holds.what))).toEqual(kinds);
  });
});

test.each([
  [0x0018_0050, { what: 'numbers', vr: 'DS', most: 1 }],
  [0x0020_0032, { what: 'numbers', vr: 'DS', most: 3 }],
  [0x0020_0037, { what: 'numbers', vr: 'DS', most: 6 }],
  [0x0028_0010, { what: 'numbers', vr: 'US', most: 1 }],
  [0x0020_9157, { what: 'numbers', vr: 'UL', most: 0 }],
  [0x0008_1030, undefined],
])('without its VR, standard element %i holds %o', (tag, holds) => {
  expect(imageAttributeOf(tag)).toEqual(holds);
});
