import type { ByteSource } from '#imaging/byte-source.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';
import type { SentFacts } from '#model/uploads/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';

export interface FilesToDeidentify {
  type: 'dcm' | 'nii';
  settings: DeidentifySettings;
  /** Hexadecimal: the key for replacement UIDs, identifiers and dates. */
  key: string;
  /** In slice order: items of the answer refer to them by index. */
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

/** De-identifies the files of a series in isolation, because they are untrusted. */
export interface SeriesDeidentifier {
  /**
   * Returns the files part by part; the next part is sent when the last was received. `sent`: values of the new headers; null if no file could be
   * de-identified.
   */
  deidentify(
    series: FilesToDeidentify,
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<{ sent: SentFacts | null } | 'endless'>;
}
