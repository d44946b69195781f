import type { ConversionNeed } from '#model/uploads/deidentified.ts';
import { keyOf } from './safe-private.ts';

/** What an element read by a converter may hold: a number of numbers, a Siemens header to rewrite, items, or text of one form. */
export type Holds =
  | { what: 'numbers'; vr: string; most: number }
  | { what: 'csa' | 'protocol' | 'items' }
  | { what: 'text'; form: RegExp }
  | { what: 'never' };

export interface ConverterElement {
  holds: Holds;
  /** What is wrong with a volume converted without it; null: only the sidecar loses information. */
  need: ConversionNeed | null;
}

/**
 * Private elements that dcm2niix reads (`nii_dicom.cpp`, v1.0.20241231), as data: private creator, group, content, what they are needed
 * for, low bytes of the elements. Numbers are given as VR and count (0: any number). Elements that it reads as free text are not listed:
 * none of them affects a voxel.
 */
const TABLE = `
SIEMENS MR HEADER|0019|US 1|mosaic|0A
SIEMENS MR HEADER|0019|IS 1|diffusion|0C
SIEMENS MR HEADER|0019|FD 3|diffusion|0E
SIEMENS MR HEADER|0019|FD 6|diffusion|27
SIEMENS MR HEADER|0019|IS 1||18
SIEMENS MR HEADER|0019|FD 1||28
SIEMENS MR HEADER|0019|FD 0|mosaic|29
SIEMENS MR HEADER|0051|matrix||0B
SIEMENS MR HEADER|0051|factors||11
SIEMENS MR SDS 01|0021|items||FE
SIEMENS MR SDS 01|0021|factors||09
SIEMENS MR SDS 01|0021|protocol||19
SIEMENS MR SDI 02|0021|items||FE
SIEMENS MR SDI 02|0021|DS 1||04
SIEMENS MR SDI 02|0021|places||06 8E
SIEMENS MR SDI 02|0021|IS 1||1C 42
SIEMENS MR SDI 02|0021|FD 1||53
SIEMENS MR SDI 02|0021|matrix||58
SIEMENS CSA HEADER|0029|csa||10 20
GEMS_ACQU_01|0019|SS 1||17
GEMS_ACQU_01|0019|DS 1|order|1B
GEMS_ACQU_01|0019|FL 1||5A
GEMS_ACQU_01|0019|sequence||9C 9E
GEMS_ACQU_01|0019|SL 1||A2
GEMS_ACQU_01|0019|DS 1||A9 B2 B3 B6 E2
GEMS_ACQU_01|0019|DS 1|diffusion|BB BC BD DF E0
GEMS_RELA_01|0021|SS 1|order|4F
GEMS_RELA_01|0021|SL 1||5A
GEMS_RELA_01|0021|DS 1||5E
GEMS_IMAG_01|0027|FL 1||60 61 62
GEMS_PARM_01|0043|SS 1||02 03 04 2C 30
GEMS_PARM_01|0043|SS 1|order|2F
GEMS_PARM_01|0043|IS 4|diffusion|39
GEMS_PARM_01|0043|FL 1|time|7C
GEMS_PARM_01|0043|DS 4||83 B6 B7
GEMS_PARM_01|0043|IS 1||A5
Philips Imaging DD 001|2001|FL 1|diffusion|03
Philips Imaging DD 001|2001|IS 1||08
Philips Imaging DD 001|2001|IS 1|order|0A 81
Philips Imaging DD 001|2001|SL 1||13
Philips Imaging DD 001|2001|SL 1|order|18
Philips Imaging DD 001|2001|plane||0B
Philips Imaging DD 001|2001|FL 1||1B 22
Philips Imaging DD 001|2001|items||5F
Philips MR Imaging DD 001|2005|FL 1||0D
Philips MR Imaging DD 001|2005|FL 1|scale|0E
Philips MR Imaging DD 001|2005|FL 4||30
Philips MR Imaging DD 001|2005|SS 1|order|63
Philips MR Imaging DD 001|2005|dimensions||6F
Philips MR Imaging DD 001|2005|FL 1||71 72 73 78 79 7A
Philips MR Imaging DD 001|2005|FL 1|time|A0
Philips MR Imaging DD 001|2005|FL 1|diffusion|B0 B1 B2
Philips MR Imaging DD 005|2005|items|order|0F
Philips MR Imaging DD 005|2005|IS 1|diffusion|12 13
Philips MR Imaging DD 005|2005|label||29
Philips MR Imaging DD 006|2005|IS 1|diffusion|96
Philips PET Private Group|7053|DS 1|scale|00 09
Image Private Header|0065|FD 1|diffusion|09
Image Private Header|0065|FD 3|diffusion|37
Image Private Header|0065|DS 1|mosaic|50
Image Private Header|0065|items|mosaic|51
Image Private Header|0065|IS 1||58
ELSCINT1|07A1|never|pixels|0A
`;

