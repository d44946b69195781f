import { readFields } from '#imaging/dicom/header/read-fields.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { SeriesFacts } from '#contract/series-reading.ts';

/** Frame §3: the extra fields that a user may see, depending on the modality, with their tags. */
const PROPS: readonly (readonly [prop: string, ...codes: string[]])[] = [
  ['imageType', '(0008,0008)'],
  ['imageComments', '(0020,4000)'],
  ['protocolName', '(0018,1030)'],
  ['seriesDescription', '(0008,103E)'],
  ['bodyPartExamined', '(0018,0015)'],
  ['contrastBolusAgent', '(0018,0010)'],
  ['sliceLocation', '(0020,1041)'],
  ['repetitionTimeTR', '(0018,0080)'],
  // An enhanced image has the effective one instead.
  ['echoTimeTE', '(0018,0081)', '(0018,9082)'],
  ['diffusionBValue', '(0018,9087)'],
  ['cineRate', '(0018,0040)'],
  ['primaryAngle', '(0018,1510)'],
  ['secondaryAngle', '(0018,1511)'],
];

const LONGEST_VALUE = 1_000;

/** The values of these in a header, without empty ones. */
export async function readTags(header: ReadHeader, frame: number): Promise<SeriesFacts['tags']> {
  const fields = await readFields(header, frame);
  const { diffusionBValue } = header.description;
  return PROPS.flatMap(([prop, ...codes]) => {
    const field = fields.find(({ code }) => codes.includes(code));
    if (field) return [{ code: field.code, name: field.name, prop, value: field.value.slice(0, LONGEST_VALUE) }];
    // Vendors store it in private elements.
    if (prop === 'diffusionBValue' && diffusionBValue !== null) {
      return [{ code: codes[0]!, name: 'Diffusion b-value', prop, value: String(diffusionBValue) }];
    }
    return [];
  });
}
