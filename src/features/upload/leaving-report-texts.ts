import type { Deidentification } from '#contract/deidentification.ts';
import type { ConversionNeed, Done } from '#model/deidentified.ts';
import { formatCountOf } from '#ui/format.ts';
import { tagText, type StudyReport } from './leaving-report.ts';

/** Words of the report before sending. */
export const REPORT_TEXTS = {
  title: 'De-identification report',
  open: 'What leaves this device',
  lookAt: 'To look at',
  perStudy: 'What is done to each study',
  textStated: 'The device says that there is text in these pictures',
  textLikely: 'Pictures of this kind often have text in them',
  textWhy: 'Look at them. Where a name stands in one, draw a box over it, or leave the series out.',
  film: 'A film leaves as it is, with all that is written or said in it',
  filmWhy: 'Play it. Where a name stands in it, leave the series out.',
  readsLikeName: 'This text stays, and reads like a name',
  face: 'A face can be made of the slices of a head',
  leaveOut: 'Leave this series out',
  wrongVolumes: 'Volumes of this series will be wrong',
  keepForConversion: 'Keep what converters read in this series',
  keptForConversion: 'Kept for converters: numbers of the maker, without which volumes come out wrong',
  creator: 'Written by',
  noCreator: 'Not said',
  volumes: 'NIfTI volumes go under another name, without texts in their headers. Their voxels stay as they are.',
  taken: 'Taken out of NIfTI headers',
  field: 'Field',
  holds: 'What it holds',
  volumesWithIt: 'Volumes',
  pixels: 'Pictures stay as they are, dot for dot, in the compression that they have, but for boxes that you black out.',
  boxesRefused: 'This series stays here: its boxes cannot be blacked out',
  save: 'Save report',
  savedWithout: 'Without names, and without the values that are taken out.',
  tag: 'Tag',
  element: 'Element',
  values: 'Values',
  unnamed: 'Private, or not in the standard',
} as const;

/** What went, and what comes of it. */
export const LOST_TEXTS: Record<ConversionNeed, string> = {
  mosaic:
    'Its slices lie side by side in one picture. What says how many there are is taken out: they will not be cut, or there will be empty ones.',
  diffusion: 'Its b-values and directions of diffusion are taken out.',
  scale: 'The scale of its values is taken out.',
  order: 'What says in which order its slices and volumes lie is taken out.',
  time: 'What says the time between its volumes is taken out.',
  pixels: 'Its pictures lie in elements of the maker, and these are taken out.',
};

export const DONE_TEXTS: Record<Done, string> = {
  removed: 'Removed',
  emptied: 'Emptied',
  replaced: 'Replaced by what says nothing',
  'new-uid': 'Given new identifiers',
  shifted: 'Dates moved',
  cleaned: 'Cleaned of names and numbers',
  kept: 'Kept, as your team wants it',
};

const DATES = { remove: 'dates removed', shift: 'dates moved, distances kept', keep: 'dates kept' } as const;
const RETAINED = {
  uids: 'UIDs kept',
  device: 'device kept',
  institution: 'institution kept',
  patientCharacteristics: 'patient characteristics kept',
  safePrivate: 'safe private elements kept',
  conversion: 'what converters read kept',
} as const;
const CLEANED = {
  descriptors: 'descriptions cleaned',
  structuredContent: 'structured content cleaned',
  graphics: 'graphics cleaned',
} as const;

/** 'Basic Profile of DICOM PS3.15, dates removed'. */
export function profileText({ dates, retain, clean }: Pick<Deidentification, 'dates' | 'retain' | 'clean'>): string {
  const chosen = <Key extends string>(options: Partial<Record<Key, boolean | undefined>>, texts: Record<Key, string>): string[] =>
    (Object.keys(texts) as Key[]).filter((key) => options[key]).map((key) => texts[key]);
  return ['Basic Profile of DICOM PS3.15', DATES[dates], ...chosen(retain, RETAINED), ...chosen(clean, CLEANED)].join(', ');
}

/** For a file of the person: counts and attributes, no name and no value. */
export function savedReport(reports: readonly StudyReport[], settings: Deidentification): string {
  const studies = reports.map(({ files, volumes, taken, blackedOut, forConversion, groups, points }, n) => ({
    study: n + 1,
    files,
    volumes,
    taken_out_of_volumes: taken,
    blacked_out: { boxes: blackedOut.boxes, files: blackedOut.files, series_said_to_have_no_name_left: blackedOut.saidClean },
    kept_for_converters: forConversion,
    to_look_at: points.map(({ what }) => what),
    done: groups.map(({ done, elements, attributes }) => ({
      done,
      values: elements,
      attributes: attributes.map((attribute) => ({ tag: tagText(attribute.tag), name: attribute.name, values: attribute.elements })),
    })),
  }));
  return `${JSON.stringify({ profile: profileText(settings), studies }, null, 2)}\n`;
}

export function onServerText(series: number): string {
  return `Of ${formatCountOf(series, 'series', 'series')} that the server opened it is taken out there, by the same rules. What that is can be listed here only for files of this device.`;
}
