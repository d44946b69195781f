import address from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { sha256Of } from '#workers/sha256.ts';

/** Of the file of the package, so that a kept or sent one that differs is noticed. inference-runtime.test.ts compares both. */
export const RUNTIME_SHA256 = '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2';

/** Beside the cache of the service worker, which does not fetch this file: most pages never need it. */
const CACHE = 'inference-runtime';
/** Named by its content: a new version of the page does not find the old one, and removes it. */
const KEY = `/inference-runtime/${RUNTIME_SHA256}`;

/** ONNX Runtime cannot be fetched, and is not kept. */
export class NoRuntime extends Error {
  override readonly name = 'NoRuntime';
}

/** ONNX Runtime as WebAssembly, 14 MB: the kept one, or fetched and kept. Rejects with `NoRuntime`. */
export async function runtimeBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await keptBytes();
  if (kept !== null) return kept;
  const bytes = await fetchBytes();
  await keep(bytes);
  return bytes;
}

/** Null if it is not kept, or was changed. */
async function keptBytes(): Promise<Uint8Array<ArrayBuffer> | null> {
  const kept = await openCache();
  const answer = await kept?.match(KEY);
  if (!answer) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return (await sha256Of(bytes)) === RUNTIME_SHA256 ? bytes : null;
}

async function fetchBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address).catch((cause: unknown) => {
    throw new NoRuntime('ONNX Runtime cannot be fetched', { cause });
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok || (await sha256Of(bytes)) !== RUNTIME_SHA256) throw new NoRuntime('ONNX Runtime is not as it was built');
  return bytes;
}

/** Without room on the device it works once, and is fetched again. */
async function keep(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const kept = await openCache();
  if (kept === null) return;
  try {
    const old = (await kept.keys()).filter(({ url }) => !url.endsWith(KEY));
    await Promise.all(old.map((request) => kept.delete(request)));
    await kept.put(KEY, new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
  } catch {
    await kept.delete(KEY);
  }
}

/** Null where the browser has none, as in some private windows. */
async function openCache(): Promise<Cache | null> {
  return caches.open(CACHE).catch(() => null);
}
