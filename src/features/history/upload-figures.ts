import { parseWireDate } from '#contract/dates.ts';
import type { UploadRow } from '#contract/entities.ts';

/** Time from the start of an upload to the last verified byte, in seconds, and its mean rate; null while it sends. */
export interface UploadFigures {
  tookSeconds: number | null;
  bytesPerSecond: number | null;
}

/** Dates on the wire are whole seconds, so an upload of less than a second has no rate. */
export function uploadFigures({ created_at, sent_at, size }: Pick<UploadRow, 'created_at' | 'sent_at' | 'size'>): UploadFigures {
  const [from, to] = [parseWireDate(created_at), sent_at === null ? null : parseWireDate(sent_at)];
  if (from === null || to === null) return { tookSeconds: null, bytesPerSecond: null };
  const tookSeconds = Math.max(0, (to.getTime() - from.getTime()) / 1000);
  return { tookSeconds, bytesPerSecond: tookSeconds < 1 ? null : size / tookSeconds };
}
