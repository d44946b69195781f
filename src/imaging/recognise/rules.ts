import type { Evidence } from './evidence.ts';
import { marked } from '#language/t.ts';
import type { RecognitionTerm } from '#model/studies/recognition-header.ts';

/** What a series can be, before its plane and modality determine the code. */
export type Kind = 't2' | 'diffusion' | 'adc' | 'axial-reference';

/** A piece of evidence: what it supports or opposes, its weight (0 to 1), and, if it holds, the reason in terms of radiology. */
export interface Rule {
  name: string;
  for?: readonly Kind[];
  against?: readonly Kind[];
  weight: number;
  holds: (evidence: Evidence) => string | null;
}

const MR_KINDS: readonly Kind[] = ['t2', 'diffusion', 'adc'];
const ALL_KINDS: readonly Kind[] = [...MR_KINDS, 'axial-reference'];

/** Rules for MR: image type, diffusion weighting, sequence, timing, texts. */
export const MR_RULES: readonly Rule[] = [
  // --- (0008,0008), written by the scanner
  { name: 'image-type-adc', for: ['adc'], weight: 0.9, holds: imageType(/^ADC/, 'apparent diffusion coefficients') },
  { name: 'image-type-adc-is-no-dwi', against: ['diffusion'], weight: 0.95, holds: imageType(/^E?ADC/, 'calculated coefficients') },
  { name: 'image-type-diffusion', for: ['diffusion'], weight: 0.7, holds: imageType(/^(DIFFUSION|TRACEW?|DWI)/, 'diffusion weighting') },
  { name: 'image-type-diffusion-is-no-t2', against: ['t2'], weight: 0.9, holds: imageType(/^(DIFFUSION|TRACEW?|DWI|ADC)/, 'diffusion') },
  {
    name: 'image-type-diffusion-map',
    against: MR_KINDS,
    weight: 0.9,
    holds: imageType(/^(EADC|FA|COLFA|TENSOR.*|FRACTIONAL.*|EXP.*)$/, 'a map calculated from diffusion'),
  },
  {
    name: 'image-type-perfusion',
    against: MR_KINDS,
    weight: 0.95,
    holds: imageType(/^(PERFUSION.*|ASL|REL?CBF|CBF|CBV|MTT|TTP|TTEST|FMRI|SUBTRACTION)$/, 'perfusion or function'),
  },
  {
    name: 'image-type-map',
    against: MR_KINDS,
    weight: 0.9,
    holds: imageType(/^((T1|T2|T2_STAR|T2\*|R2|R2_STAR|B0|FIELD)[ _]?MAP|VELOCITY.*|FAT_?FRACTION.*)$/, 'a map of measured values'),
  },
  {
    name: 'image-type-phase',
    against: ['t2'],
    weight: 0.9,
    holds: imageType(/^(P|PHASE|PHASE MAP|R|I|REAL|IMAGINARY|M_IR)$/, 'no magnitude image'),
  },
  {
    name: 'image-type-projection',
    against: ALL_KINDS,
    weight: 0.8,
    holds: imageType(
      /^(PROJECTION IMAGE|(CSA )?MIP|(CSA )?MPR|CSA.*|REFORMATTED|LOCALIZER|SCREEN SAVE|PASTED|COMPOSED)$/,
      'projected or put together afterwards',
    ),
  },
  {
    name: 'screen-capture',
    against: ALL_KINDS,
    weight: 0.95,
    holds: (e) => (e.isScreenCapture ? marked('A secondary capture, not a scanner’s image') : null),
  },

  // --- Diffusion gradients
  {
    name: 'b-values',
    for: ['diffusion'],
    weight: 0.75,
    holds: ({ weighted }) => (weighted.length > 0 ? `Diffusion weighting with b ${listed(weighted)} s/mm²` : null),
  },
  {
    name: 'several-b-values',
    for: ['diffusion'],
    weight: 0.6,
    holds: ({ scan }) => (scan.bValues.length > 1 ? `${scan.bValues.length} b-values in one series` : null),
  },
  {
    name: 'b-values-are-no-t2',
    against: ['t2'],
    weight: 0.8,
    holds: ({ weighted }) => (weighted.length > 0 ? marked('Diffusion weighting, not T2 alone') : null),
  },
  {
    name: 'diffusion-sequence',
    for: ['diffusion'],
    weight: 0.5,
    holds: ({ scan }) =>
      /^\*?(ep|re|ez|tse?)[a-z0-9]*_b\d/i.test(scan.sequenceName ?? '') ? `Diffusion sequence ${scan.sequenceName}` : null,
  },

  // --- (0008,9209), of enhanced images
  { name: 'contrast-t2', for: ['t2'], weight: 0.8, holds: contrast(['T2']) },
  { name: 'contrast-diffusion', for: ['diffusion'], weight: 0.8, holds: contrast(['DIFFUSION']) },
  {
    name: 'contrast-other-than-t2',
    against: ['t2'],
    weight: 0.9,
    holds: contrast([
      'T1',
      'PROTON_DENSITY',
      'DIFFUSION',
      'PERFUSION',
      'FLUID_ATTENUATED',
      'STIR',
      'T2_STAR',
      'TAGGING',
      'FLOW_ENCODED',
      'TOF',
      'MTC',
    ]),
  },
  { name: 'contrast-perfusion', against: ['diffusion', 'adc'], weight: 0.9, holds: contrast(['PERFUSION', 'FLOW_ENCODED', 'TOF']) },
  {
    name: 'component-phase',
    against: ['t2', 'diffusion'],
    weight: 0.9,
    holds: ({ scan }) => (/^(PHASE|REAL|IMAGINARY)$/.test(scan.component ?? '') ? `${word(scan.component)} image, not magnitude` : null),
  },

  // --- Sequence and timing
  {
    name: 'long-times',
    for: ['t2'],
    weight: 0.7,
    holds: (e) =>
      isLongTimed(e) ? `Echo time ${ms(e.scan.echoTime)} and repetition time ${ms(e.scan.repetitionTime)}: T2 weighting` : null,
  },
  {
    name: 'turbo-spin-echo',
    for: ['t2'],
    weight: 0.5,
    holds: (e) =>
      e.isSpinEcho && isTrain(e) ? `Turbo spin echo${e.scan.echoTrainLength ? `, ${e.scan.echoTrainLength} echoes a train` : ''}` : null,
  },
  {
    name: 'short-echo',
    against: ['t2'],
    weight: 0.8,
    holds: ({ scan: { echoTime } }) =>
      echoTime !== null && echoTime < 50 ? `Echo time ${ms(echoTime)}: too short for T2 weighting` : null,
  },
  {
    name: 'very-long-echo',
    against: ['t2'],
    weight: 0.6,
    holds: ({ scan: { echoTime } }) =>
      echoTime !== null && echoTime >= 350 ? `Echo time ${ms(echoTime)}: fluid alone, or an inverted 3D train` : null,
  },
  {
    name: 'short-repetition',
    against: ['t2'],
    weight: 0.7,
    holds: ({ scan: { repetitionTime } }) =>
      repetitionTime !== null && repetitionTime > 0 && repetitionTime < 1000
        ? `Repetition time ${ms(repetitionTime)}: T1 weighting comes in`
        : null,
  },
  { name: 'gradient-echo', against: ['t2'], weight: 0.9, holds: (e) => (e.isGradientEcho ? marked('Gradient echo, not spin echo') : null) },
  { name: 'echo-planar', for: ['diffusion', 'adc'], weight: 0.2, holds: (e) => (e.isEchoPlanar ? marked('Echo-planar readout') : null) },
  { name: 'echo-planar-is-no-t2', against: ['t2'], weight: 0.9, holds: (e) => (e.isEchoPlanar ? marked('Echo-planar readout') : null) },
  {
    name: 'gradient-echo-planar',
    against: ['diffusion', 'adc'],
    weight: 0.9,
    holds: (e) =>
      e.isEchoPlanar && e.isGradientEcho && e.weighted.length === 0 ? marked('Gradient-echo EPI, as for function and perfusion') : null,
  },
  {
    name: 'fluid-suppressed',
    against: ['t2'],
    weight: 0.9,
    holds: ({ scan, isInverted }) =>
      isInverted && (scan.inversionTime ?? 0) >= 1500 ? `Inversion time ${ms(scan.inversionTime)}: fluid is suppressed (FLAIR)` : null,
  },
  {
    name: 'fluid-suppressed-by-name',
    against: ['t2'],
    weight: 0.9,
    holds: ({ scan }) =>
      /flair|^\*?tir/i.test(scan.sequenceName ?? '') ? `Sequence ${scan.sequenceName}: inversion, fluid or fat is suppressed` : null,
  },
  {
    name: 'fat-suppressed-by-inversion',
    against: ['t2'],
    weight: 0.5,
    holds: ({ scan, isInverted }) =>
      isInverted && scan.inversionTime !== undefined && scan.inversionTime < 400
        ? `Inversion time ${ms(scan.inversionTime)}: fat is suppressed (STIR)`
        : null,
  },

  // --- What the slices cover
  {
    name: 'no-stack',
    against: ['t2'],
    weight: 0.8,
    holds: (e) => (e.isOneStack ? null : marked('Slices in several directions, as of a localiser')),
  },
  {
    name: 'few-slices',
    against: ['t2'],
    weight: 0.7,
    holds: ({ positions }) => (positions <= 3 ? `${counted(positions, 'slice')}: a localiser rather than a stack` : null),
  },

  // --- Texts
  { name: 'words-t2', for: ['t2'], weight: 0.4, holds: (e) => (e.terms.has('susceptibility') ? null : called(e, 't2', 'T2')) },
  { name: 'words-diffusion', for: ['diffusion'], weight: 0.4, holds: (e) => called(e, 'diffusion', 'diffusion') },
  { name: 'words-adc', for: ['adc'], weight: 0.4, holds: (e) => called(e, 'adc', 'ADC') },
  { name: 'words-adc-is-no-dwi', against: ['diffusion'], weight: 0.6, holds: (e) => called(e, 'adc', 'ADC') },
  { name: 'words-diffusion-is-no-t2', against: ['t2'], weight: 0.5, holds: (e) => called(e, 'diffusion', 'diffusion') },
  { name: 'words-t1', against: ['t2'], weight: 0.5, holds: (e) => called(e, 't1', 'T1') },
  { name: 'words-proton', against: ['t2'], weight: 0.5, holds: (e) => called(e, 'proton', 'proton density') },
  { name: 'words-flair', against: ['t2'], weight: 0.7, holds: (e) => called(e, 'flair', 'FLAIR') },
  { name: 'words-stir', against: ['t2'], weight: 0.4, holds: (e) => called(e, 'stir', 'STIR') },
  { name: 'words-susceptibility', against: ['t2'], weight: 0.7, holds: (e) => called(e, 'susceptibility', 'T2*') },
  { name: 'words-perfusion', against: MR_KINDS, weight: 0.6, holds: (e) => called(e, 'perfusion', 'perfusion or function') },
  { name: 'words-map', against: ['t2', 'diffusion'], weight: 0.5, holds: (e) => called(e, 'map', 'a map') },
  { name: 'words-localiser', against: MR_KINDS, weight: 0.6, holds: (e) => called(e, 'localiser', 'a localiser') },
];

