import { describe, expect, test } from 'vitest';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { recogniseSeries } from './recognise.ts';
import { exampleSeriesFacts } from './recognise.example.ts';
import { MR_RULES, STACK_RULES } from './rules.ts';

const AXIAL = [1, 0, 0, 0, 1, 0] as const;
const CORONAL = [1, 0, 0, 0, 0, -1] as const;
const SAGITTAL = [0, 1, 0, 0, 0, -1] as const;

/** Headers as written by scanners of several vendors, without texts. */
const T2: Partial<InstanceDescription> = {
  imageType: ['ORIGINAL', 'PRIMARY', 'M', 'NORM', 'DIS2D'],
  echoTime: 104,
  repetitionTime: 5660,
  imageOrientationPatient: [...AXIAL],
  mr: { scanningSequence: ['SE'], sequenceVariant: ['SK', 'SP'], sequenceName: '*tse2d1_25', echoTrainLength: 25, acquisitionType: '2D' },
};
const DWI: Partial<InstanceDescription> = {
  imageType: ['ORIGINAL', 'PRIMARY', 'DIFFUSION', 'NONE', 'ND', 'NORM'],
  echoTime: 63,
  repetitionTime: 2700,
  imageOrientationPatient: [...AXIAL],
  mr: { scanningSequence: ['EP'], sequenceName: '*ep_b800t', echoTrainLength: 48 },
};

function answer(header: Partial<InstanceDescription>, stack?: Parameters<typeof exampleSeriesFacts>[1]) {
  return recogniseSeries(exampleSeriesFacts(header, stack));
}

