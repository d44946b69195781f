import { nextPinState, type PinEvent, type PinFailure, type PinState } from '#model/offline/pin-state.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { dropOtherModels, OF_MODELS } from './kept-models.ts';
import { deleteObjects } from './offline-cache.ts';
import { isWhole } from './offline-objects.ts';
import type { KeptObjectRow, LocalDb, PinRow } from '#localdb/schema.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';

/** How a pinned study is labelled in lists: the server may be unavailable then. */
export interface PinnedName {
  patientName: string;
  /** Modality, body part and date, as in the row of the list. */
  description: string;
}

/** Pins a study so that it is kept on this device: see [Note: Pins]. What is already here stays. Pinning twice has no further effect. */
export async function pinStudy(db: LocalDb, device: DeviceKey, studyUuid: string, name: PinnedName, now = Date.now()): Promise<void> {
  const sealed = await sealJson(device, name);
  await db.transaction('rw', [db.pins, db.keptObjects], async () => {
    if ((await db.pins.get(studyUuid))?.keyId === device.id) return;
    const state = 'wanted' as const;
    await db.pins.put({
      studyUuid,
      keyId: device.id,
      sealed,
      pinnedAt: now,
      state,
      total: null,
      keptAt: null,
      checkedAt: null,
      failure: null,
    });
    await db.keptObjects.where('studyUuid').equals(studyUuid).modify({ cached: 0 });
  });
}

/** Deletes the pin, everything of its study, and the models that no other pinned study needs. Returns the freed bytes. */
export async function unpinStudy(db: LocalDb, studyUuid: string): Promise<number> {
  return db.transaction('rw', [db.pins, db.keptObjects, db.keptPieces], async () => {
    await db.pins.delete(studyUuid);
    const freed = await dropOtherModels(db, studyUuid, new Set());
    return freed + (await deleteObjects(db, await db.keptObjects.where('studyUuid').equals(studyUuid).primaryKeys()));
  });
}

/** Moves a pin along its table. False if it no longer exists or the event has no meaning in its state. */
export async function movePin(db: LocalDb, studyUuid: string, event: PinEvent, change: PinChange = {}): Promise<boolean> {
  return db.transaction('rw', db.pins, async () => {
    const pin = await db.pins.get(studyUuid);
    const state = pin && nextPinState(pin.state, event);
    if (!state) return false;
    await db.pins.update(studyUuid, { ...change, state });
    return true;
  });
}

export interface PinChange {
  total?: number;
  keptAt?: number;
  failure?: PinFailure | null;
}

/** What is kept of one study. */
export interface KeptOfStudy {
  studyUuid: string;
  /** Null for a study that was only viewed. */
  pin: (Omit<PinRow, 'sealed' | 'keyId' | 'studyUuid' | 'checkedAt'> & { name: PinnedName }) | null;
  /** Plain bytes on this device. */
  bytes: number;
  /** Plain bytes of its files and volumes on this device, out of the `total` of a pin. */
  imageBytes: number;
  /** Objects that are complete on this device. */
  objects: number;
}

/** By study, pinned or only viewed. For a live query: reads rows and no bytes. */
export async function keptByStudy(db: LocalDb, device: DeviceKey): Promise<ReadonlyMap<string, KeptOfStudy>> {
  const [objects, pins] = await Promise.all([db.keptObjects.toArray(), db.pins.toArray()]);
  const pinByUuid = new Map(pins.map((pin) => [pin.studyUuid, pin]));
  const objectsByUuid = Map.groupBy(objects, ({ studyUuid }) => studyUuid);
  const uuids = new Set([...pinByUuid.keys(), ...objectsByUuid.keys()]);
  uuids.delete(OF_MODELS);
  const kept = [...uuids].map((uuid) => summaryOf(device, uuid, objectsByUuid.get(uuid) ?? [], pinByUuid.get(uuid)));
  return new Map((await Promise.all(kept)).map((study) => [study.studyUuid, study]));
}

/** The same for one study. */
export async function keptOfStudy(db: LocalDb, device: DeviceKey, studyUuid: string): Promise<KeptOfStudy> {
  const [objects, pin] = await Promise.all([db.keptObjects.where('studyUuid').equals(studyUuid).toArray(), db.pins.get(studyUuid)]);
  return summaryOf(device, studyUuid, objects, pin);
}

/** The pinned studies and their states. */
export async function pinStates(db: LocalDb): Promise<ReadonlyMap<string, PinState>> {
  return new Map((await db.pins.toArray()).map(({ studyUuid, state }) => [studyUuid, state]));
}

async function summaryOf(
  device: DeviceKey,
  studyUuid: string,
  objects: readonly KeptObjectRow[],
  pin: PinRow | undefined,
): Promise<KeptOfStudy> {
  return {
    studyUuid,
    pin: pin?.keyId === device.id ? await openPin(device, pin) : null,
    bytes: bytesOf(objects),
    // Volumes of an earlier version of the copy, which its files replace, are not part of the total.
    imageBytes: bytesOf(
      objects.filter(({ kind, cached }) => (kind === 'volume' || kind === 'file') && (pin === undefined || cached === 0)),
    ),
    objects: objects.filter(isWhole).length,
  };
}

function bytesOf(objects: readonly KeptObjectRow[]): number {
  return objects.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
}

async function openPin(device: DeviceKey, { sealed, pinnedAt, state, total, keptAt, failure }: PinRow): Promise<KeptOfStudy['pin']> {
  return { name: await openJson<PinnedName>(device, sealed), pinnedAt, state, total, keptAt, failure };
}

/** Deletes what was encrypted under a key that is gone, because nobody can read it. Called when the page starts. */
export async function sweepUnreadable(db: LocalDb, device: DeviceKey): Promise<void> {
  await db.transaction('rw', [db.pins, db.keptObjects, db.keptPieces], async () => {
    await db.pins.filter(({ keyId }) => keyId !== device.id).delete();
    await deleteObjects(db, await db.keptObjects.filter(({ keyId }) => keyId !== device.id).primaryKeys());
  });
}
