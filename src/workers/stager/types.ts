/** A file from the user with the ID of its row, so that taking it again after a fault writes the same row. */
export interface FileToStage {
  id: string;
  file: File;
  /** Path below the dropped folder, or just the name. */
  path: string;
}

/** The result: each file is counted or listed once. Files stored on this device stay, whatever happens to the others. */
export interface StagingEnd {
  kept: number;
  duplicates: number;
  /** This device has no space for them. */
  noRoom: FileToStage[];
  /** They could not be read, or this device failed. */
  faulted: FileToStage[];
}