/** Texts that a converter reads in one form: from a closed set, or numbers with separators. */
const TEXTS: Readonly<Record<string, RegExp | undefined>> = {
  // 128*128, 96p*128I, 64*64s
  matrix: /^\d{1,4}[ps]?\*\d{1,4}[ps]?I?$/i,
  // p2, p2s3
  factors: /^(?:[ps]\d(?:\.\d)?){1,2}$/,
  // X_1_1_1_17
  places: /^(?:X|\d{1,3})(?:_\d{1,7}){5,30}$/,
  sequence: /^(?:epi|epi2|epiRT|epi_pepolar|epi2_pepolar|EPI|EPI2|b0map|B0map)$/,
  plane: /^(?:TRANSVERSAL|SAGITTAL|CORONAL)$/,
  dimensions: /^(?:1D|2D|3D|MS)$/,
  label: /^(?:LABEL|CONTROL|UNKNOWN|NONE)$/,
  // CS (PS3.5 6.2)
  code: /^[A-Z0-9_ ]{0,16}(?:\\[A-Z0-9_ ]{0,16}){0,15}$/,
  maker:
    /^(?:siemens(?: healthineers)?|ge medical systems|philips(?: medical systems| healthcare)?|toshiba(?:_mec)?|canon(?:_mec)?|hitachi(?: medical corporation)?|uih|bruker(?: biospin mri gmbh)?)$/i,
};

interface Row extends ConverterElement {
  creator: string;
  group: number;
  element: number;
}

const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .flatMap((row) => {
    const [creator = '', group = '', holds = '', need = '', elements = ''] = row.split('|');
    const known = {
      creator,
      group: Number.parseInt(group, 16),
      holds: holdsOf(holds),
      need: need === '' ? null : (need as ConversionNeed),
    };
    return elements.split(' ').map((element) => ({ ...known, element: Number.parseInt(element, 16) }));
  });

const ELEMENTS: ReadonlyMap<string, ConverterElement> = new Map(
  ROWS.map((row) => [keyOf(row.creator, row.group, row.element), row] as const),
);

function holdsOf(text: string): Holds {
  const form = TEXTS[text];
  if (form) return { what: 'text', form };
  if (text === 'csa' || text === 'protocol' || text === 'items' || text === 'never') return { what: text };
  const [vr = '', most = ''] = text.split(' ');
  return { what: 'numbers', vr, most: Number(most) };
}

/**
 * What an element without a private creator may be: some tools remove the creators and keep the element numbers, and dcm2niix reads
 * elements by their usual numbers.
 */
export function withoutCreator(tag: number): ConverterElement[] {
  return WITHOUT_CREATOR.get(tag) ?? [];
}

/** Usual blocks of creators, where it is not the first. */
const USUAL_BLOCKS: Readonly<Record<string, number | undefined>> = {
  'SIEMENS MR SDI 02': 0x11,
  'Philips MR Imaging DD 005': 0x14,
  'Philips MR Imaging DD 006': 0x15,
};

const WITHOUT_CREATOR: ReadonlyMap<number, ConverterElement[]> = Map.groupBy(
  ROWS,
  ({ creator, group, element }) => ((group << 16) | ((USUAL_BLOCKS[creator] ?? 0x10) << 8) | element) >>> 0,
);

/** Undefined if no converter reads it. */
export function converterElementOf(creator: string, tag: number): ConverterElement | undefined {
  return ELEMENTS.get(keyOf(creator, tag >>> 16, tag & 0xff));
}

/**
 * Texts of standard attributes that the table removes and a converter reads in one form: Toshiba and Canon directions in Image Comments,
 * and the word that marks resampled slices.
 */
export const CONVERTER_TEXTS: ReadonlyMap<number, { form: RegExp; need: ConversionNeed }> = new Map([
  [0x00204000, { form: /^b=\d{1,5}(?:\.\d{1,9})?\((?:-?\d(?:\.\d{1,9})?,){2}-?\d(?:\.\d{1,9})?\)$/, need: 'diffusion' }],
  [0x00082111, { form: /^MEDCOM_RESAMPLED$/i, need: 'order' }],
]);

/**
 * Standard attributes that make up and place an image, for files in which a tool wrote them without their VR (UN): content and tags. With
 * its VR each is kept; without it, only values of the right form.
 */
const IMAGE_ATTRIBUTES = `
code|00080008 00080060 00180020 00180021 00180022 00180023 00181312 00185100 00189075 00280004
maker|00080070
DS 1|00180050 00180080 00180081 00180082 00180083 00180088 00181060 00181120 00181314 00200110 00281052 00281053 00541300
DS 2|00280030
DS 3|00200032
DS 6|00200037
DS 0|00281050 00281051
IS 1|00180086 00180089 00180091 00181152 00181242 00200011 00200012 00200013 00200100 00200105 00201002 00280008
FD 1|00189087 00209153 00409224 00409225
FD 3|00189089
US 1|00280002 00280006 00280010 00280011 00280100 00280101 00280102 00280103 00280120 00540081 00541330
US 4|00181310
UL 1|00209057 00209128
UL 0|00209157
`;

/** Undefined for an element that is kept only with its VR. */
export function imageAttributeOf(tag: number): Holds | undefined {
  return IMAGE_FORMS.get(tag);
}

const IMAGE_FORMS: ReadonlyMap<number, Holds> = new Map(
  IMAGE_ATTRIBUTES.trim()
    .split('\n')
    .flatMap((row) => {
      const [holds = '', tags = ''] = row.split('|');
      return tags.split(' ').map((tag) => [Number.parseInt(tag, 16), holdsOf(holds)] as const);
    }),
);
