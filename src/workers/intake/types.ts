/** A file as a person gave it: the bytes and the path below the dropped folder. */
export interface PickedFile {
  file: File;
  /** `ProstateX-0000/07-07-2011/1-01.dcm`, or the bare name. */
  path: string;
}

export interface IntakeProgress {
  picked: number;
  /** Bytes and row committed on this device. */
  stored: number;
  /** Seconds left until everything is on this device; null while unknown. */
  secondsLeft: number | null;
}

export type IntakeEnd =
  | { ok: true; stored: number; duplicates: number; refused: number }
  /** No room: what was stored stays; `names` were not stored. */
  | { ok: false; why: 'quota' | 'fault'; stored: number; names: string[]; bytesNeeded: number };
