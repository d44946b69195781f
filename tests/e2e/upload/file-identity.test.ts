import { copyFile, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FileRow } from '#localdb/schema.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const MADE_AT = new Date('2026-01-02T10:15:00Z');

let device: Device;
let first: StudyFolder;
let second: StudyFolder;

beforeAll(async () => {
  first = await createStudyFolder({ ...HERON, slicesPerSeries: 12, paddingBytes: 600_000, seed: 1 });
  second = await createStudyFolder({ ...HERON, slicesPerSeries: 12, paddingBytes: 600_000, seed: 1 });
  await makeAnotherStudyOf(second.path);
  for (const folder of [first.path, second.path]) await setTimes(folder);
});
afterAll(() => Promise.all([first.remove(), second.remove()]));
beforeEach(async () => {
  device = await openDevice();
  await device.begin();
});
afterEach(() => device.dispose());

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Every UID of the files becomes another one of the same length. */
async function makeAnotherStudyOf(folder: string): Promise<void> {
  for (const name of await filesOf(folder)) {
    const text = await readFile(join(folder, name), 'latin1');
    const changed = text.replaceAll(/2\.25\.\d+/g, (uid) => `${uid.slice(0, -1)}${(Number(uid.at(-1)) + 1) % 10}`);
    await writeFile(join(folder, name), changed, 'latin1');
  }
}

async function setTimes(folder: string): Promise<void> {
  for (const name of await filesOf(folder)) await utimes(join(folder, name), MADE_AT, MADE_AT);
}

/** What others know a file by: path below the folder, size and time of the last change. */
async function fingerprints(folder: string): Promise<string[]> {
  const files = await filesOf(folder);
  const prints = files.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(prints)).toSorted();
}

it('identifies a file only by its content: equal names, sizes and times merge nothing, and equal contents are stored once [FILE-014]', async () => {
  expect(await fingerprints(second.path)).toEqual(await fingerprints(first.path));
  const given = [...(await hashesOfFolder(first.path)), ...(await hashesOfFolder(second.path))].toSorted();

  await dropFolder(device.page, first.path);
  await waitUntilOnDevice(device.page, first.series.length);
  await device.killAndReturn();
  await waitUntilOnDevice(device.page, first.series.length);
  // Two contents of the first folder stand in the second as well, under names that it has not.
  const [one, other] = await filesOf(first.path);
  await copyFile(join(first.path, one as string), join(second.path, 'copy-1.dcm'));
  await copyFile(join(first.path, other as string), join(second.path, 'copy-2.dcm'));
  await setTimes(second.path);
  await dropFolder(device.page, second.path);
  await waitUntilOnDevice(device.page, first.series.length + second.series.length);
  const problems = (await rowsOnDevice<FileRow>(device.page, 'files')).map(({ problem }) => problem);
  expect(problems.filter((problem) => problem === 'duplicate')).toHaveLength(2);
  expect(problems.filter((problem) => problem === null)).toHaveLength(given.length);

  await device.sendUntil(2);
  await device.killAndReturn();
  device.gate.open();
  await uploadState(device.page, 'finished');
  expect(await hashesOnServer(device.server.dataDir, HERON)).toEqual(given);
});
