import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

type Saved = Omit<WriteOf<'layout'>, 'kind' | 'device'>;

/** Stored when it resolves, and sent later. `base`: the version that is shown, 0 for a new layout. */
export async function saveLayout(db: LocalDb, { layout, of_team, base, content }: Saved): Promise<void> {
  const { id: device } = await openDeviceKey(db);
  await saveWrite(db, { kind: 'layout', layout, of_team, base, device, content });
}

/** Takes the place of changes that wait. */
export function deleteLayout(db: LocalDb, layout: string): Promise<void> {
  return saveWrite(db, { kind: 'layout-deletion', layout });
}

/** Instead of a change that was refused, its content is sent as a new layout of the user, unless the user has changed it again. */
export function keepLayoutAsOwn(db: LocalDb, seq: number, write: WriteOf<'layout'>): Promise<void> {
  return saveWrite(db, { ...write, layout: crypto.randomUUID(), of_team: false, base: 0 }, seq);
}
