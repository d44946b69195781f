import type { Deidentification } from '#contract/deidentification.ts';
import { marked, t, translated } from '#language/t.ts';
import type { ConversionNeed, Done } from '#model/uploads/deidentified.ts';
import { formatCount } from '#ui/format.ts';
import { tagText, type StudyReport } from './deidentification-report.ts';

/** Texts of the report before sending. */
export const REPORT_TEXTS = {
  title: t('De-identification report'),
  open: t('De-identification report'),
  perStudy: t('Changes to each study'),
  textStated: t('The header says that these images contain text'),
  textLikely: t('Images of this kind often contain text'),
  textWhy: t('Check them. If you see a name, draw a box over it or leave the series out.'),
  film: t('A video is sent unchanged, with all text and sound in it'),
  filmWhy: t('Play it. If it shows or mentions a name, leave the series out.'),
  readsLikeName: t('This text is kept and looks like a name'),
  face: t('A face can be reconstructed from head slices'),
  leaveOut: t('Leave this series out'),
  wrongVolumes: t('Volumes of this series will be wrong'),
  keepForConversion: t('Keep what converters need in this series'),
  keptForConversion: t('Kept for converters: private elements of the manufacturer, without which volumes would be wrong'),
  creator: t('Written by'),
  noCreator: t('Not stated'),
  volumes: t('NIfTI volumes are sent under a new name, without text in their headers. Voxels are not changed.'),
  taken: t('Removed from NIfTI headers'),
  field: t('Field'),
  holds: t('Content'),
  volumesWithIt: t('Volumes'),
  pixels: t('Pixels and their compression are not changed, except where you draw redaction boxes.'),
  boxesRefused: t('This series is not sent: its redaction boxes cannot be applied'),
  save: t('Save report'),
  savedWithout: t('Contains no names and none of the removed values.'),
  tag: t('Tag'),
  element: t('Element'),
  values: t('Values'),
  unnamed: t('Private, or not in the standard'),
} as const;

/** What was removed, and the consequence. */
export const LOST_TEXTS: Record<ConversionNeed, string> = {
  mosaic: t('Its slices are tiles of one image, and the number of tiles is removed: they will not be separated, or some will be empty.'),
  diffusion: t('Its b-values and diffusion directions are removed.'),
  scale: t('The scale of its values is removed.'),
  order: t('The order of its slices and volumes is removed.'),
  time: t('The time between its volumes is removed.'),
  pixels: t('Its images are stored in private elements, which are removed.'),
};

export const DONE_TEXTS: Record<Done, string> = {
  removed: t('Removed'),
  emptied: t('Emptied'),
  replaced: t('Replaced by neutral values'),
  'new-uid': t('Given new identifiers'),
  shifted: t('Dates shifted'),
  cleaned: t('Cleaned of names and numbers'),
  kept: t('Kept, by the settings of your team'),
};

const DATES = { remove: marked('dates removed'), shift: marked('dates shifted, intervals kept'), keep: marked('dates kept') } as const;
const RETAINED = {
  uids: marked('UIDs kept'),
  device: marked('device kept'),
  institution: marked('institution kept'),
  patientCharacteristics: marked('patient characteristics kept'),
  safePrivate: marked('safe private elements kept'),
  conversion: marked('elements for converters kept'),
} as const;
const CLEANED = {
  descriptors: marked('descriptions cleaned'),
  structuredContent: marked('structured content cleaned'),
  graphics: marked('graphics cleaned'),
} as const;

type Profile = Pick<Deidentification, 'dates' | 'retain' | 'clean'>;

/** 'Basic Profile of DICOM PS3.15, dates removed'. */
export function profileText(profile: Profile): string {
  return partsOfProfile(profile).map(translated).join(', ');
}

/** In English, as in the saved report. */
function partsOfProfile({ dates, retain, clean }: Profile): string[] {
  const chosen = <Key extends string>(options: Partial<Record<Key, boolean | undefined>>, texts: Record<Key, string>): string[] =>
    (Object.keys(texts) as Key[]).filter((key) => options[key]).map((key) => texts[key]);
  return [marked('Basic Profile of DICOM PS3.15'), DATES[dates], ...chosen(retain, RETAINED), ...chosen(clean, CLEANED)];
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
  return `${JSON.stringify({ profile: partsOfProfile(settings).join(', '), studies }, null, 2)}\n`;
}

export function onServerText(series: number): string {
  return t(
    '{count, plural, one {# series} other {# series}} that the server unpacked are de-identified there, by the same rules. The report lists only files on this device.',
    { count: series },
  );
}

export function lookAtText(points: number): string {
  return t('To check {count}', { count: formatCount(points) });
}
