import { join } from 'node:path';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import { OBJECTS, objectsOfBackup, readBackup } from './backup-folder.ts';
import { copyObjects } from './copy-objects.ts';
import { copyRows, type CopiedRows } from './copy-rows.ts';
import { openNewRows, type Installation } from './installation.ts';
import { countText, sizeText, type Progress, type Totals } from './progress.ts';
import { BackupRefusal } from './refusal.ts';

export interface RestoreOptions {
  progress: Progress;
  /** Objects of the backup that are damaged or missing are left out. The server finds them missing and asks devices for their files. */
  withoutDamaged?: boolean;
}

/**
 * Fills a new installation from a backup: the objects first, then the rows in one transaction. Until that transaction ends, the database has no
 * tables, so a server never finds rows without their objects, and an interrupted restore is run again. Returns lines that say what was restored.
 */
export async function restore(folder: string, into: Installation, { progress, withoutDamaged = false }: RestoreOptions): Promise<string[]> {
  const db = await openNewRows(into);
  try {
    const { manifest, rows } = await readBackup(folder);
    const from = await createLocalDisk(join(folder, OBJECTS), { onlyReads: true });
    const damaged: string[] = [];
    progress.begin('Objects', manifest.objects);
    const objects = await copyObjects({
      from,
      to: await openObjects(into.objects),
      objects: objectsOfBackup(folder, manifest, (key) => from.size(key)),
      progress,
      onLeftOut: (key) => void damaged.push(key),
    });
    progress.end();
    if (damaged.length > 0 && !withoutDamaged) throw damagedRefusal(damaged);
    const copied = await copyRows(rows, db, progress);
    return [
      `Restored from the backup of ${manifest.created_at}: ${copiedText(copied, objects)}`,
      ...(damaged.length > 0 ? [`${damagedText(damaged)} Devices that still have their files send them again.`] : []),
      ...trailText(copied),
    ];
  } finally {
    await db.close();
  }
}

const NAMED = 5;

function damagedText(keys: readonly string[]): string {
  const named = keys.slice(0, NAMED).map((key) => `${OBJECTS}/${key}`);
  const others = keys.length > NAMED ? [`${countText(keys.length - NAMED)} more`] : [];
  return `Damaged or missing in the backup: ${[...named, ...others].join(', ')}.`;
}

function damagedRefusal(keys: readonly string[]): BackupRefusal {
  return new BackupRefusal(
    `${damagedText(keys)} No rows were written. Use another backup, or restore this one without these objects: add --without-damaged.`,
  );
}

function copiedText({ rows, tables }: CopiedRows, objects: Totals & { bytes: number }): string {
  return `${countText(rows)} rows of ${tables} tables and ${countText(objects.count)} objects (${sizeText(objects.bytes)}), all compared.`;
}

export function trailText({ brokenAt }: CopiedRows): string[] {
  return brokenAt === null
    ? ['The audit trail is verified.']
    : [`The audit trail is as it was, and its chain is broken at record ${brokenAt}. It was broken before.`];
}
