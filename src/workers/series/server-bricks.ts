import { CALLS } from '#contract/calls.ts';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import { readBrickIndex, type BrickIndex } from '#imaging/volume/brick-file.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import { fetchRange, serverReason, type ServerBytes } from './server-series.ts';
import type { BricksOfVolume } from './types.ts';

/** A volume on the server that is read brick by brick [Note: The object of bricks]. */
export interface ServerBricks {
  index: BrickIndex;
  /** Of the object: its last bytes, which have the coarse volume. */
  tail: { offset: number; bytes: Uint8Array };
  /** Rejects if the server cannot be reached. */
  fetch(offset: number, length: number): Promise<Uint8Array>;
}

/** Null: the volume is read as a whole, because this device has a copy of it, or because its bricks are gone or damaged. */
export async function openBricks(
  { db, device }: ServerBytes,
  volumeId: number,
  { size, tail }: BricksOfVolume,
): Promise<ServerBricks | NoSlice | null> {
  if (await keptObject(db, device, `volume:${volumeId}`)) return null;
  const fetch = async (offset: number, length: number): Promise<Uint8Array> =>
    (await fetchRange(CALLS.volumeBricks, volumeId, offset, length)).bytes;
  try {
    const offset = size - tail;
    const bytes = await fetch(offset, tail);
    const index = readBrickIndex(bytes, size);
    return index && { index, tail: { offset, bytes }, fetch };
  } catch (error) {
    const reason = serverReason(error);
    if (reason === null) throw error;
    return reason.noPicture === 'gone' ? null : reason;
  }
}
