import { createHash } from 'node:crypto';
import { LIMITS } from '#contract/limits.ts';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { partOfChange, type Change } from '#imaging/mask/bits/change.ts';
import { voxelOrder } from '#imaging/mask/interchange/nifti/label-map-on-volume.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { changesOfLabelMap } from '#imaging/mask/interchange/nifti/written-back.ts';
import { bulkOf } from '#imaging/mask/operations/block-store.ts';
import { bulkToBytes } from '#imaging/mask/operations/bulk-bytes.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { volumeSpaceOf } from '#imaging/nifti/volume-space.ts';
import { bytesToBase64 } from '#model/base64.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { MadeOperation, WrittenMask, WrittenMaskAnswer } from './written-mask.ts';
import type { MaskToWrite } from './label-map-maker.ts';
import { replayedMask } from './replayed-mask.ts';

/** Replays a mask, compares a label map with it, and makes the bulk operations that lead to the label map. */
const answer: ProcessWork<WrittenMask, WrittenMaskAnswer> = async (written, [file]) => {
  const { mask, isExclusive } = written;
  const head = await readNifti(file!);
  if (!head.ok) return { ok: false, why: 'no-nifti' };
  const space = volumeSpaceOf(head.header);
  if (head.header.volumes !== 1 || space === null || voxelOrder(mask.grid, space) === null) return { ok: false, why: 'other-voxels' };
  // The voxels are the same; their places are rounded in files.
  const read = await readLabelMap(file!, mask.grid, { resample: true });
  if (!read.ok) return { ok: false, why: read.why === 'not-labels' ? 'not-labels' : 'no-nifti' };
  const segmentByValue = new Map(mask.segments.map(({ segment, value }) => [value, segment]));
  const values = read.labels.map(({ value }) => value).filter((value) => !segmentByValue.has(value));
  if (values.length > 0) return { ok: false, why: 'values', values };
  const state = replayedMask(mask);
  if (state === null) return { ok: false, why: 'damaged' };
  const layers = mask.segments.map(({ segment, value }) => ({ value, bits: state.segments.get(segment) ?? emptyBits(mask.grid.size) }));
  const changes = changesOfLabelMap(layers, new Map(read.labels.map(({ value, bits }) => [value, bits])), { isExclusive });
  return { ok: true, operations: changes.flatMap(({ value, change }) => operationsOf(written, segmentByValue.get(value)!, change)) };
};
export default answer;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** As many as needed for each to have no more bytes than an operation may have. Replaying takes UUID, base and author from the row. */
function operationsOf(written: WrittenMask, segment: string, change: Change): MadeOperation[] {
  const { mask, author, action, isExclusive: exclusive } = written;
  const { set, clear, blocks } = bulkOf(change, sha256);
  const head = { kind: 'bulk' as const, uuid: action, segmentation: mask.segmentation, author: String(author), device: action };
  const base = lastNumberOf(mask);
  const bytes = bulkToBytes({ operation: { ...head, base, segment, exclusive, tool: 'label map', set, clear }, blocks });
  if (bytes.length <= LIMITS.maskOperationBytes) return [{ segment, bytes: bytesToBase64(bytes) }];
  const numbers = [...new Set([...change.set.keys(), ...change.clear.keys()])].toSorted((a, b) => a - b);
  const half = numbers.length >> 1;
  return [numbers.slice(0, half), numbers.slice(half)].flatMap((some) => operationsOf(written, segment, partOfChange(change, some)));
}

const lastNumberOf = ({ operations }: MaskToWrite): number => operations.at(-1)?.number ?? 0;