/** Rules for the other slice modalities: which stack can be the axial reference. */
export const STACK_RULES: readonly Rule[] = [
  {
    name: 'axial-slices',
    for: ['axial-reference'],
    weight: 0.5,
    holds: (e) => (isAxialStack(e) ? marked('Axial slices in one direction') : null),
  },
  {
    name: 'image-type-axial',
    for: ['axial-reference'],
    weight: 0.4,
    holds: ({ imageType }) => (imageType.includes('AXIAL') ? marked('Image type AXIAL') : null),
  },
  {
    name: 'original-image',
    for: ['axial-reference'],
    weight: 0.2,
    holds: ({ imageType }) => (imageType[0] === 'ORIGINAL' && imageType[1] === 'PRIMARY' ? marked('Original image of the scanner') : null),
  },
  {
    name: 'whole-stack',
    for: ['axial-reference'],
    weight: 0.3,
    holds: ({ positions }) => (positions >= 20 ? `A stack of ${positions} slices` : null),
  },
  {
    name: 'thin-slices',
    for: ['axial-reference'],
    weight: 0.2,
    holds: ({ sliceThickness }) =>
      sliceThickness !== null && sliceThickness > 0 && sliceThickness <= 3 ? `Slices of ${sliceThickness} mm` : null,
  },
  {
    name: 'not-axial',
    against: ['axial-reference'],
    weight: 0.95,
    holds: (e) => (isAxialStack(e) ? null : marked('No stack of axial slices')),
  },
  {
    name: 'localiser',
    against: ['axial-reference'],
    weight: 0.95,
    holds: ({ imageType }) => (imageType.includes('LOCALIZER') ? marked('Image type LOCALIZER') : null),
  },
  {
    name: 'few-slices',
    against: ['axial-reference'],
    weight: 0.8,
    holds: ({ positions }) => (positions <= 3 ? `${counted(positions, 'slice')}: no stack to compare with` : null),
  },
  {
    name: 'calculated',
    against: ['axial-reference'],
    weight: 0.8,
    holds: imageType(
      /^(PERFUSION.*|R?CBF|R?CBV|MTT|TTP|PROJECTION IMAGE|(CSA )?MIP|(CSA )?MPR|REFORMATTED|SUBTRACTION|SECONDARY)$/,
      'calculated, not scanned',
    ),
  },
  {
    name: 'screen-capture',
    against: ['axial-reference'],
    weight: 0.95,
    holds: (e) => (e.isScreenCapture ? marked('A secondary capture, not a scanner’s image') : null),
  },
  { name: 'words-localiser', against: ['axial-reference'], weight: 0.6, holds: (e) => called(e, 'localiser', 'a localiser') },
];

