import { callApi } from '#api/call-api.ts';
import { mayBeTaken } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { mayStart, noteHandedIn, saveStart } from '#localdb/masks/mask-start.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { bytesToBase64 } from '#model/base64.ts';
import type { FollowedMasks } from '#workers/masks/handle.ts';

type Followed = ReturnType<FollowedMasks['all']>[number];

/** A device that has nothing of a segmentation asks once for the mask at a number. Whatever goes wrong with it, the operations are read instead. */
export async function startFromSnapshot(db: LocalDb, { study, segmentation }: Followed): Promise<void> {
  if (!(await mayStart(db, segmentation))) return;
  const answer = await callApi(CALLS.maskSnapshot, { params: { uuid: study, segmentation }, query: {}, quiet: true });
  const snapshot = answer.ok ? answer.value.data : null;
  if (snapshot === null) return;
  try {
    await saveStart(db, await openDeviceKey(db), segmentation, snapshot);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
}

/** Hands in the mask at the last multiple of 200 operations, once for each device, unless the device itself started from a snapshot. */
export async function handInSnapshot(db: LocalDb, { study, segmentation, snapshot }: Followed): Promise<void> {
  const mask = await db.masks.get(segmentation);
  if (mask === undefined || mask.start !== undefined) return;
  const every = LIMITS.maskSnapshotEvery;
  const last = Math.floor((mask.last - 1) / every) * every;
  if (last <= (mask.handedIn ?? 0)) return;
  const made = await snapshot();
  if (made === null) return;
  const { number, sha256, deflated } = made;
  if (deflated.length <= LIMITS.maskSnapshotBytes) {
    const { id: device } = await openDeviceKey(db);
    const params = { uuid: study, segmentation, number };
    const body = { device, sha256, bytes: bytesToBase64(deflated) };
    const answer = await callApi(CALLS.saveMaskSnapshot, { params, body, quiet: true });
    if (!answer.ok && mayBeTaken(answer.failure)) return;
  }
  await noteHandedIn(db, segmentation, number);
}
