import type { FileTable, SeriesTable, UploadTable } from '#server/db/schema.ts';

/**
 * [Note: The states of what is received]
 *
 * Every transition of a file, a series and an upload on the server, faults included. A fault that is not in a table (a broken connection, a
 * kill, a full disk, a repeated chunk) changes nothing: its transaction was rolled back, or never began.
 *
 * | file      | means                                          | leaves by                                                                |
 * |-----------|------------------------------------------------|--------------------------------------------------------------------------|
 * | receiving | not every byte is stored                       | `complete` → whole · `equal`: came whole and hashed in memory → proved    |
 * | whole     | every byte is stored, but not hashed           | `equal` → proved · `different`: pieces deleted → receiving · `lost` |
 * | proved    | its bytes have the announced SHA-256           | `lost`: the store no longer holds its bytes → receiving                   |
 *
 * | series     | means                                | leaves by                                                                      |
 * |------------|--------------------------------------|--------------------------------------------------------------------------------|
 * | receiving  | a file of it is not verified         | `whole`: as many are verified as were announced → proved                        |
 * | proved     | its conversion waits                 | `begun` → converting · `gave-up` → error · `lost` → receiving                   |
 * | converting | a converter has it                   | `made` → converted · `refused`, `gave-up` → error · `lost` → receiving          |
 * | converted  | its volumes are stored               | `volume-lost` → proved, to be converted again · `lost` → receiving              |
 * | error      | it cannot be converted, and why      | `lost` → receiving                                                              |
 *
 * | upload   | means                                  | leaves by                                                                        |
 * |----------|----------------------------------------|----------------------------------------------------------------------------------|
 * | open     | chunks are accepted                    | `finish`: all is named and has ended → finished · `drop` → dropped                |
 * | finished | nothing of it is awaited               | `lost`: bytes are missing, a device may send them again → open ·                   |
 * |          |                                        | `prepared` again by its owner → open                                              |
 * | dropped  | its owner discarded it                 | never                                                                            |
 *
 * `lost` happens when a server is restored from a backup, or its disk lost objects: see inventory.ts. If an older backup was tried first, a
 * device may still prepare an upload that is finished in the current one: it compares, finds nothing missing, and finishes it again.
 */
export type FileState = 'receiving' | 'whole' | 'proved';
export type FileEvent = 'complete' | 'equal' | 'different' | 'lost';

const FILE_MOVES: Record<FileState, Partial<Record<FileEvent, FileState>>> = {
  receiving: { complete: 'whole', equal: 'proved', lost: 'receiving' },
  whole: { complete: 'whole', equal: 'proved', different: 'receiving', lost: 'receiving' },
  proved: { lost: 'receiving' },
};

export type SeriesState = SeriesTable['state'];
export type SeriesEvent = 'whole' | 'begun' | 'made' | 'refused' | 'gave-up' | 'volume-lost' | 'lost';

const SERIES_MOVES: Record<SeriesState, Partial<Record<SeriesEvent, SeriesState>>> = {
  receiving: { whole: 'proved', lost: 'receiving' },
  proved: { begun: 'converting', 'gave-up': 'error', lost: 'receiving' },
  converting: { begun: 'converting', made: 'converted', refused: 'error', 'gave-up': 'error', lost: 'receiving' },
  converted: { 'volume-lost': 'proved', lost: 'receiving' },
  error: { lost: 'receiving' },
};

export type UploadState = UploadTable['state'];
export type UploadEvent = 'prepared' | 'finish' | 'drop' | 'lost';

const UPLOAD_MOVES: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  open: { prepared: 'open', finish: 'finished', drop: 'dropped', lost: 'open' },
  finished: { prepared: 'open', lost: 'open' },
  dropped: { drop: 'dropped' },
};

/** The state after an event, or null if the event means nothing there: it came late or twice, and changes nothing. */
export const nextFileState = (state: FileState, event: FileEvent): FileState | null => FILE_MOVES[state][event] ?? null;
export const nextSeriesState = (state: SeriesState, event: SeriesEvent): SeriesState | null => SERIES_MOVES[state][event] ?? null;
export const nextUploadState = (state: UploadState, event: UploadEvent): UploadState | null => UPLOAD_MOVES[state][event] ?? null;

/** Derives the state of a file from its row. */
export function fileStateOf({ received, size, proved }: { received: number; size: number; proved: FileTable['proved'] }): FileState {
  if (proved === 1) return 'proved';
  return received === size ? 'whole' : 'receiving';
}
