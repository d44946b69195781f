import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { TransferPhase } from '#model/uploads/transfer-phase.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { LocalDb } from '#localdb/schema.ts';
import { countUnsentFiles, watchUnsentFiles } from './unsent-files.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';

/** A device with one series of ten files, of which the server has verified this many. */
async function unsent(phase: TransferPhase, idx: number | null, provedFiles: number): Promise<number> {
  const db = new LocalDb(nextUser());
  const upload = createUploadRow();
  await db.uploads.add({ ...upload, phase });
  await db.series.add({ id: 's', uploadId: upload.id, studyId: 't', files: 10, provedFiles, idx } as never);
  return countUnsentFiles(db);
}

it('counts what is being prepared or sent, until it is verified', async () => {
  expect(await unsent('none', null, 0)).toBe(10);
  expect(await unsent('registered', 0, 0)).toBe(10);
  expect(await unsent('registered', 0, 7)).toBe(3);
  expect(await unsent('ended', 0, 10)).toBe(0);
});

it('does not count what the user excluded or cleared', async () => {
  expect(await unsent('registered', null, 0)).toBe(0);
  expect(await unsent('dropping', 0, 0)).toBe(0);
});

it('reports the count now and after each change, until the watch is stopped', async () => {
  const db = new LocalDb(nextUser());
  const upload = createUploadRow();
  await db.uploads.add(upload);
  const tell = vi.fn<(files: number) => void>();
  const stop = watchUnsentFiles(db, tell, () => undefined);
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith(0));
  const add = (id: string) => db.series.add({ id, uploadId: upload.id, studyId: 't', files: 10, provedFiles: 0, idx: null } as never);
  await add('one');
  await vi.waitFor(() => expect(tell).toHaveBeenLastCalledWith(10), { timeout: 5_000 });
  stop();
  await add('other');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tell).toHaveBeenLastCalledWith(10);
});

it('reports an error when files cannot be counted', async () => {
  const db = new LocalDb(nextUser());
  vi.spyOn(db.uploads, 'toArray').mockRejectedValue(new DOMException('broken', 'UnknownError'));
  const fail = vi.fn<(cause: unknown) => void>();
  const stop = watchUnsentFiles(db, () => undefined, fail);
  await vi.waitFor(() => expect(fail).toHaveBeenCalled());
  stop();
});
