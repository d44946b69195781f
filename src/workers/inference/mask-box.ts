import { boundsOf, boxSize, emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes, bytesToBits } from '#imaging/mask/bits/slices.ts';
import type { MaskBox } from '#contract/ai/click-sessions.ts';
import { base64ToBytes, bytesToBase64 } from '#model/base64.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** A mask as it goes to a worker and comes back; null: nothing is set. */
export async function maskToBox(mask: Bits): Promise<MaskBox | null> {
  const box = boundsOf(mask);
  if (box === null) return null;
  const packed = await new Response(new Blob([boxToBytes(mask, box)]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  return { from: [...box.from], size: [...boxSize(box)], bytes: bytesToBase64(new Uint8Array(packed)) };
}

/** On a grid of this size. Null: it is damaged, or lies beyond the grid. */
export async function boxToMask(box: MaskBox | null, size: Voxel): Promise<Bits | null> {
  if (box === null) return emptyBits(size);
  const to = box.from.map((start, axis) => start + box.size[axis]! - 1) as unknown as Voxel;
  const packed = base64ToBytes(box.bytes);
  if (packed === null || to.some((end, axis) => end >= size[axis]!)) return null;
  const bytes = await unpacked(packed, box.size[0] * box.size[1] * box.size[2]).catch(() => null);
  return bytes === null ? null : bytesToBits(emptyBits(size), { from: box.from, to }, bytes);
}

/** Null unless it is of this length. No more is unpacked than that. */
async function unpacked(packed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(length);
  let at = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > length) {
      await reader.cancel();
      return null;
    }
    bytes.set(part.value, at);
    at += part.value.length;
  }
  return at === length ? bytes : null;
}
