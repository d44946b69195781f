/** A file as a person gave it, with the id of its row: taking it again after a fault writes the same row. */
export interface FileToStage {
  id: string;
  file: File;
  /** Below the dropped folder, or the bare name. */
  path: string;
}

/** What became of the files: each is counted or listed once. What is on this device stays, whatever became of the others. */
export interface StagingEnd {
  kept: number;
  duplicates: number;
  /** This device has no room for them. */
  noRoom: FileToStage[];
  /** They could not be read, or this device failed. */
  faulted: FileToStage[];
}
