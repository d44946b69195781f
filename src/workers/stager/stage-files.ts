import { stagingBatches } from './batches.ts';
import type { StageResult } from './stager-worker.ts';
import type { FileToStage, StagingEnd } from './types.ts';

/** Stages one batch. Rejects if the worker has died. */
export type Stage = (uploadId: string, files: FileToStage[]) => Promise<StageResult>;

interface StagePorts {
  stage: Stage;
  /** Deletes copies that this device keeps only for safety; returns the bytes freed. */
  makeRoom: (bytes: number) => Promise<number>;
  onProgress: (handled: number) => void;
}

/**
 * Passes batches to the worker until every file is stored on this device or listed. A failed batch is retried file by file under the same IDs, so
 * that one file that cannot be read or does not fit does not block the others.
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
