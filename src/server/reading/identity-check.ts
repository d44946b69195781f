import type { ByteSource } from '#imaging/byte-source.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';

/** What is asked: files that a device calls de-identified, and by which settings. */
export interface FilesToCheck {
  type: 'dcm' | 'nii';
  settings: DeidentifySettings;
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

export interface CheckedFiles {
  /** Names of the attributes (of a volume: fields) that still identify, of the whole series, each once. Never a value. */
  attributes: string[];
  /** Files that cannot be read to their end: nobody can say what they hold. */
  unread: number;
}

/** A check that breaks rejects: that may be tried again. What a file rejects with, it rejects with. */
export interface IdentityCheck {
  check(files: FilesToCheck, signal: AbortSignal): Promise<CheckedFiles>;
}
