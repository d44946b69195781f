/** Names for files that leave the server: what any file system takes, and nothing that identifies a patient in the name of a download. */

/** Characters of a name that some file system or shell refuses, control characters and marks that turn the direction of a text among them. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Windows takes these for devices, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
/** In UTF-8, with room for a number behind it: file systems stop at 255. */
const MAX_BYTES = 120;

interface NamedStudy {
  modality: string;
  study_date: string;
  uuid: string;
}

/** `MR_20240102_0b54c8a6`: modality, study date, the beginning of the uuid. */
export function studyFileName({ modality, study_date, uuid }: NamedStudy): string {
  const code = /^[A-Za-z0-9]{1,16}$/.test(modality) ? modality.toUpperCase() : 'OT';
  const date = /^\d{8}$/.test(study_date) ? study_date : 'undated';
  return `${code}_${date}_${uuid.slice(0, 8)}`;
}

/** `…_series-3`; a series that has no number is named by its own uuid. */
export function seriesFileName(study: NamedStudy, series: { series_number: string; uuid: string }): string {
  const number = /^\d{1,10}$/.test(series.series_number) ? series.series_number : series.uuid.slice(0, 8);
  return `${studyFileName(study)}_series-${number}`;
}

/** A name for one file or folder, made of what somebody wrote; `fallback` where nothing of it is left. */
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

/** Gives each name back, with a number before its extension where it was given before. File systems that know no capitals are thought of. */
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

/** A last part of digits only (`MR.1.3.12`) is no extension. */
function parted(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)(?:\.nii)?\.[A-Za-z][A-Za-z0-9]{0,9}$/.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}
