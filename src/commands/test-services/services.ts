import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { getObjectStore, SWIFT_PACKAGES } from './object-store.ts';
import { getPostgres } from './postgres.ts';
import type { Service } from './service.ts';
import type { Found } from './tries.ts';

/** Folders of one run: servers whose durability is not tested have theirs in memory. */
export interface TestFolders {
  disk: string;
  memory: string;
}

interface ServiceKind {
  name: string;
  /** Set to use an existing server. */
  setting: string;
  stored: keyof TestFolders;
  get(machine: Machine, folder: string, say: (line: string) => void): Promise<Found<Service>>;
  help: string;
}

const KINDS: readonly ServiceKind[] = [
  {
    name: 'PostgreSQL',
    setting: 'TEST_DATABASE_URL',
    stored: 'memory',
    get: getPostgres,
    help: 'install PostgreSQL, or set TEST_DATABASE_URL',
  },
  {
    name: 'S3 store',
    setting: 'TEST_S3_ENDPOINT',
    // It needs extended attributes, which a folder in memory may lack.
    stored: 'disk',
    get: getObjectStore,
    help: `run npm test as root on Debian or Ubuntu, install ${SWIFT_PACKAGES.join(' ')}, or set TEST_S3_ENDPOINT`,
  },
];

export interface Services {
  /** One line for each that is not available. */
  missing: string[];
  stop(): Promise<void>;
}

/** Starts the missing servers, and tells child processes where they are. */
export async function startServices(
  machine: Machine,
  folders: TestFolders,
  say: (line: string) => void,
  kinds: readonly ServiceKind[] = KINDS,
): Promise<Services> {
  const services: Service[] = [];
  const missing: string[] = [];
  await Promise.all(
    kinds.map(async ({ name, setting, stored, get, help }) => {
      if (process.env[setting]) return say(`${name}, ${setting}: set`);
      const found = await get(machine, join(folders[stored], setting.toLowerCase()), say);
      if (!found.ok) return void missing.push(`No ${name}, its tests were skipped: ${help}`);
      services.push(found.value);
      Object.assign(process.env, found.value.env);
    }),
  );
  return { missing, stop: async () => void (await Promise.all(services.map((service) => service.stop()))) };
}
