/** A file as a person gave it: the bytes and the path below the dropped folder. */
export interface PickedFile {
  file: File;
  /** `ProstateX-0000/07-07-2011/1-01.dcm`, or the bare name. */
  path: string;
  /** An archive that the server is to open: it is taken as it is, and nothing in it is read here. */
  forServer?: true;
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

/** How far an archive is: files of it that are committed or left behind, and how much of its own bytes is read. */
export interface ArchivePart {
  files: number;
  bytes: number;
}

/** What became of the files that were given: each is counted or listed once. What was stored stays, whatever became of the others. */
export interface IntakeEnd {
  stored: number;
  duplicates: number;
  /** Rows that say why the file stays behind. */
  refused: number;
  /** Files inside archives of a kind that the door refuses. */
  unsupported: number;
  /** This device has no room for them; in the order in which they were given. */
  noRoom: FileToTake[];
  /** They could not be read, or this device failed. */
  faulted: FileToTake[];
  /** The upload was cleared meanwhile: what was not taken by then belongs to nothing any more. */
  isCleared: boolean;
}

/** Why a wait for room ended. `cleared`: the upload that the files were given for is gone by the person's wish, and they go with it. */
export type RoomNews = 'room' | 'cleared';

/** `no-room`: the headers that leave need some. What was made by then is kept. */
export type DeidentifyEnd = 'ok' | 'no-room' | 'fault';
