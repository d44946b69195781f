import { createMemorySource } from '#imaging/byte-source.ts';
import { marked } from '#language/t.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import { tooLargeToConvert, type ConvertedVolume, type Converter } from './converter.ts';
import type { Dcm2niixOutput, Dcm2niixRun } from './dcm2niix-run.ts';
import { volumeName } from './volume-name.ts';

/**
 * A run takes some four times its input: the files, their copy in the converter's file system, the images, the volume. The WASM heap
 * ends at 2 GiB, and one volume must fit in it.
 */
const DCM2NIIX_MAX_INPUT_BYTES = 1_500_000_000;
/** The largest series takes seconds. A longer run hangs, and blocks the series queued after it. */
const DCM2NIIX_MAX_MS = 10 * 60_000;

const WORKER = new URL('./dcm2niix.worker.ts', import.meta.url);

/** The field's reference converter as WebAssembly: it needs no installation, and a damaged image only crashes a separate process. */
export function createDcm2niix({ maxInputBytes = DCM2NIIX_MAX_INPUT_BYTES, maxMs = DCM2NIIX_MAX_MS, worker = WORKER } = {}): Converter {
  return {
    name: 'dcm2niix v1.0.20241231 (WASM)',
    maxInputBytes,

    async convert({ files, ...whose }, signal) {
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (bytes > maxInputBytes) return { ok: false, why: tooLargeToConvert(bytes, maxInputBytes) };
      const input: Dcm2niixRun = { maxInputBytes };
      const sources = files.map((file) => createMemorySource(file.bytes));
      const output = await runInProcess<Dcm2niixOutput>(worker, { input, files: sources, signal, maxMs, ...whose });
      if (output === 'endless') return { ok: false, why: marked('The converter did not finish this series in time.') };
      const volumes = outputToVolumes(output);
      // The reason is only in its log, which contains names of files and series. The user gets the reason of our own reader.
      return volumes.length > 0 ? { ok: true, volumes } : { ok: false, why: marked('The converter created no volume from these files.') };
    },
  };
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
      const json = sidecarOf(textOf(`${stem}.json`));
      const sidecar = json && JSON.stringify(withTables(json, textOf(`${stem}.bval`), textOf(`${stem}.bvec`)));
      return { name: json ? volumeName(stem, json['SeriesDescription']) : stem, bytes, sidecar };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sidecarOf(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}

/** One text per volume: the diffusion table, which dcm2niix writes to separate files, is added to the sidecar under the names of those files. */
function withTables(sidecar: Record<string, unknown>, bval: string | null, bvec: string | null): Record<string, unknown> {
  return { ...sidecar, ...(bval !== null && { bval: tableOf(bval)[0] ?? [] }), ...(bvec !== null && { bvec: tableOf(bvec) }) };
}
const tableOf = (text: string): number[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number));