describe('a series without descriptions is recognised as', () => {
  test('T2W, COR or SAG by its timing and slice orientation', () => {
    expect(answer(T2)).toMatchObject({ code: 'T2W', score: 0.85 });
    expect(answer({ ...T2, imageOrientationPatient: [...CORONAL] }).code).toBe('COR');
    expect(answer({ ...T2, imageOrientationPatient: [...SAGITTAL] }).code).toBe('SAG');
  });

  test.each<[string, Partial<InstanceDescription>]>([
    [
      'GE, fast recovery',
      { imageType: ['ORIGINAL', 'PRIMARY', 'OTHER'], mr: { scanningSequence: ['SE'], sequenceName: 'FRFSE-XL', echoTrainLength: 19 } },
    ],
    [
      'Philips',
      {
        imageType: ['ORIGINAL', 'PRIMARY', 'M_SE', 'M', 'SE'],
        mr: { scanningSequence: ['SE'], sequenceVariant: ['SK'], echoTrainLength: 16 },
      },
    ],
    ['Canon', { imageType: ['ORIGINAL', 'PRIMARY'], mr: { scanningSequence: ['SE'], echoTrainLength: 15 } }],
    [
      'a 3D sequence with a short repetition time',
      { repetitionTime: 1500, echoTime: 200, mr: { scanningSequence: ['SE'], sequenceName: '*spc3d1', acquisitionType: '3D' } },
    ],
    ['an enhanced image with the contrast T2', { echoTime: null, repetitionTime: null, mr: { scanningSequence: ['SE'], contrast: 'T2' } }],
    ['an image with only its times', { imageType: [], mr: {} }],
  ])('T2W of %s', (_, header) => {
    expect(answer({ ...T2, ...header })).toMatchObject({ code: 'T2W' });
  });

  test.each<[string, Partial<InstanceDescription>, readonly (number | null)[]]>([
    ['Siemens, three b-values in one series', DWI, [50, 400, 800]],
    ['Siemens, without its private elements', { ...DWI, mr: { scanningSequence: ['EP'] } }, [null]],
    ['GE, with only a b-value', { ...DWI, imageType: ['ORIGINAL', 'PRIMARY', 'OTHER'], mr: { scanningSequence: ['EP', 'SE'] } }, [0, 1400]],
    ['Philips', { ...DWI, imageType: ['ORIGINAL', 'PRIMARY', 'M_SE', 'M', 'SE'], mr: { scanningSequence: ['SE'] } }, [0, 1000]],
    ['a calculated image', { ...DWI, imageType: ['DERIVED', 'PRIMARY', 'DIFFUSION', 'TRACEW'] }, [1500]],
    ['an enhanced image', { ...DWI, imageType: ['ORIGINAL', 'PRIMARY', 'DIFFUSION', 'NONE'], mr: { contrast: 'DIFFUSION' } }, [null]],
  ])('DWI of %s', (_, header, bValues) => {
    const { code, score } = answer(header, { bValues });
    expect({ code, isSure: score >= 0.5 }).toEqual({ code: 'DWI', isSure: true });
  });

  test.each([
    ['Siemens', ['DERIVED', 'PRIMARY', 'DIFFUSION', 'ADC', 'DIS2D']],
    ['Philips', ['DERIVED', 'PRIMARY', 'ADC', 'ADC', 'UNSPECIFIED']],
    ['GE', ['DERIVED', 'SECONDARY', 'ADC']],
    ['an enhanced image', ['DERIVED', 'PRIMARY', 'DIFFUSION', 'ADC_UNSPECIFIED']],
  ])('ADC of %s, with the b-value of its source', (_, imageType) => {
    expect(answer({ ...DWI, imageType }, { bValues: [800] })).toMatchObject({ code: 'ADC' });
  });

  test.each<[string, Partial<InstanceDescription>]>([
    ['proton density', { echoTime: 22, repetitionTime: 2300 }],
    ['T1 spin echo', { echoTime: 12, repetitionTime: 600 }],
    ['FLAIR', { repetitionTime: 9000, mr: { scanningSequence: ['SE', 'IR'], inversionTime: 2500, echoTrainLength: 20 } }],
    [
      'MPRAGE',
      { echoTime: 2.4, repetitionTime: 1800, mr: { scanningSequence: ['GR', 'IR'], inversionTime: 900, sequenceName: '*tfl3d1_16ns' } },
    ],
    ['fMRI', { echoTime: 30, repetitionTime: 2000, mr: { scanningSequence: ['EP'], sequenceName: '*epfid2d1_64' } }],
    [
      'fMRI of GE, which writes a b-value of 0',
      { imageType: ['ORIGINAL', 'PRIMARY', 'EPI'], echoTime: 30, mr: { scanningSequence: ['EP', 'GR'] }, diffusionBValue: 0 },
    ],
    ['perfusion', { imageType: ['DERIVED', 'PRIMARY', 'PERFUSION', 'ASL'], mr: { scanningSequence: ['EP'] } }],
    ['a T2 map', { imageType: ['DERIVED', 'PRIMARY', 'T2 MAP', 'ND'] }],
    ['fractional anisotropy', { ...DWI, imageType: ['DERIVED', 'PRIMARY', 'DIFFUSION', 'FA'] }],
    ['an exponential ADC', { ...DWI, imageType: ['DERIVED', 'PRIMARY', 'EADC'] }],
    ['a phase image', { imageType: ['ORIGINAL', 'PRIMARY', 'P', 'ND'] }],
    ['a projection of T2', { imageType: ['DERIVED', 'SECONDARY', 'PROJECTION IMAGE'] }],
    ['a screen capture', { sopClassUid: '1.2.840.10008.5.1.4.1.1.7' }],
    ['an empty header', { imageType: [], echoTime: null, repetitionTime: null, mr: {} }],
  ])('NONE of %s', (_, header) => {
    expect(answer({ ...T2, ...header })).toMatchObject({ code: 'NONE', score: 0 });
  });

  test('NONE of a localiser: few slices, or slices in several directions', () => {
    expect(answer(T2, { slices: 3 })).toMatchObject({ code: 'NONE' });
    const [one, other] = [exampleSeriesFacts(T2), exampleSeriesFacts({ ...T2, imageOrientationPatient: [...SAGITTAL] })];
    expect(
      recogniseSeries({ ...one, imageOrientationPatientEquals: false, orientationRange: other.orientationRange ?? null }),
    ).toMatchObject({
      code: 'NONE',
      reasons: expect.arrayContaining(['Slices in several directions, as of a localiser']) as string[],
    });
  });

  test('AR for a stack of axial CT slices, but not for a topogram, a single slice, a reformatted or a calculated series', () => {
    const CT = {
      modality: 'CT',
      imageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
      sliceThickness: 2,
      imageOrientationPatient: [...AXIAL],
    } as const;
    const ct = (header: Partial<InstanceDescription>, slices = 40) =>
      answer({ ...CT, imageType: [...CT.imageType], imageOrientationPatient: [...AXIAL], ...header }, { slices });
    expect(ct({})).toMatchObject({ code: 'AR' });
    // The thinner, longer stack is the better reference.
    expect(ct({}).score).toBeGreaterThan(ct({ sliceThickness: 5 }, 10).score);
    expect(ct({ imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }).code).toBe('NONE');
    expect(ct({}, 1).code).toBe('NONE');
    expect(ct({ imageOrientationPatient: [...CORONAL] }).code).toBe('NONE');
    expect(ct({ imageType: ['DERIVED', 'PRIMARY', 'PERFUSION', 'RCBF'] }).code).toBe('NONE');
  });

  test.each(['US', 'XA', 'CR', 'SEG', 'OT', ''])('NONE of modality “%s”', (modality) => {
    expect(answer({ ...T2, modality })).toMatchObject({ code: 'NONE', score: 0 });
  });
});

