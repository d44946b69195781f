import { stagingBatches } from './batches.ts';
import type { StageResult } from './stager-worker.ts';
import type { FileToStage, StagingEnd } from './types.ts';

/** One batch; rejects when the worker has died. */
export type Stage = (uploadId: string, files: FileToStage[]) => Promise<StageResult>;

interface StagePorts {
  stage: Stage;
  /** Gives up copies that this device only keeps for safety's sake; the bytes that it freed. */
  makeRoom: (bytes: number) => Promise<number>;
  onProgress: (handled: number) => void;
}

/**
 * Gives batches to the worker until every file is on this device or was listed. A batch that failed is tried file by file, under the same ids, so that
 * one file that cannot be read, or has no room, holds up no other.
 */
export async function stageFiles(
  { stage, makeRoom, onProgress }: StagePorts,
  uploadId: string,
  files: readonly FileToStage[],
): Promise<StagingEnd> {
  const end: StagingEnd = { kept: 0, duplicates: 0, noRoom: [], faulted: [] };
  let handled = 0;

  async function stageBatch(batch: FileToStage[]): Promise<void> {
    const result = await tryBatch(batch);
    if (result.ok) {
      end.kept += result.kept;
      end.duplicates += result.duplicates;
    } else if (batch.length > 1 && result.why !== 'closed') {
      for (const each of batch) await stageBatch([each]);
    } else {
      end[result.why === 'quota' ? 'noRoom' : 'faulted'].push(...batch);
    }
  }

  async function tryBatch(batch: FileToStage[]): Promise<StageResult> {
    const fault = { ok: false, why: 'fault' } as const;
    const result = await stage(uploadId, batch).catch(() => fault);
    if (result.ok || result.why !== 'quota') return result;
    const bytes = batch.reduce((sum, { file }) => sum + file.size, 0);
    return (await makeRoom(bytes)) > 0 ? stage(uploadId, batch).catch(() => fault) : result;
  }

  for (const batch of stagingBatches(files)) {
    await stageBatch(batch);
    handled += batch.length;
    onProgress(handled);
  }
  return end;
}
