import type { ByteSource } from '#imaging/byte-source.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';
import type { SentFacts } from '#model/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';

export interface FilesToDeidentify {
  type: 'dcm' | 'nii';
  settings: DeidentifySettings;
  /** Hexadecimal: what stands for UIDs, identifiers and dates is made with it. */
  key: string;
  /** In the order of slices: items of the answer name them by their place here. */
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

/** Makes of the files of a series those that carry no name, where hostile ones can harm nobody. */
export interface SeriesDeidentifier {
  /** What was made, part by part; the next comes when the last was taken. `sent`: what the headers say now; null where none could be made. */
  deidentify(
    series: FilesToDeidentify,
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<{ sent: SentFacts | null } | 'endless'>;
}
