import { nextPinState, type PinEvent, type PinFailure, type PinState } from '#model/pin-state.ts';
import type { DeviceKey } from './device-key.ts';
import { deleteObjects } from './kept-cache.ts';
import { isWhole } from './kept-objects.ts';
import type { KeptObjectRow, LocalDb, PinRow } from './schema.ts';
import { openJson, sealJson } from './sealed.ts';

/** How a pinned study is called where it is listed: the server may be away then. */
export interface PinnedName {
  patientName: string;
  /** Modality, body part, date: as the row of the list says it. */
  description: string;
}

/** Asks for a study to be kept on this device: see [Note: Pins]. What of it is here already stays. Pinning twice is pinning once. */
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

/** The pin and everything of its study go; the bytes that this frees. */
export async function unpinStudy(db: LocalDb, studyUuid: string): Promise<number> {
  return db.transaction('rw', [db.pins, db.keptObjects, db.keptPieces], async () => {
    await db.pins.delete(studyUuid);
    return deleteObjects(db, await db.keptObjects.where('studyUuid').equals(studyUuid).primaryKeys());
  });
}

/** Moves a pin along its table; false when it is gone or the event means nothing there. */
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
  /** Null for one that was only looked at. */
  pin: (Omit<PinRow, 'sealed' | 'keyId' | 'studyUuid' | 'checkedAt'> & { name: PinnedName }) | null;
  /** Plain bytes that are here. */
  bytes: number;
  /** Those of its volumes, of the `total` of a pin. */
  volumeBytes: number;
  /** Objects that are here whole. */
  objects: number;
}

/** By study, pinned or only looked at. For a live query: reads rows and no bytes. */
export async function keptByStudy(db: LocalDb, device: DeviceKey): Promise<ReadonlyMap<string, KeptOfStudy>> {
  const [objects, pins] = await Promise.all([db.keptObjects.toArray(), db.pins.toArray()]);
  const pinByUuid = new Map(pins.map((pin) => [pin.studyUuid, pin]));
  const objectsByUuid = Map.groupBy(objects, ({ studyUuid }) => studyUuid);
  const uuids = new Set([...pinByUuid.keys(), ...objectsByUuid.keys()]);
  const kept = [...uuids].map((uuid) => summaryOf(device, uuid, objectsByUuid.get(uuid) ?? [], pinByUuid.get(uuid)));
  return new Map((await Promise.all(kept)).map((study) => [study.studyUuid, study]));
}

/** The same of one study. */
export async function keptOfStudy(db: LocalDb, device: DeviceKey, studyUuid: string): Promise<KeptOfStudy> {
  const [objects, pin] = await Promise.all([db.keptObjects.where('studyUuid').equals(studyUuid).toArray(), db.pins.get(studyUuid)]);
  return summaryOf(device, studyUuid, objects, pin);
}

/** The pinned studies and how far they are. */
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
    volumeBytes: bytesOf(objects.filter(({ kind }) => kind === 'volume')),
    objects: objects.filter(isWhole).length,
  };
}

function bytesOf(objects: readonly KeptObjectRow[]): number {
  return objects.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
}

async function openPin(device: DeviceKey, { sealed, pinnedAt, state, total, keptAt, failure }: PinRow): Promise<KeptOfStudy['pin']> {
  return { name: await openJson<PinnedName>(device, sealed), pinnedAt, state, total, keptAt, failure };
}

/** What was sealed under a key that is gone (nobody can read it), for a start of the page. */
export async function sweepUnreadable(db: LocalDb, device: DeviceKey): Promise<void> {
  await db.transaction('rw', [db.pins, db.keptObjects, db.keptPieces], async () => {
    await db.pins.filter(({ keyId }) => keyId !== device.id).delete();
    await deleteObjects(db, await db.keptObjects.filter(({ keyId }) => keyId !== device.id).primaryKeys());
  });
}
