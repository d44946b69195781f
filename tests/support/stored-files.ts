import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

/** SHA-256 and name of every file below a folder, as `sha256  name`, sorted. Names are not unique, so contents are compared as well. */
export async function hashesOfFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => line(entry.name, await readFile(join(entry.parentPath, entry.name))));
  return (await Promise.all(lines)).sort();
}

/** The patient whose studies are checked, with the name in DICOM form. A server with `--demo` also has studies of others. */
export interface OfPatient {
  patientName: string;
}

/**
 * The same lines for the files of a patient on a server, assembled from the bytes on its disk by the ranges in its database: what it really stores,
 * not what it reports. Only verified files.
 */
export async function hashesOnServer(dataDir: string, of: OfPatient): Promise<string[]> {
  return (await filesOnServer(dataDir, of)).map(({ name, bytes }) => line(name, bytes)).sort();
}

export interface StoredFile {
  name: string;
  bytes: Buffer;
  /** Of the original of a de-identified file. */
  originalSha256: string | null;
}

export async function filesOnServer(dataDir: string, { patientName }: OfPatient): Promise<StoredFile[]> {
  return readDatabase(dataDir, async (db) => {
    const files = db
      .prepare(
        `select file.id, file.name, file.original_sha256 from file join series on series.id = file.series_id
         join study on study.id = series.study_id where file.proved = 1 and study.patient_name = ?`,
      )
      .all(patientName) as { id: number; name: string; original_sha256: string | null }[];
    const piecesOf = db.prepare('select length, object_key, object_offset from piece where file_id = ? order by file_offset');
    return Promise.all(
      files.map(async ({ id, name, original_sha256 }) => {
        const pieces = piecesOf.all(id) as { length: number; object_key: string; object_offset: number }[];
        const parts = pieces.map(async ({ object_key, object_offset, length }) =>
          (await readObject(dataDir, object_key)).subarray(object_offset, object_offset + length),
        );
        return { name, bytes: Buffer.concat(await Promise.all(parts)), originalSha256: original_sha256 };
      }),
    );
  });
}

/** The volumes that the server converted for a patient, from its disk. */
export async function volumesOnServer(dataDir: string, { patientName }: OfPatient): Promise<{ name: string; bytes: Buffer }[]> {
  return readDatabase(dataDir, (db) => {
    const volumes = db
      .prepare(
        `select volume.name, volume.object_key from volume join series on series.id = volume.series_id join study on study.id = series.study_id
         where study.patient_name = ? order by volume.name`,
      )
      .all(patientName) as { name: string; object_key: string }[];
    return Promise.all(volumes.map(async ({ name, object_key }) => ({ name, bytes: await readObject(dataDir, object_key) })));
  });
}

const ROWS_OF_PATIENT = {
  study: 'study',
  series: 'series join study on study.id = series.study_id',
  volume: 'volume join series on series.id = volume.series_id join study on study.id = series.study_id',
} as const;

/** Number of rows of a table that belong to a patient. */
export function rowsOnServer(dataDir: string, table: keyof typeof ROWS_OF_PATIENT, { patientName }: OfPatient): Promise<number> {
  return readDatabase(dataDir, (db) => {
    const rows = db.prepare(`select count(*) as rows from ${ROWS_OF_PATIENT[table]} where study.patient_name = ?`);
    return (rows.get(patientName) as { rows: number }).rows;
  });
}

/** How many series of a patient have which grids: `same` as on the device that sent them, `different`, or `unread` by the server so far. */
export function gridsOnServer(dataDir: string, { patientName }: OfPatient): Promise<Record<string, number>> {
  return readDatabase(dataDir, (db) => {
    const rows = db.prepare(
      `select case when reading.grid_hash is null then 'unread' when reading.grid_hash = series.device_grid then 'same' else 'different' end as result,
       count(*) as series from series join study on study.id = series.study_id
       left join series_reading reading on reading.series_id = series.id where study.patient_name = ? group by result`,
    );
    const counted = rows.all(patientName) as { result: string; series: number }[];
    return Object.fromEntries(counted.map(({ result, series }) => [result, series]));
  });
}

/** The teams with a patient's studies, and the users who uploaded them: `team  e-mail`, each once. */
export function holdersOnServer(dataDir: string, { patientName }: OfPatient): Promise<string[]> {
  return readDatabase(dataDir, (db) => {
    const rows = db.prepare(
      `select distinct team.slug || '  ' || "user".email as holder from study join team on team.id = study.team_id
       join upload on upload.id = study.upload_id join "user" on "user".id = upload.user_id where study.patient_name = ? order by holder`,
    );
    return (rows.all(patientName) as { holder: string }[]).map(({ holder }) => holder);
  });
}

async function readDatabase<T>(dataDir: string, read: (db: Database) => T | Promise<T>): Promise<T> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  try {
    return await read(db);
  } finally {
    db.close();
  }
}

function readObject(dataDir: string, key: string): Promise<Buffer> {
  return readFile(join(dataDir, 'objects', ...key.split('/')));
}

function line(name: string, bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`;
}
