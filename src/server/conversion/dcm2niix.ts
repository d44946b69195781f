import { Worker } from 'node:worker_threads';
import { tooLargeToConvert, type ConvertedVolume, type Conversion, type Converter, type ConverterFile } from './converter.ts';
import { conversionFailureReason } from './conversion-failure-reason.ts';
import type { Dcm2niixOutput, Dcm2niixRun } from './dcm2niix-run.ts';

/**
 * A run takes some four times its input: the files, their copy in the converter's file system, the images, the volume. The WASM heap
 * ends at 2 GiB, and one volume must fit in it.
 */
const DCM2NIIX_MAX_INPUT_BYTES = 1_500_000_000;
/** The largest series takes seconds. What has not ended by then hangs, and the series behind it wait. */
const DCM2NIIX_MAX_MS = 10 * 60_000;

const WORKER = new URL('./dcm2niix.worker.ts', import.meta.url);

/** The field's reference converter, as WebAssembly: nothing to install, and a broken image breaks a sandbox in a thread. */
export function createDcm2niix({ maxInputBytes = DCM2NIIX_MAX_INPUT_BYTES, maxMs = DCM2NIIX_MAX_MS, worker = WORKER } = {}): Converter {
  return {
    name: 'dcm2niix v1.0.20241231 (WASM)',
    maxInputBytes,

    async convert({ files }, signal) {
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (bytes > maxInputBytes) return { ok: false, why: tooLargeToConvert(bytes, maxInputBytes) };
      const limit = AbortSignal.timeout(maxMs);
      const output = await runInThread(worker, { files, maxInputBytes }, AbortSignal.any([signal, limit])).catch((error: unknown) => {
        if (limit.aborted && !signal.aborted) return null;
        throw error;
      });
      if (output === null) return { ok: false, why: 'The converter did not come to an end with this series.' };
      const volumes = outputToVolumes(output);
      return volumes.length === 0 ? { ok: false, why: conversionFailureReason(output.log) } : ({ ok: true, volumes } satisfies Conversion);
    },
  };
}

/** Resolves with what the thread said; rejects when it broke, ended silently or was called off. The thread is gone in every case. */
async function runInThread(
  url: URL,
  { files, maxInputBytes }: { files: ConverterFile[]; maxInputBytes: number },
  signal: AbortSignal,
): Promise<Dcm2niixOutput> {
  signal.throwIfAborted();
  // Its output streams are held back: the converter prints names of series.
  const thread = new Worker(url, {
    workerData: { files: files.map((file) => file.bytes), maxInputBytes } satisfies Dcm2niixRun,
    transferList: [...new Set(files.map((file) => file.bytes.buffer as ArrayBuffer))].filter((buffer) => isWhole(buffer, files)),
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  });
  try {
    return await new Promise<Dcm2niixOutput>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (cause) => reject(new Error('The converter broke', { cause })));
      thread.once('exit', () => reject(new Error('The converter ended without an answer')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await thread.terminate();
  }
}

/** Memory that belongs to one file alone is handed to the thread; anything else (a pooled buffer) is copied. */
function isWhole(buffer: ArrayBuffer, files: ConverterFile[]): boolean {
  const owners = files.filter((file) => file.bytes.buffer === buffer);
  return owners.length === 1 && owners[0]?.bytes.byteLength === buffer.byteLength;
}

function outputToVolumes({ files }: Dcm2niixOutput): ConvertedVolume[] {
  const bytesByName = new Map(files.map((file) => [file.name, file.bytes]));
  const textOf = (name: string): string | null => {
    const bytes = bytesByName.get(name);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  return files
    .filter((file) => file.name.endsWith('.nii'))
    .map(({ name, bytes }) => {
      const stem = name.slice(0, -'.nii'.length);
      return { name: stem, bytes, sidecar: sidecarOf(textOf(`${stem}.json`), textOf(`${stem}.bval`), textOf(`${stem}.bvec`)) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One text per volume: the diffusion table, which dcm2niix writes beside the sidecar, goes into it under the names of its files. */
function sidecarOf(json: string | null, bval: string | null, bvec: string | null): string | null {
  if (json === null) return null;
  const sidecar = JSON.parse(json) as Record<string, unknown>;
  if (bval !== null) sidecar['bval'] = tableOf(bval)[0] ?? [];
  if (bvec !== null) sidecar['bvec'] = tableOf(bvec);
  return JSON.stringify(sidecar);
}
const tableOf = (text: string): number[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number));
