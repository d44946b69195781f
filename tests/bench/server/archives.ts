import { zipSync } from 'fflate';
import { gzipSync } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { createArchiveUnpacker } from '#server/archives/process-unpacker.ts';
import type { UnpackedCount } from '#server/archives/archive-unpacker.ts';
import type { Measured } from '#tests/bench/gate.ts';
import { writeRar } from '#tests/fixtures/archives/write-rar.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { ctSlices } from './ct-slices.ts';

const SLICES = 400;
/** Issue and decision 424: a process that opens an archive stays below this. */
const MOST_MIB = 512;
const WORKER = new URL('./unpack-measured.ts', import.meta.url);

/** Archives of one CT on the server: how fast each kind is unpacked, and what the process that does it takes in memory at most, its start included. */
export async function measureArchives(rounds: number): Promise<Measured[]> {
  const slices = ctSlices(SLICES, 1).map((bytes, n) => ({ name: `CT/${n}.dcm`, bytes }));
  const bytesOf = slices.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const zip = zipSync(Object.fromEntries(slices.map(({ name, bytes }) => [name, bytes])), { level: 1 });
  const kinds: Record<string, { bytes: () => Uint8Array; isHostile?: true }> = {
    zip: { bytes: () => zip },
    tar: { bytes: () => writeTar(slices) },
    'tar.gz': { bytes: () => gzipSync(writeTar(slices), { level: 1 }) },
    rar: { bytes: () => writeRar(slices) },
    'zip in zip': { bytes: () => writeZip([{ name: 'in.zip', bytes: zip.subarray(0, zip.length), method: 0 }]) },
    bomb: { bytes: () => gzipSync(joinBytes([new Uint8Array(1024 ** 3)]), { level: 1 }), isHostile: true },
    'rar with a dictionary of 4 GiB': { bytes: () => writeRar([{ ...slices[0]!, dictionary: 15 }]), isHostile: true },
  };
  const results: Measured[] = [];
  for (const [kind, { bytes, isHostile }] of Object.entries(kinds)) {
    const archive = bytes();
    const [rates, peaks]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const { mbPerSecond, peakMib } = await unpackOnce(archive, kind);
      rates.push(mbPerSecond);
      peaks.push(peakMib);
    }
    const note = isHostile === true ? 'refused by name' : `${SLICES} slices, ${(bytesOf / 1e6).toFixed(0)} MB, in a process of its own`;
    if (isHostile !== true) results.push({ gate: `archives, ${kind}`, unit: 'MB/s', target: null, runs: rates, note });
    results.push({ gate: `archives, ${kind}, memory`, unit: 'MiB', target: MOST_MIB, runs: peaks, note });
  }
  return results;
}

async function unpackOnce(bytes: Uint8Array, kind: string): Promise<{ mbPerSecond: number; peakMib: number }> {
  let out = 0;
  const unpacker = createArchiveUnpacker({ maxMs: 10 * 60_000, worker: WORKER });
  const name = kind.startsWith('rar') ? 'a.rar' : kind === 'bomb' ? 'a.dcm.gz' : `a.${kind.split(' ')[0]}`;
  const startedMs = performance.now();
  const ended = await unpacker.unpack(
    { name, source: createMemorySource(bytes), passwords: {} },
    new AbortController().signal,
    async (part) => {
      out += part.bytes.length;
    },
  );
  if ('problem' in ended) throw new Error(`${kind}: ${ended.problem}`);
  const { peakMib } = ended as UnpackedCount & { peakMib: number };
  return { mbPerSecond: out / 1e3 / (performance.now() - startedMs), peakMib };
}