describe('descriptions', () => {
  const WORDLESS = { ...T2, echoTime: null, repetitionTime: null, mr: {}, imageType: [] };

  test.each([
    ['t2_tse_tra', 'T2W'],
    ['AX T2 FSE', 'T2W'],
    ['T2-gewichtet transversal', 'T2W'],
    ['Axial pondérée T2', 'T2W'],
    ['Т2 аксиальный', 'T2W'],
    ['T2加权 横断位', 'T2W'],
    ['ep2d_diff_tra', 'DWI'],
    ['difusión b1000', 'DWI'],
    ['Difusion', 'DWI'],
    ['диффузия', 'DWI'],
    ['弥散加权', 'DWI'],
    ['Difffusion', 'DWI'],
    ['ADC map', 'ADC'],
    ['coefficient de diffusion apparent', 'ADC'],
    ['Scheinbarer Diffusionskoefizient', 'ADC'],
    ['t1_tse_tra', 'NONE'],
    ['t2_flair_tra', 'NONE'],
    ['T2* GRE', 'NONE'],
    ['t2_loc', 'NONE'],
    ['Übersicht', 'NONE'],
    ['pelvis', 'NONE'],
  ])('“%s” alone is weak evidence for %s', (seriesDescription, code) => {
    const found = answer({ ...WORDLESS, seriesDescription });
    expect(found.code).toBe(code);
    expect(found.score).toBeLessThan(0.5);
  });

  test('do not overrule what the scanner states', () => {
    expect(answer({ ...T2, seriesDescription: 'DWI b1000' }).code).not.toBe('DWI');
    expect(answer({ ...DWI, seriesDescription: 't2_tse_tra' }, { bValues: [800] })).toMatchObject({ code: 'DWI' });
    expect(answer({ ...T2, imageOrientationPatient: [...SAGITTAL], seriesDescription: 't2_tse_tra' }).code).toBe('SAG');
  });

  test('determine the slice orientation only when the header does not', () => {
    const found = answer({ ...T2, imageOrientationPatient: null, seriesDescription: 'T2 koronar' });
    expect(found.code).toBe('COR');
    expect(found.reasons.at(-1)).toBe('By its words the slices are coronal');
    expect(answer({ ...T2, imageOrientationPatient: null })).toMatchObject({
      code: 'NONE',
      reasons: expect.arrayContaining(['Where the slices lie is not known']) as string[],
    });
  });
});

describe('reasons', () => {
  test('are sentences, the strongest first, including what speaks against it', () => {
    expect(answer(DWI, { bValues: [50, 800] }).reasons).toEqual([
      'Diffusion weighting with b 50, 800 s/mm²',
      'Image type DIFFUSION: diffusion weighting',
      '2 b-values in one series',
      'Diffusion sequence *ep_b800t',
      'Echo-planar readout',
      'The slices are axial',
    ]);
    expect(answer({ ...T2, imageType: ['DERIVED', 'SECONDARY', 'MPR'], mr: { ...T2.mr } }).reasons).toContain(
      'But: Echo time 104 ms and repetition time 5660 ms: T2 weighting',
    );
  });

  test('explain why a series is NONE', () => {
    expect(answer({ ...T2, echoTime: 22 }).reasons[0]).toBe('Echo time 22 ms: too short for T2 weighting');
    expect(answer({ modality: 'US', mr: {} }).reasons).toEqual(['The header says nothing of an acquisition that is looked for']);
  });
});

test('each rule has its own name, speaks for or against something, and alone never makes a result certain', () => {
  for (const rules of [MR_RULES, STACK_RULES]) {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    for (const rule of rules) {
      expect((rule.for?.length ?? 0) + (rule.against?.length ?? 0), rule.name).toBeGreaterThan(0);
      expect(rule.weight > 0 && rule.weight < 1, rule.name).toBe(true);
    }
  }
});
