import { statfs } from 'node:fs/promises';
import { readManifest } from '#server/backup/manifest.ts';
import type { Config } from '#server/config/load-config.ts';
import type { Database } from '#server/db/database.ts';
import { countServers } from '#server/db/living-servers.ts';
import type { InstallationFacts } from '#server/rules/administration/installation/state.ts';

/** What the start page of administration shows about the machine and the settings of this server. */
export function installationFacts(
  { objects, backupFolder, smtp }: Pick<Config, 'objects' | 'backupFolder' | 'smtp'>,
  db: Database,
  { program, startedAt }: Pick<InstallationFacts, 'program' | 'startedAt'>,
): InstallationFacts {
  return {
    program,
    startedAt,
    isMailConfigured: smtp !== null,
    async room() {
      if (objects.kind !== 'disk') return null;
      const { bsize, blocks, bavail } = await statfs(objects.folder);
      return { total: blocks * bsize, free: bavail * bsize };
    },
    servers: () => countServers(db),
    async backup() {
      if (backupFolder === null) return null;
      // A folder that cannot be read holds no backup that anybody could restore.
      const manifest = await readManifest(backupFolder).catch(() => null);
      if (manifest === null) return { made_at: null, rows: 0, objects: 0, bytes: 0 };
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { made_at: Date.parse(manifest.created_at), rows, objects: manifest.objects.count, bytes: manifest.objects.bytes };
    },
  };
}
