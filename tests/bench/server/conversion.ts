import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { createDcm2niix } from '#server/conversion/dcm2niix.ts';
import { NO_REAL_IMAGES } from '#tests/bench/core/ct-files.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';

const GATE = { gate: 'WASM conversion', unit: 's', target: 2, targetOf: 'ratio' } as const;
const SETS = ['ct-abdomen-philips', 'mr-prostate-siemens-skyra'] as const;
const run = promisify(execFile);

/** A series of slices to an uncompressed volume: the server's converter, its process included, beside the native dcm2niix of the machine. */
export async function measureConversion(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const gates = SETS.map((set) => ({ ...GATE, gate: `${GATE.gate}, ${set.slice(0, 2)}` }));
  const skipped = (reason: string): Skipped[] => gates.map((gate) => ({ ...gate, reason }));
  const data = realDataFolder();
  if (data === null) return skipped(NO_REAL_IMAGES);
  const isThere = await run('dcm2niix', ['--version']).then(
    () => true,
    // It ends with 3 after having said its version.
    (error: { code?: unknown }) => typeof error.code === 'number',
  );
  if (!isThere) return skipped('no native dcm2niix here (Debian: apt install dcm2niix)');

  const converter = createDcm2niix();
  const results: Measured[] = [];
  for (const [index, set] of SETS.entries()) {
    const folder = await largestSeriesOf(join(data, set));
    const files = await Promise.all(
      (await slicesIn(folder)).map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(folder, name))) })),
    );
    const out = join(tempFolder, 'native');
    const { own, native } = await inTurn(rounds, {
      own: () =>
        seconds(async () => {
          const conversion = await converter.convert({ files, owner: 'bench' }, new AbortController().signal);
          if (!conversion.ok) throw new Error(conversion.why);
        }),
      async native() {
        await rm(out, { recursive: true, force: true });
        await mkdir(out);
        return seconds(async () => void (await run('dcm2niix', ['-z', 'n', '-b', 'y', '-o', out, folder])));
      },
    });
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    const note = `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB; ours in a process that has served its owner before, as all but the first series of an upload`;
    results.push({ ...gates[index]!, runs: own, peer: { name: 'native dcm2niix', runs: native }, note });
  }
  return results;
}

/** The folder below with the most files in it: each holds one series. */
async function largestSeriesOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const counts = new Map<string, number>();
  for (const { name, parentPath } of entries) if (isSlice(name)) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

async function slicesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isSlice);
}

function isSlice(name: string): boolean {
  return name.endsWith('.dcm');
}

async function seconds(act: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await act();
  return (performance.now() - startedMs) / 1000;
}