function imageType(pattern: RegExp, meaning: string): Rule['holds'] {
  return ({ imageType }) => {
    // The first two values, original or derived and primary or secondary, are in every image.
    const value = imageType.find((one, place) => (place >= 2 || one === 'SECONDARY') && pattern.test(one));
    return value === undefined ? null : `Image type ${value}: ${meaning}`;
  };
}

function contrast(values: readonly string[]): Rule['holds'] {
  return ({ scan }) =>
    scan.contrast !== undefined && values.includes(scan.contrast) ? `The scanner calls its contrast ${word(scan.contrast)}` : null;
}

function called({ terms, written }: Evidence, term: RecognitionTerm, meaning: string): string | null {
  return terms.has(term) ? `Called “${written}”: ${meaning}` : null;
}

/** Long echo and long repetition; 3D trains with variable flip angles repeat faster. */
function isLongTimed({ scan: { echoTime, repetitionTime, acquisitionType } }: Evidence): boolean {
  return echoTime !== null && repetitionTime !== null && echoTime >= 65 && repetitionTime >= (acquisitionType === '3D' ? 1200 : 1700);
}

function isTrain({ scan }: Evidence): boolean {
  return (scan.echoTrainLength ?? 0) >= 3 || /^\*?(tse|fse|spc|h\d|ssfse|frfse|cube)/i.test(scan.sequenceName ?? '');
}

function isAxialStack({ plane, isOneStack }: Evidence): boolean {
  return plane === 'axial' && isOneStack;
}

function ms(value: number | null | undefined): string {
  return `${Number((value ?? 0).toPrecision(4))} ms`;
}

function listed(values: readonly number[]): string {
  return values.length > 6 ? `${values[0]} to ${values.at(-1)}` : values.join(', ');
}

function counted(count: number, noun: string): string {
  return count === 1 ? `Only one ${noun}` : `Only ${count} ${noun}s`;
}

/** PROTON_DENSITY in readable form: proton density. */
function word(value = ''): string {
  return /^T\d/.test(value) ? value.replace('_', ' ') : value.toLowerCase().replaceAll('_', ' ');
}
