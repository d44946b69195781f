import { bytesToHex } from '#model/hex.ts';

/** In lower-case hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return bytesToHex(hash);
}
