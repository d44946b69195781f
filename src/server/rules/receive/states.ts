import type { FileTable, SeriesTable, UploadTable } from '#server/db/schema.ts';

/**
 * [Note: The states of what is received]
 *
 * Every move of a file, a series and an upload on the server, faults included. A fault that is not in a table (a connection that ends, a kill,
 * a full disk, a chunk that comes twice) moves nothing: its transaction was taken back, or it never began.
 *
 * | file      | means                                          | leaves by                                                                |
 * |-----------|------------------------------------------------|--------------------------------------------------------------------------|
 * | receiving | not every byte is held                         | `complete` → whole · `equal`: came whole and hashed in memory → proved    |
 * | whole     | every byte is held, nobody has hashed it       | `equal` → proved · `different`: wrong, its pieces go → receiving · `lost` |
 * | proved    | its bytes gave the announced SHA-256           | `lost`: the store no longer holds its bytes → receiving                   |
 *
 * | series     | means                                | leaves by                                                                      |
 * |------------|--------------------------------------|--------------------------------------------------------------------------------|
 * | receiving  | a file of it is not proved           | `whole`: as many are proved as were announced → proved                          |
 * | proved     | its conversion waits                 | `begun` → converting · `gave-up` → error · `lost` → receiving                   |
 * | converting | a converter has it                   | `made` → converted · `refused`, `gave-up` → error · `lost` → receiving          |
 * | converted  | its volumes are stored               | `volume-lost` → proved, to be converted again · `lost` → receiving              |
 * | error      | it cannot be converted, and why      | `lost` → receiving                                                              |
 *
 * | upload   | means                                  | leaves by                                                                        |
 * |----------|----------------------------------------|----------------------------------------------------------------------------------|
 * | open     | chunks are taken                       | `finish`: all is named and has ended → finished · `drop` → dropped                |
 * | finished | nothing of it is awaited               | `lost`: bytes are gone, whoever has them still may send them again → open ·        |
 * |          |                                        | `prepared` by its owner once more → open                                          |
 * | dropped  | its owner cleared it                   | never                                                                            |
 *
 * `lost` happens when a server is restored from a backup, or its disk lost objects: see inventory.ts. A device that was told so by a
 * backup that was taken away again (an older one was tried first) prepares an upload that is finished: it compares, sends what is missing,
 * which is nothing, and finishes it anew.
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

/** The state after an event, or null when the event means nothing there: it came late or twice, and changes nothing. */
export const nextFileState = (state: FileState, event: FileEvent): FileState | null => FILE_MOVES[state][event] ?? null;
export const nextSeriesState = (state: SeriesState, event: SeriesEvent): SeriesState | null => SERIES_MOVES[state][event] ?? null;
export const nextUploadState = (state: UploadState, event: UploadEvent): UploadState | null => UPLOAD_MOVES[state][event] ?? null;

/** The state of a file is what its row says of its bytes. */
export function fileStateOf({ received, size, proved }: { received: number; size: number; proved: FileTable['proved'] }): FileState {
  if (proved === 1) return 'proved';
  return received === size ? 'whole' : 'receiving';
}
