import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Whether this machine can run networks: `onnxruntime-node` is an optional package, and has binaries for some platforms only. The server itself never loads it:
 * its memory would not be returned.
 */
export function isOnnxRuntimeHere(platform: string = process.platform, arch: string = process.arch): boolean {
  try {
    const main = import.meta.resolve('onnxruntime-node');
    return existsSync(fileURLToPath(new URL(`../bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`, main)));
  } catch {
    return false;
  }
}
