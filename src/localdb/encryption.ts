import { bytesToHex } from '#model/hex.ts';
import type { DeviceKey } from './device-key.ts';
import type { Sealed } from './schema.ts';

const IV_BYTES = 12;

/** Encrypts bytes under the device key: 12 random bytes of IV, then ciphertext and tag (AES-GCM-256). */
export async function seal(device: DeviceKey, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, device.key, bytes));
  const sealed = new Uint8Array(IV_BYTES + ciphertext.length);
  sealed.set(iv);
  sealed.set(ciphertext, IV_BYTES);
  return sealed;
}

/** Decrypts the result of `seal`. Rejects with OperationError if it was made under another key or has changed. */
export async function open(device: Pick<DeviceKey, 'key'>, sealed: Sealed): Promise<Uint8Array<ArrayBuffer>> {
  const iv = sealed.subarray(0, IV_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, device.key, sealed.subarray(IV_BYTES)));
}

export async function sealJson(device: DeviceKey, value: unknown): Promise<Sealed> {
  return seal(device, new TextEncoder().encode(JSON.stringify(value)));
}

/** The value was written by us, so its shape is trusted. The tag proves its authenticity. */
export async function openJson<T>(device: Pick<DeviceKey, 'key'>, sealed: Sealed): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await open(device, sealed))) as T;
}

/** Keyed hash of an identifying text, in hexadecimal: equal texts have equal hashes, and the text cannot be guessed from the row. */
export async function keyedHash(device: DeviceKey, text: string): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', device.hashKey, new TextEncoder().encode(text)));
  return bytesToHex(mac.subarray(0, 16));
}
