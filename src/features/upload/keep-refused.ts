import { openDeviceKey } from '#localdb/device-key.ts';
import { savedRefused, saveRefused } from '#localdb/refused-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { PickedFile } from '#workers/intake/types.ts';
import { markedAsDicom } from './at-the-door.ts';
import type { RefusedHere } from './refused-here.ts';

/** Rows for what the door refused and is marked as DICOM; of the others the toast has said all there is to say. */
export async function keepRefused(db: LocalDb, refused: RefusedHere, files: readonly PickedFile[]): Promise<void> {
  const marked = await markedAsDicom(files);
  if (marked.length === 0) return;
  await refused.inTurn(async () => {
    // What is not on the page any more has a row again when it is given again.
    refused.keep(await savedRefused(db, [...refused.ids()]));
    const added = refused.add(marked).map(({ id, picked: { file, path } }) => ({ id, name: file.name, path, size: file.size }));
    await saveRefused(db, await openDeviceKey(db), added, (id) => refused.ids().has(id));
  });
}
