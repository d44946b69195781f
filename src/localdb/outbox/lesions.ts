import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

type Saved<Kind extends 'lesion-finding' | 'study-response'> = Omit<WriteOf<Kind>, 'kind' | 'device'>;
type SavedLesion = Omit<WriteOf<'lesion'>, 'kind' | 'device'>;

/** A new lesion. All are stored when they resolve, and sent later. */
export const createLesion = async (db: LocalDb, saved: Omit<SavedLesion, 'base'>): Promise<void> =>
  saveWrite(db, { kind: 'lesion', ...saved, base: 0, device: await deviceOf(db) });

/** `base`: the version that is shown. */
export const changeLesion = async (db: LocalDb, saved: SavedLesion): Promise<void> =>
  saveWrite(db, { kind: 'lesion-change', ...saved, device: await deviceOf(db) });

/** What is said of a lesion in a study. */
export const saveFinding = async (db: LocalDb, saved: Saved<'lesion-finding'>): Promise<void> =>
  saveWrite(db, { kind: 'lesion-finding', ...saved, device: await deviceOf(db) });

/** With everything that is said of it in any study, also what waits. */
export const deleteLesion = (db: LocalDb, deleted: Omit<WriteOf<'lesion-deletion'>, 'kind'>): Promise<void> =>
  saveWrite(db, { kind: 'lesion-deletion', ...deleted });

export const saveResponse = async (db: LocalDb, saved: Saved<'study-response'>): Promise<void> =>
  saveWrite(db, { kind: 'study-response', ...saved, device: await deviceOf(db) });

/** Which study of the patient others are compared with. `study`: at which it was chosen. */
export const saveBaseline = async (db: LocalDb, saved: Omit<WriteOf<'follow-up-baseline'>, 'kind' | 'device'>): Promise<void> =>
  saveWrite(db, { kind: 'follow-up-baseline', ...saved, device: await deviceOf(db) });

async function deviceOf(db: LocalDb): Promise<string> {
  return (await openDeviceKey(db)).id;
}
