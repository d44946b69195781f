import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { LIMITS } from '#contract/limits.ts';
import { withConnection } from '#localdb/connection.ts';
import type { LocalDb, MaskOperationRow } from '#localdb/schema.ts';
import { openContent } from './journal.ts';

/** What is sent in one call: operations of one segmentation, in the order in which they were drawn. */
export interface MaskBatch {
  study: string;
  segmentation: string;
  operations: SentMaskOperation[];
}

/**
 * The next call, of the segmentation that has waited longest; null if nothing may be sent. What was made without a network and waits in the outbox goes
 * first: a segmentation with its mask, and a segment. `without`: segmentations that are left out.
 */
export async function nextBatch(db: LocalDb, without: ReadonlySet<string>): Promise<MaskBatch | null> {
  const { rows, waiting } = await withConnection(db, () =>
    db.transaction('r', db.maskOperations, db.outbox, async () => ({
      rows: await db.maskOperations.where('state').equals('drawn').toArray(),
      waiting: new Set<string>((await db.outbox.orderBy('key').uniqueKeys()).map(String)),
    })),
  );
  const key = await db.keys.toCollection().first();
  if (key === undefined) return null;
  const bySegmentation = Map.groupBy(
    rows.toSorted((a, b) => a.seq - b.seq),
    ({ segmentation }) => segmentation,
  );
  for (const [segmentation, ofOne] of bySegmentation) {
    const isMade = !waiting.has(`segmentation:${segmentation}`) && !waiting.has(`segmentation-mask:${segmentation}`);
    if (!isMade || without.has(segmentation)) continue;
    const operations = await openedBatch(key, ofOne, ({ segment }) => segment !== null && waiting.has(`segment:${segment}`));
    if (operations.length > 0) return { study: ofOne[0]!.study, segmentation, operations };
  }
  return null;
}

/** As many as one call may carry, up to the first that has to wait. Those that nobody can decrypt any more are left out. */
async function openedBatch(
  key: { key: CryptoKey },
  rows: readonly MaskOperationRow[],
  hasToWait: (operation: SentMaskOperation) => boolean,
): Promise<SentMaskOperation[]> {
  const operations: SentMaskOperation[] = [];
  let chars = 0;
  for (const { sealed } of rows.slice(0, LIMITS.maskOperationsPerCall)) {
    const content = await openContent(key, sealed).catch(() => null);
    if (content === null) continue;
    const { operation } = content;
    chars += JSON.stringify(operation).length;
    if (hasToWait(operation) || (operations.length > 0 && chars > MOST_CHARS)) break;
    operations.push(operation);
  }
  return operations;
}

/** Below the limit of a call, with its frame. */
const MOST_CHARS = LIMITS.jsonBodyBytes - 1024;
