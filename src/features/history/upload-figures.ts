import { parseWireDate } from '#contract/dates.ts';
import type { UploadRow } from '#contract/entities.ts';

/** How long the files of an upload took from its first word to the last proved byte, in seconds, and at what mean rate; null while it sends. */
export interface UploadFigures {
  tookSeconds: number | null;
  bytesPerSecond: number | null;
}

/** The wire's dates are whole seconds: what took less than one has no rate. */
export function uploadFigures({ created_at, sent_at, size }: Pick<UploadRow, 'created_at' | 'sent_at' | 'size'>): UploadFigures {
  const [from, to] = [parseWireDate(created_at), sent_at === null ? null : parseWireDate(sent_at)];
  if (from === null || to === null) return { tookSeconds: null, bytesPerSecond: null };
  const tookSeconds = Math.max(0, (to.getTime() - from.getTime()) / 1000);
  return { tookSeconds, bytesPerSecond: tookSeconds < 1 ? null : size / tookSeconds };
}
