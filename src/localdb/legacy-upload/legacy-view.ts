import type { BatchResult, ConvertedCase } from '#contract/batch.ts';
import type { LegacyChoice } from '#model/uploads/legacy-upload.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { findLegacy } from './legacy-uploads.ts';
import type { LegacyRow, LocalDb, UploadRow } from '#localdb/schema.ts';
import { openJson } from '#localdb/encryption.ts';

/** A legacy upload for the page. */
export interface LegacyView extends LegacyChoice, Pick<UploadRow, 'id' | 'phase' | 'halt' | 'waiting'> {
  step: LegacyRow['step'];
  files: { total: number; proved: number; lost: number };
  bytes: { total: number; confirmed: number; proved: number };
  /** The first chosen files, in order of arrival. Only their names, and only while the choice can change. */
  chosen: readonly { id: string; path: string; size: number }[];
  result: BatchResult | null;
  cases: readonly ConvertedCase[] | null;
}

/** Enough for a quick look. */
const NAMES_SHOWN = 200;

/** Null if there is none. */
export async function readLegacyView(db: LocalDb, device: DeviceKey): Promise<LegacyView | null> {
  const { upload, series, files } = await withConnection(db, () => readRows(db));
  if (!upload) return null;
  const { id, phase, halt, waiting, legacy } = upload;
  const [result, cases, chosen] = await Promise.all([
    legacy.result && openJson<BatchResult>(device, legacy.result),
    legacy.cases && openJson<ConvertedCase[]>(device, legacy.cases),
    Promise.all(
      files.map(async (file) => ({ id: file.id, size: file.size, path: (await openJson<{ path: string }>(device, file.sealed)).path })),
    ),
  ]);
  return {
    ...{ id, phase, halt, waiting, step: legacy.step, checked: legacy.checked, bodyParts: legacy.bodyParts, result, cases, chosen },
    files: { total: series?.files ?? 0, proved: series?.provedFiles ?? 0, lost: series?.lostFiles ?? 0 },
    bytes: { total: series?.bytes ?? 0, confirmed: series?.confirmedBytes ?? 0, proved: series?.provedBytes ?? 0 },
  };
}

async function readRows(db: LocalDb) {
  return db.transaction('r', [db.uploads, db.series, db.files], async () => {
    const upload = await findLegacy(db);
    const series = upload && (await db.series.get(upload.id));
    const mayNameThem = upload?.legacy.step === 'ready';
    const files = mayNameThem ? await db.files.where('uploadId').equals(upload.id).limit(NAMES_SHOWN).toArray() : [];
    return { upload, series, files };
  });
}
