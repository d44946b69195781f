import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { openFileNames } from '#localdb/upload/decrypted-rows.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';
import { batchFiles } from '#workers/intake/batches.ts';

/** Runs in a page of the team's origin that is not the app: what this device really holds, and what taking files costs without keeping them. */

export interface OnDevice {
  /** What the upload page counts in its series. */
  listed: number;
  /** Files whose bytes were read and opened. */
  back: { name: string; sha256: string }[];
}

export async function readBack(): Promise<OnDevice> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('lightship.u')) ?? {};
  if (name === undefined) return { listed: 0, back: [] };
  const db = new LocalDb(Number(name.slice('lightship.u'.length)));
  const device = await openDeviceKey(db);
  const series = await db.series.toArray();
  const back: OnDevice['back'] = [];
  for (const file of await db.files.filter((row) => row.problem === null).toArray()) {
    const names = await openFileNames(device, file);
    // Whatever is wrong with its bytes, the file is not back.
    const bytes = await readStagedFile(db, device, file, 0, file.size).catch(() => null);
    if (bytes !== null) back.push({ name: names.name, sha256: await sha256(bytes) });
  }
  db.close();
  return { listed: series.reduce((sum, row) => sum + row.files, 0), back };
}

/** Reads, hashes and encrypts as the intake does, two batches at once, and keeps nothing. Seconds. */
export async function takeWithoutStore(files: readonly File[]): Promise<number> {
  const device = await ownKey();
  const startedMs = performance.now();
  const batches = batchFiles(files.map((file) => ({ id: crypto.randomUUID(), file, path: file.name })));
  await Promise.all([takeBatches(device, batches), takeBatches(device, batches)]);
  return (performance.now() - startedMs) / 1000;
}

async function takeBatches(device: DeviceKey, batches: ReturnType<typeof batchFiles>): Promise<void> {
  for (let next = batches.next(); next.done !== true; next = batches.next()) {
    const files = next.value.map(({ file }) => file);
    const plain = new Uint8Array(await new Blob(files).arrayBuffer());
    let offset = 0;
    const hashes = files.map(({ size }) => sha256(plain.subarray(offset, (offset += size))));
    await Promise.all([createSegment(device, 'bench', plain), ...hashes]);
  }
}

async function ownKey(): Promise<DeviceKey> {
  const [key, hashKey] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  return { id: 'bench', key, hashKey, keepsBlobs: true };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
