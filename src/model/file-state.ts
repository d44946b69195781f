/**
 * [Note: The bytes of a file on the device]
 *
 * | state    | means                                                              | its bytes      |
 * |----------|--------------------------------------------------------------------|----------------|
 * | stored   | committed here; the server has not proved them                     | here           |
 * | proved   | the server found the same SHA-256; kept until they are released    | here           |
 * | released | proved, and let go: their day was over, or the room was needed     | gone           |
 * | lost     | the browser removed or changed them before they were proved        | gone           |
 * | skipped  | its series did not go, and its upload has ended and given its room | gone           |
 *
 * | event     | means                                                                                            |
 * |-----------|--------------------------------------------------------------------------------------------------|
 * | committed | bytes of this SHA-256 were taken onto the device (again)                                         |
 * | proved    | the server says that it has them                                                                 |
 * | unproved  | the server does not say so any more: it was restored from an older backup                        |
 * | released  | see docs/decisions/204-proved-copies-stay-a-day.md                                                |
 * | missing   | the bytes were looked for and cannot be read                                                     |
 *
 * `cleared` leads out of the table from every state: row and bytes go together.
 */
export const FILE_STATES = ['stored', 'proved', 'released', 'lost', 'skipped'] as const;
export type FileState = (typeof FILE_STATES)[number];

export const FILE_EVENTS = ['committed', 'proved', 'unproved', 'released', 'missing'] as const;
export type FileEvent = (typeof FILE_EVENTS)[number];

const MOVES: Record<FileState, Partial<Record<FileEvent, FileState>>> = {
  stored: { proved: 'proved', missing: 'lost', released: 'skipped' },
  proved: { unproved: 'stored', released: 'released', missing: 'released' },
  released: { unproved: 'lost', committed: 'proved' },
  lost: { committed: 'stored', proved: 'released' },
  skipped: {},
};

/**
 * The state after an event, or null when the event means nothing there and must change nothing. That `released` never reaches a stored file
 * that still has to go is the caller's to see to: only a series that did not go is skipped.
 */
export function nextFileState(state: FileState, event: FileEvent): FileState | null {
  return MOVES[state][event] ?? null;
}

/** What a file adds to the counters of its series. */
export interface FileCounts {
  provedFiles: number;
  provedBytes: number;
  /** Of these, what is kept here although it is proved. */
  keptBytes: number;
  lostFiles: number;
  /** No longer on this device. */
  goneBytes: number;
}

export function countsOf(state: FileState, size: number): FileCounts {
  const isProved = state === 'proved' || state === 'released';
  return {
    provedFiles: isProved ? 1 : 0,
    provedBytes: isProved ? size : 0,
    keptBytes: state === 'proved' ? size : 0,
    lostFiles: state === 'lost' ? 1 : 0,
    goneBytes: state === 'stored' || state === 'proved' ? 0 : size,
  };
}
