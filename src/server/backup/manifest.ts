import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_MODE, nodeFileSystem, syncFolder } from '#server/storage/file-system.ts';
import { BackupRefusal } from './refusal.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();

/** What a backup consists of. It is written last: without it, the backup is not complete. */
const manifestSchema = z.object({
  format: z.literal(1),
  created_at: z.string(),
  /** Names of the migrations that the tables had. */
  migrations: z.array(z.string()),
  /** Folder of the rows and of the list of objects. */
  snapshot: z.string().regex(/^snapshot-[0-9TZ]+$/),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string()),
      rows: whole,
      /** Largest number that the counted column has ever had. */
      last_id: z.string().regex(/^\d+$/).nullable(),
      bytes: whole,
      sha256,
    }),
  ),
  objects: z.object({ count: whole, bytes: whole, list: z.object({ bytes: whole, sha256 }) }),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
const DRAFT = 'manifest.json.new';
export const MANIFEST_FILES: readonly string[] = [MANIFEST, DRAFT];

/** Null if there is none. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const read = manifestSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new BackupRefusal(`${join(folder, MANIFEST)} is damaged, or of a newer version of Lightship.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the earlier one, which is valid until then. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, DRAFT), 'w', FILE_MODE);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(join(folder, DRAFT), join(folder, MANIFEST));
  await syncFolder(nodeFileSystem, folder);
}
