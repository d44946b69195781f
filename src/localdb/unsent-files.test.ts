import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { TransferPhase } from '#model/transfer-phase.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { LocalDb } from './schema.ts';
import { countUnsentFiles } from './unsent-files.ts';
import { createUploadRow } from './uploads.ts';

/** A device with one series of ten files, of which the server has proved so many. */
async function unsent(phase: TransferPhase, idx: number | null, provedFiles: number): Promise<number> {
  const db = new LocalDb(nextUser());
  const upload = createUploadRow();
  await db.uploads.add({ ...upload, phase });
  await db.series.add({ id: 's', uploadId: upload.id, studyId: 't', files: 10, provedFiles, idx } as never);
  return countUnsentFiles(db);
}

it('counts what is arranged and what is on its way, until it is proved', async () => {
  expect(await unsent('none', null, 0)).toBe(10);
  expect(await unsent('registered', 0, 0)).toBe(10);
  expect(await unsent('registered', 0, 7)).toBe(3);
  expect(await unsent('ended', 0, 10)).toBe(0);
});

it('does not count what a person left behind or cleared', async () => {
  expect(await unsent('registered', null, 0)).toBe(0);
  expect(await unsent('dropping', 0, 0)).toBe(0);
});
