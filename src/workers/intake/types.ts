/** A file as the user provided it: the bytes and the path below the dropped folder. */
export interface PickedFile {
  file: File;
  /** `ProstateX-0000/07-07-2011/1-01.dcm`, or the bare name. */
  path: string;
  /** An archive that the server opens: it is stored unchanged, and nothing in it is read here. */
  forServer?: true;
}

/** A file with the ID of its row, so that taking it again after a fault writes the same row. */
export interface FileToTake extends PickedFile {
  id: string;
}

export interface IntakeProgress {
  picked: number;
  /** Files that are stored on this device with their row, or refused with a reason. */
  stored: number;
  /** Seconds left until everything is on this device; null while unknown. */
  secondsLeft: number | null;
}

/** Progress of an archive: its files that are stored or refused, and how much of its bytes is read. */
export interface ArchivePart {
  files: number;
  bytes: number;
}

/** The result: each given file is counted or listed once. What was stored stays, whatever happens to the others. */
export interface IntakeEnd {
  stored: number;
  duplicates: number;
  /** Rows that say why the file is not uploaded. */
  refused: number;
  /** Files inside archives whose type is not accepted. */
  unsupported: number;
  /** This device has no space for them; in the order in which they were chosen. */
  noRoom: FileToTake[];
  /** They could not be read, or this device failed. */
  faulted: FileToTake[];
  /** The upload was cleared meanwhile: files that were not stored by then belong to no upload. */
  isCleared: boolean;
}

/** Why a wait for space ended. `cleared`: the user removed the upload that the files were for, so they are dropped. */
export type RoomNews = 'room' | 'cleared';

/** `no-room`: the new headers need space. What was done by then is kept. */
export type DeidentifyEnd = 'ok' | 'no-room' | 'fault';
