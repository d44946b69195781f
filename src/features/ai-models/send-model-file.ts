import { bytesToHex } from '#model/hex.ts';
import type { ApiResult } from '#api/result.ts';
import { sendAiFilePart } from '#api/send-ai-file.ts';

export const PART_BYTES = 8 * 1024 ** 2;

type SendPart = typeof sendAiFilePart;

interface Sending {
  /** Of the file: one for the whole form, so that a second try continues. */
  file: string;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
  send?: SendPart;
}

/** Sends a file in parts, in order, and returns the SHA-256 of the whole. Its bytes are in memory once, which bounds what a page can send. */
export async function sendModelFile(blob: Blob, { file, onProgress, signal, send = sendAiFilePart }: Sending): Promise<ApiResult<string>> {
  const parts = Math.max(1, Math.ceil(blob.size / PART_BYTES));
  for (let part = 0; part < parts; part++) {
    const piece = blob.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    const answer = await send(piece, { file, part, parts, sha256: await sha256(piece), signal });
    if (!answer.ok) return answer;
    onProgress(Math.min(blob.size, (part + 1) * PART_BYTES));
  }
  return { ok: true, value: await sha256(blob) };
}

async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return bytesToHex(new Uint8Array(digest));
}
