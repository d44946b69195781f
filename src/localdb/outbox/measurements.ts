import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

type Saved = Omit<WriteOf<'measurement'>, 'kind' | 'device'>;

/** Stored when it resolves, and sent later. `base`: the version that is shown, 0 for a new measurement. */
export async function saveMeasurement(db: LocalDb, { study, measurement, base, content }: Saved): Promise<void> {
  const { id: device } = await openDeviceKey(db);
  await saveWrite(db, { kind: 'measurement', study, measurement, base, device, content });
}

/** Takes the place of changes that wait. */
export function deleteMeasurement(db: LocalDb, { study, measurement }: Pick<Saved, 'study' | 'measurement'>): Promise<void> {
  return saveWrite(db, { kind: 'measurement-deletion', study, measurement });
}

/** Instead of a change that was refused, its content is sent as a new measurement, unless the user has changed it again. */
export function keepAsOwn(db: LocalDb, seq: number, write: WriteOf<'measurement'>): Promise<void> {
  return saveWrite(db, { ...write, measurement: crypto.randomUUID(), base: 0 }, seq);
}
