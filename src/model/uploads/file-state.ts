/**
 * [Note: The bytes of a file on the device]
 *
 * | state    | means                                                              | its bytes      |
 * |----------|--------------------------------------------------------------------|----------------|
 * | stored   | committed here; the server has not verified them                   | here           |
 * | proved   | verified: the server found the same SHA-256; kept until released   | here           |
 * | released | verified and deleted: expired, or the space was needed             | gone           |
 * | lost     | the browser removed or changed them before they were verified      | gone           |
 * | skipped  | its series was not sent, its upload has ended and freed its space  | gone           |
 *
 * | event     | means                                                                                            |
 * |-----------|--------------------------------------------------------------------------------------------------|
 * | committed | bytes with this SHA-256 were stored on the device (again)                                        |
 * | proved    | the server reports that it has them                                                              |
 * | unproved  | the server no longer reports them: it was restored from an older backup                          |
 * | released  | see docs/decisions/204-local-copies-after-upload.md                                                |
 * | missing   | the bytes cannot be read                                                                         |
 *
 * `cleared` leaves the table from every state: row and bytes are deleted together.
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
 * The state after an event. Null if the event has no meaning in this state and must change nothing. The caller must make sure that `released` never
 * reaches a stored file that is still to be sent: only files of a series that was not sent are skipped.
 */
export function nextFileState(state: FileState, event: FileEvent): FileState | null {
  return MOVES[state][event] ?? null;
}

/** What a file adds to the counters of its series. */
export interface FileCounts {
  provedFiles: number;
  provedBytes: number;
  /** Bytes that are kept here although they are verified. */
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
