import type { WrittenOperation } from '#imaging/mask/replay/read-operation.ts';
import type { Reader } from '#server/db/database.ts';

/** More operations than are held in memory at once, in bytes of Base64. */
const MOST_OPERATION_BYTES = 256 * 1024 * 1024;
const OPERATIONS_AT_ONCE = 500;

export type StoredOperation = WrittenOperation & { number: number };

/** The operations of a segmentation up to a number, in their order. `too-large`: they have too many bytes to be replayed. */
export async function storedOperations(db: Reader, segmentationId: number, until: number): Promise<StoredOperation[] | 'too-large'> {
  const operations: StoredOperation[] = [];
  let bytes = 0;
  for (let after = 0; ;) {
    const found = await db
      .selectFrom('mask_operation')
      .leftJoin('segment', 'segment.id', 'mask_operation.segment_id')
      .select(['mask_operation.number', 'mask_operation.uuid', 'action', 'kind', 'segment.uuid as segment', 'base', 'withdraws', 'bytes'])
      .select('user_id as author')
      .where('mask_operation.segmentation_id', '=', segmentationId)
      .where('mask_operation.number', '>', after)
      .where('mask_operation.number', '<=', until)
      .orderBy('mask_operation.number')
      .limit(OPERATIONS_AT_ONCE)
      .execute();
    for (const { number, author, withdraws, ...operation } of found) {
      bytes += operation.bytes.length;
      operations.push({ number, author, operation: { ...operation, withdraws: JSON.parse(withdraws) as string[] } });
    }
    if (bytes > MOST_OPERATION_BYTES) return 'too-large';
    if (found.length < OPERATIONS_AT_ONCE) return operations;
    after = found.at(-1)!.number;
  }
}
