/** File names of downloads: accepted by any file system, and without anything that identifies a patient. */

/** Characters that some file system or shell rejects, control characters and bidirectional formatting marks included. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Windows treats these as devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
/** In UTF-8, with space for a number at the end: file systems allow 255. */
const MAX_BYTES = 120;

interface NamedStudy {
  modality: string;
  study_date: string;
  uuid: string;
}

/** `MR_20240102_0b54c8a6`: modality, study date, start of the uuid. */
export function studyFileName({ modality, study_date, uuid }: NamedStudy): string {
  const code = /^[A-Za-z0-9]{1,16}$/.test(modality) ? modality.toUpperCase() : 'OT';
  const date = /^\d{8}$/.test(study_date) ? study_date : 'undated';
  return `${code}_${date}_${uuid.slice(0, 8)}`;
}

/** `…_series-3`; a series without a number is named by its own uuid. */
export function seriesFileName(study: NamedStudy, series: { series_number: string; uuid: string }): string {
  const number = /^\d{1,10}$/.test(series.series_number) ? series.series_number : series.uuid.slice(0, 8);
  return `${studyFileName(study)}_series-${number}`;
}

/** A name for one file or folder, made of user input; `fallback` if nothing of it is left. */
export function safeName(text: string, fallback: string): string {
  const plain = text
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const short = shortened(plain);
  if (short === '' || /^_+$/.test(short)) return fallback;
  return DEVICE.test(short) ? `_${short}` : short;
}

/**
 * Returns each name, with a number before its extension if it was used already. Compares without case, for case-insensitive file systems.
 */
export function createUniqueNames(): (name: string) => string {
  const given = new Set<string>();
  const lastNumber = new Map<string, number>();
  const take = (name: string): boolean => {
    const key = name.toLowerCase();
    return !given.has(key) && given.add(key) !== undefined;
  };
  return (name) => {
    if (take(name)) return name;
    const { stem, extension } = parted(name);
    for (let number = (lastNumber.get(name.toLowerCase()) ?? 1) + 1; ; number += 1) {
      const numbered = `${stem} (${number})${extension}`;
      lastNumber.set(name.toLowerCase(), number);
      if (take(numbered)) return numbered;
    }
  };
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const { stem, extension } = parted(name);
  let kept = stem;
  while (Buffer.byteLength(kept + extension) > MAX_BYTES) kept = [...kept].slice(0, -1).join('');
  return `${kept.trimEnd()}${extension}`;
}

/** A last part of digits only (`MR.1.3.12`) is not an extension. */
function parted(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)(?:\.nii)?\.[A-Za-z][A-Za-z0-9]{0,9}$/.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}
