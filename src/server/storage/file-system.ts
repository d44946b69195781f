import * as nodeFs from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The file system for files that must survive a power failure. `node:fs/promises` is the real one; lossy-disk.ts simulates the loss of everything
 * that was not synced. Bytes are durable once their file is synced, a name once its folder is.
 */
export interface FileSystem {
  open(path: string, flags: 'r' | 'wx'): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Returns the first folder that it created, if any. */
  mkdir(path: string, options: { recursive: true }): Promise<string | undefined>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  stat(path: string): Promise<{ isFile(): boolean; size: number; mtimeMs: number }>;
  opendir(path: string): Promise<AsyncIterable<{ name: string; isFile(): boolean; isDirectory(): boolean }>>;
}

/** A file, or a folder opened for syncing. */
export interface OpenFile {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Only for the server's user, whatever the umask, because they contain images and password hashes. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

export const nodeFileSystem: FileSystem = {
  ...nodeFs,
  open: (path, flags) => nodeFs.open(path, flags, FILE_MODE),
  mkdir: (path, options) => nodeFs.mkdir(path, { ...options, mode: FOLDER_MODE }),
};

/** Makes the names in a folder durable. Windows cannot sync folders; its file systems journal names. */
export async function syncFolder({ open }: Pick<FileSystem, 'open'>, path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * `mkdir -p` for the top folder of durable files: when this resolves, its name and those of the folders above are durable. All of them are synced,
 * because an earlier process may have created them and been killed before syncing.
 */
export async function makeLastingFolder(fs: Pick<FileSystem, 'open' | 'mkdir'>, path: string): Promise<void> {
  await fs.mkdir(path, { recursive: true });
  for (let inner = path; dirname(inner) !== inner; inner = dirname(inner)) {
    try {
      await syncFolder(fs, dirname(inner));
    } catch (error) {
      if (isOthers(error)) return;
      throw error;
    }
  }
}

/** An unreadable folder, or one on a read-only file system: we have created nothing in it. */
function isOthers(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'EINVAL'].includes(String(codeOf(error)));
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The code of an error, or of what caused it: libraries wrap the errors of the system and of databases. */
export function codeOfCause(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  return typeof code === 'string' ? code : codeOfCause(error.cause);
}
