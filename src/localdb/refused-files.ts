import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { openFileNames } from './opened-rows.ts';
import type { FileRow, LocalDb } from './schema.ts';
import { sealJson } from './sealed.ts';
import { savePreview, shownUpload } from './uploads.ts';

/** A file that the rules of the door refuse and that may be read all the same. Its bytes are with the page that was given it, and nowhere else. */
export interface RefusedFile {
  id: string;
  name: string;
  path: string;
  size: number;
}

const PROBLEM = 'refused-at-door';

/**
 * Rows of the shown upload for files that the door refused. A row of an earlier page about the same place and size gives way: that page is gone
 * with the file, and `isHere` says which rows have theirs.
 */
export async function saveRefused(
  db: LocalDb,
  device: DeviceKey,
  files: readonly RefusedFile[],
  isHere: (fileId: string) => boolean,
): Promise<void> {
  const { id: uploadId } = await shownUpload(db);
  const rows = await Promise.all(files.map((file) => refusedRow(device, uploadId, file)));
  await withConnection(db, async () => {
    const earlier = await db.files.where('[uploadId+problem]').equals([uploadId, PROBLEM]).toArray();
    const outdated = await rowsAbout(
      device,
      earlier.filter(({ id }) => !isHere(id)),
      files,
    );
    await db.transaction('rw', db.uploads, db.files, async () => {
      // Cleared meanwhile: what belongs to nothing leaves no row.
      if (!(await db.uploads.get(uploadId))) return;
      await savePreview(db, uploadId);
      await db.files.bulkDelete(outdated);
      await db.files.bulkPut(rows);
    });
  });
}

/**
 * Of the rows of files that the door refused, those on the page: the person may have cleared them, taken them off, or begun another upload.
 */
export async function savedRefused(db: LocalDb, fileIds: readonly string[]): Promise<string[]> {
  const shown = await db.uploads.where('shown').equals(1).first();
  const rows = await db.files.bulkGet([...fileIds]);
  return rows.flatMap((row) => (row?.problem === PROBLEM && row.uploadId === shown?.id ? [row.id] : []));
}

/** They are read after all. */
export async function forgetRefused(db: LocalDb, fileIds: readonly string[]): Promise<void> {
  await db.files
    .where('id')
    .anyOf(fileIds)
    .and((row) => row.problem === PROBLEM)
    .delete();
}

/** Ids of the rows about a file of the same path and size as one of `files`. */
async function rowsAbout(device: DeviceKey, rows: readonly FileRow[], files: readonly RefusedFile[]): Promise<string[]> {
  const places = new Set(files.map(({ size, path }) => `${size} ${path}`));
  const sizes = new Set(files.map(({ size }) => size));
  const alike = rows.filter(({ size }) => sizes.has(size));
  const names = await Promise.all(alike.map((row) => openFileNames(device, row)));
  return alike.flatMap(({ id, size }, index) => (places.has(`${size} ${names[index]?.path}`) ? [id] : []));
}

async function refusedRow(device: DeviceKey, uploadId: string, { id, name, path, size }: RefusedFile): Promise<FileRow> {
  return {
    id,
    uploadId,
    studyId: null,
    seriesId: null,
    order: 0,
    order2: 0,
    size,
    // Not read, so not hashed either.
    sha256: '',
    pieces: [],
    segmentIds: [],
    sealed: await sealJson(device, { name, path }),
    state: 'stored',
    problem: PROBLEM,
  };
}
