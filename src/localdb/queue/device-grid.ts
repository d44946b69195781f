import type { Grid } from '#contract/grids.ts';
import { gridOf, gridToText, type DescribedSlice } from '#model/grids/grid.ts';
import { unpackSlices, type PackedSlices } from '#model/grids/packed-slices.ts';
import { openJson } from '#localdb/encryption.ts';
import { bytesToHex } from '#model/hex.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow } from '#localdb/schema.ts';

/** Files that are decrypted at a time. */
const AT_ONCE = 500;

/**
 * The name of the grid of a series, from its files as they are sent. Null if an earlier version has read one of them: then its slices are not known
 * here.
 */
export async function gridNameOf(device: DeviceKey, files: readonly FileRow[]): Promise<string | null> {
  const slices: DescribedSlice[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const opened = await Promise.all(files.slice(at, at + AT_ONCE).map((file) => slicesOf(device, file)));
    for (const ofFile of opened) {
      if (ofFile === null) return null;
      for (const slice of ofFile) slices.push(slice);
    }
  }
  const grid = gridOf(slices);
  return grid === null ? null : gridName(grid);
}

/** SHA-256 of its text, as the server names it. */
export async function gridName(grid: Grid): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(gridToText(grid)))));
}

async function slicesOf(device: DeviceKey, { slices }: FileRow): Promise<DescribedSlice[] | null> {
  return slices === undefined ? null : unpackSlices(await openJson<PackedSlices>(device, slices));
}
