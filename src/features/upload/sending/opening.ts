import { SENDING_PHASES } from '#model/uploads/transfer-phase.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** The progress of an upload that was running when this page was opened. */
export interface Opening {
  uploadId: string;
  at: number;
  provedFiles: number;
  files: number;
  confirmedBytes: number;
  bytes: number;
}

const openingByDb = new Map<string, Promise<Opening | null>>();

/** Checks once per visit, as early as the frame of the page can; null if nothing was being sent. */
export function openingOf(db: LocalDb): Promise<Opening | null> {
  const opening = openingByDb.get(db.name) ?? readOpening(db);
  openingByDb.set(db.name, opening);
  return opening;
}

export async function readOpening(db: LocalDb): Promise<Opening | null> {
  return db.transaction('r', db.uploads, db.series, async () => {
    const upload = await db.uploads.where('shown').equals(1).first();
    if (!upload || !SENDING_PHASES.includes(upload.phase)) return null;
    const series = (await db.series.where('uploadId').equals(upload.id).toArray()).filter((row) => row.idx !== null);
    const sum = (of: (row: (typeof series)[number]) => number): number => series.reduce((total, row) => total + of(row), 0);
    return {
      uploadId: upload.id,
      at: Date.now(),
      provedFiles: sum((row) => row.provedFiles),
      files: sum((row) => row.files),
      confirmedBytes: sum((row) => row.confirmedBytes),
      bytes: sum((row) => row.bytes),
    };
  });
}
