import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { writeRar } from '#tests/fixtures/archives/write-rar.ts';

/** Archives of a folder in formats that the device cannot open. */

export async function rarOf(folder: string): Promise<Uint8Array> {
  return writeRar(await filesOf(folder));
}

export async function lockedZipOf(folder: string, password: string): Promise<Uint8Array> {
  return lockedZip(await filesOf(folder), password);
}

export async function lockedZip(files: readonly { name: string; bytes: Uint8Array }[], password: string): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password, useWebWorkers: false });
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}

async function filesOf(folder: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => ({ name: relative(folder, file), bytes: Uint8Array.from(await readFile(file)) })));
}
