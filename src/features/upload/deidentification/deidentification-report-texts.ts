import type { Deidentification } from '#contract/deidentification.ts';
import type { ConversionNeed, Done } from '#model/uploads/deidentified.ts';
import { formatCountOf } from '#ui/format.ts';
import { tagText, type StudyReport } from './deidentification-report.ts';

/** Texts of the report before sending. */
export const REPORT_TEXTS = {
  title: 'De-identification report',
  open: 'De-identification report',
  lookAt: 'To check',
  perStudy: 'Changes to each study',
  textStated: 'The header says that these images contain text',
  textLikely: 'Images of this kind often contain text',
  textWhy: 'Check them. If you see a name, draw a box over it or leave the series out.',
  film: 'A video is sent unchanged, with all text and sound in it',
  filmWhy: 'Play it. If it shows or mentions a name, leave the series out.',
  readsLikeName: 'This text is kept and looks like a name',
  face: 'A face can be reconstructed from head slices',
  leaveOut: 'Leave this series out',
  wrongVolumes: 'Volumes of this series will be wrong',
  keepForConversion: 'Keep what converters need in this series',
  keptForConversion: 'Kept for converters: private elements of the manufacturer, without which volumes would be wrong',
  creator: 'Written by',
  noCreator: 'Not stated',
  volumes: 'NIfTI volumes are sent under a new name, without text in their headers. Voxels are not changed.',
  taken: 'Removed from NIfTI headers',
  field: 'Field',
  holds: 'Content',
  volumesWithIt: 'Volumes',
  pixels: 'Pixels and their compression are not changed, except where you draw redaction boxes.',
  boxesRefused: 'This series is not sent: its redaction boxes cannot be applied',
  save: 'Save report',
  savedWithout: 'Contains no names and none of the removed values.',
  tag: 'Tag',
  element: 'Element',
  values: 'Values',
  unnamed: 'Private, or not in the standard',
} as const;

/** What was removed, and the consequence. */
export const LOST_TEXTS: Record<ConversionNeed, string> = {
  mosaic: 'Its slices are tiles of one image, and the number of tiles is removed: they will not be separated, or some will be empty.',
  diffusion: 'Its b-values and diffusion directions are removed.',
  scale: 'The scale of its values is removed.',
  order: 'The order of its slices and volumes is removed.',
  time: 'The time between its volumes is removed.',
  pixels: 'Its images are stored in private elements, which are removed.',
};

export const DONE_TEXTS: Record<Done, string> = {
  removed: 'Removed',
  emptied: 'Emptied',
  replaced: 'Replaced by neutral values',
  'new-uid': 'Given new identifiers',
  shifted: 'Dates shifted',
  cleaned: 'Cleaned of names and numbers',
  kept: 'Kept, by the settings of your team',
};

const DATES = { remove: 'dates removed', shift: 'dates shifted, intervals kept', keep: 'dates kept' } as const;
const RETAINED = {
  uids: 'UIDs kept',
  device: 'device kept',
  institution: 'institution kept',
  patientCharacteristics: 'patient characteristics kept',
  safePrivate: 'safe private elements kept',
  conversion: 'elements for converters kept',
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

/** The report as a file: counts and attributes, no names or values. */
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
  return `${formatCountOf(series, 'series', 'series')} that the server unpacked are de-identified there, by the same rules. The report lists only files on this device.`;
}
