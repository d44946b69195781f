import type { Bulk, Stroke } from '#imaging/mask/operations/operation.ts';
import { bytesToBulk } from '#imaging/mask/operations/bulk-bytes.ts';
import type { BlockStore, Hash } from '#imaging/mask/operations/block-store.ts';
import { bytesToOperation } from '#imaging/mask/operations/operation-bytes.ts';
import { base64ToBytes } from '#model/base64.ts';

/** An operation as it is stored and sent. `author`: the account that sent it, as the server says; null if it no longer exists. */
export interface WrittenOperation {
  operation: {
    uuid: string;
    action: string;
    kind: 'stroke' | 'bulk' | 'clear' | 'withdraw';
    segment: string | null;
    base: number;
    withdraws: readonly string[];
    /** Base64. */
    bytes: string;
  };
  author: number | null;
}

/** An operation as it is replayed. */
export type ReadOperation = StrokeRead | BulkRead | WithdrawalRead | ClearRead;

interface Head {
  uuid: string;
  action: string;
  base: number;
}
export interface StrokeRead extends Head {
  kind: 'stroke';
  stroke: Stroke;
}
export interface BulkRead extends Head {
  kind: 'bulk';
  bulk: Bulk;
  blocks: BlockStore;
}
export interface WithdrawalRead extends Head {
  kind: 'withdraw';
  /** Null: the account no longer exists. */
  author: string | null;
  uuids: readonly string[];
}
/** Made by the server for a deleted segment. */
export interface ClearRead extends Head {
  kind: 'clear';
  author: string;
  segment: string;
}

/** With the number that it has. Nobody has seen a number that was not given yet, as the server says too. */
export function withNumber(read: ReadOperation, number: number): ReadOperation {
  if (read.base < number) return read;
  const base = number - 1;
  if (read.kind === 'stroke') return { ...read, base, stroke: { ...read.stroke, base } };
  return read.kind === 'bulk' ? { ...read, base, bulk: { ...read.bulk, base } } : { ...read, base };
}

/** Null if it cannot be read: damaged, or of a later version. */
export function readOperation(segmentation: string, { operation, author }: WrittenOperation, hash: Hash): ReadOperation | null {
  const { kind, uuid, action, base, segment, withdraws } = operation;
  const head = { uuid, action, base };
  if (kind === 'withdraw') return { ...head, kind, author: author === null ? null : String(author), uuids: withdraws };
  if (kind === 'clear') return segment === null ? null : { ...head, kind, author: String(author), segment };
  const bytes = base64ToBytes(operation.bytes);
  if (bytes === null) return null;
  // The server knows who sent it, and what the author had seen.
  const trusted = <T extends Stroke | Bulk>(read: T): T => ({
    ...read,
    ...{ uuid, segmentation, base, author: author === null ? read.author : String(author) },
  });
  if (kind === 'bulk') {
    const read = bytesToBulk(bytes, hash);
    return read?.operation.segment === segment ? { ...head, kind, bulk: trusted(read.operation), blocks: read.blocks } : null;
  }
  const read = bytesToOperation(bytes);
  if (!read.ok || read.operation.kind !== 'stroke' || read.operation.segment !== segment) return null;
  return { ...head, kind, stroke: trusted(read.operation) };
}
