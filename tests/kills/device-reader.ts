import { readAreaUploads } from '#localdb/area-upload/area-uploads.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';

/**
 * Runs in the page as a separate bundle: reads the device's database with the product's own readers, so that these tests call readable exactly what
 * the sender can read.
 */
export interface DeviceFile {
  seriesId: string | null;
  sha256: string;
  state: FileRow['state'];
}

export interface DeviceState {
  /** Null before the first file. */
  upload: { state: string; phase: string; halt: string | null } | null;
  /** Only images: refused files have no bytes here. */
  files: DeviceFile[];
}

/** An upload into a file area. */
export interface DeviceAreaUpload {
  phase: string;
  halt: string | null;
  /** Those that are on the device. */
  files: number;
}

let opened: LocalDb | null = null;

async function openDb(): Promise<LocalDb | null> {
  if (opened !== null) return opened;
  const name = (await indexedDB.databases()).map((database) => database.name ?? '').find((name) => /^lightship\.u\d+$/.test(name));
  if (name === undefined) return null;
  opened = new LocalDb(Number(name.slice('lightship.u'.length)));
  return opened;
}

/** A consistent state, whose transactions are complete. */
async function read(): Promise<DeviceState> {
  const db = await openDb();
  if (db === null) return { upload: null, files: [] };
  return db.transaction('r', [db.uploads, db.files], async () => {
    const upload = await db.uploads.where('shown').equals(1).first();
    if (!upload) return { upload: null, files: [] };
    const files = await imagesOf(db, upload.id);
    const { state, phase, halt } = upload;
    return {
      upload: { state, phase, halt: halt?.why ?? null },
      files: files.map(({ seriesId, sha256, state }) => ({ seriesId, sha256, state })),
    };
  });
}

async function imagesOf(db: LocalDb, uploadId: string): Promise<FileRow[]> {
  return (await db.files.where('uploadId').equals(uploadId).toArray()).filter(({ problem }) => problem === null);
}

/** Hashes of files that still wait here and whose bytes are missing or differ from the given ones. */
async function unreadable(): Promise<string[]> {
  const db = await openDb();
  const upload = await db?.uploads.where('shown').equals(1).first();
  if (!db || !upload) return [];
  const device = await openDeviceKey(db);
  const broken: string[] = [];
  for (const file of await imagesOf(db, upload.id)) {
    // The product has found this itself.
    if (file.state === 'lost') broken.push(file.sha256);
    if (file.state !== 'stored') continue;
    const bytes = await readStagedFile(db, device, file, 0, file.size).catch(() => null);
    const sha256 = bytes === null ? null : bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    if (sha256 === file.sha256) continue;
    // It may have been sent, verified and deleted while it was read.
    if ((await db.files.get(file.id))?.state === 'stored') broken.push(file.sha256);
  }
  return broken;
}

async function areaUploads(): Promise<DeviceAreaUpload[]> {
  const db = await openDb();
  if (db === null) return [];
  const uploads = await readAreaUploads(db, await openDeviceKey(db));
  return uploads.map(({ phase, halt, files }) => ({ phase, halt: halt?.why ?? null, files }));
}

/** A planted loss: deletes one staged segment, as if the browser had evicted it. */
async function dropSegment(): Promise<void> {
  const db = await openDb();
  const segment = await db?.segments.toCollection().primaryKeys();
  if (!db || segment?.[0] === undefined) throw new Error('Nothing is staged');
  await db.segments.delete(segment[0]);
}

export interface DeviceReader {
  read(): Promise<DeviceState>;
  unreadable(): Promise<string[]>;
  areaUploads(): Promise<DeviceAreaUpload[]>;
  dropSegment(): Promise<void>;
}

(globalThis as unknown as { lightshipDevice: DeviceReader }).lightshipDevice = { read, unreadable, areaUploads, dropSegment };
