import { LIMITS } from '#contract/limits.ts';

/** A file of one study, in the order of sending. Size in bytes. */
export interface PlannedFile {
  fileId: string;
  seriesId: string;
  size: number;
}

export interface PlannedPart {
  fileId: string;
  seriesId: string;
  offset: number;
  length: number;
}

export interface ChunkSizes {
  minBytes: number;
  targetBytes: number;
  maxParts: number;
}

/** How an upload is packed. This many parts with the longest names (sent-name.ts) fit into the header of a chunk. */
export const UPLOAD_CHUNKS: ChunkSizes = { minBytes: LIMITS.chunkMinBytes, targetBytes: LIMITS.chunkTargetBytes, maxParts: 600 };

/**
 * Packs the files of one study into chunks: small files whole, large files in parts. Only the last chunk can be smaller than `minBytes`
 * (CHUNK-001), and none is larger than `minBytes + targetBytes`. The same files always give the same chunks.
 */
export function planChunks(files: readonly PlannedFile[], sizes: ChunkSizes): PlannedPart[][] {
  const chunks: PlannedPart[][] = [];
  let open: PlannedPart[] = [];
  let openBytes = 0;
  const close = (): void => {
    if (open.length > 0) chunks.push(open);
    open = [];
    openBytes = 0;
  };
  const add = (part: PlannedPart): void => {
    open.push(part);
    openBytes += part.length;
    if (openBytes >= sizes.targetBytes || open.length >= sizes.maxParts) close();
  };
  for (const { fileId, seriesId, size } of files) {
    const fits = openBytes + size <= sizes.targetBytes;
    if (!fits && openBytes >= sizes.minBytes) close();
    if (size <= sizes.targetBytes) {
      // Kept whole, even beyond the target size, because the server hashes an unsplit file in memory on arrival.
      add({ fileId, seriesId, offset: 0, length: size });
      continue;
    }
    for (let offset = 0; offset < size;) {
      const length = Math.min(size - offset, sizes.targetBytes - openBytes);
      add({ fileId, seriesId, offset, length });
      offset += length;
    }
  }
  close();
  return chunks;
}
