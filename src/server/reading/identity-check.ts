import type { ByteSource } from '#imaging/byte-source.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';

/** The files to check: those that a device calls de-identified, with the settings it used. */
export interface FilesToCheck {
  type: 'dcm' | 'nii';
  settings: DeidentifySettings;
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

export interface CheckedFiles {
  /** Names of the attributes (for a volume: fields) that still identify, for the whole series, each once. Never values. */
  attributes: string[];
  /** Files that cannot be read completely, so their content is unknown. */
  unread: number;
}

/** Rejects if the check crashes, which may be retried, or with the error of a file that cannot be read. */
export interface IdentityCheck {
  check(files: FilesToCheck, signal: AbortSignal): Promise<CheckedFiles>;
}
