/** A file as a person gave it: the bytes and the path below the dropped folder. */
export interface PickedFile {
  file: File;
  /** `ProstateX-0000/07-07-2011/1-01.dcm`, or the bare name. */
  path: string;
}

/** With the id of its row: taking it again after a fault writes the same row. */
export interface FileToTake extends PickedFile {
  id: string;
}

export interface IntakeProgress {
  picked: number;
  /** Bytes and row committed on this device, or left behind with a reason. */
  stored: number;
  /** Seconds left until everything is on this device; null while unknown. */
  secondsLeft: number | null;
}

export type IntakeEnd =
  | { ok: true; stored: number; duplicates: number; refused: number }
  /** What was stored stays; `names` were not stored. `quota`: the device has no room for `bytesNeeded` more. */
  | { ok: false; why: 'quota' | 'fault'; stored: number; names: string[]; bytesNeeded: number };
