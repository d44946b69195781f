import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { findDataSet } from '#imaging/dicom/elements/find-data-set.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { scanElements } from '#imaging/dicom/elements/scan-elements.ts';
import { DICM_PREFIX, DICM_PREFIX_END, isDicmPrefix } from '#model/files/dicm-prefix.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

const SETS = [
  { gate: 'header parse, CT', folder: 'ct-abdomen-philips' },
  { gate: 'header parse, all kinds', folder: '.' },
] as const;
const TARGET = { unit: 'files/s', target: 3, targetOf: 'ratio' } as const;
/** A run of the smaller set takes long enough to be told from noise. */
const LEAST_READS = 1_000;

/**
 * Headers in memory, walked to the pixels: the product's scanner beside dicom-parser. What the product makes of a header besides, its whole
 * description in some sixty values, has no like in the peer, and stands in a line of its own.
 */
export async function measureHeaderParse(rounds: number): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  if (data === null) return SETS.map(({ gate }) => ({ gate, ...TARGET, reason: NO_REAL_IMAGES }));
  const results: Measured[] = [];
  for (const { gate, folder } of SETS) {
    const files = await readMarked(join(data, folder));
    const repeats = Math.ceil(LEAST_READS / files.length);
    const rate = (read: (bytes: Uint8Array) => Promise<boolean>) => async () => {
      const startedMs = performance.now();
      for (let turn = 0; turn < repeats; turn += 1) for (const bytes of files) await read(bytes);
      return (files.length * repeats) / ((performance.now() - startedMs) / 1000);
    };
    const { walked, described, untilPixels } = await inTurn(rounds, {
      walked: rate(walksHeader),
      described: rate(describesHeader),
      untilPixels: rate(untilPixelsReads),
    });
    const missed = await missedFiles(files);
    if (missed > 0) throw new Error(`${gate}: ${missed} files that dicom-parser reads whole are refused`);
    const peer = { name: 'dicom-parser untilTag', runs: untilPixels };
    results.push(
      { gate, ...TARGET, runs: walked, peer, note: `${files.length} files; none refused that a full parse reads` },
      { gate: `${gate}, described`, unit: 'files/s', target: null, runs: described, peer, note: 'with every value that the product keeps' },
    );
  }
  return results;
}

async function readMarked(folder: string): Promise<Uint8Array[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = await Promise.all(entries.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))));
  return all.filter((bytes) => bytes.length > DICM_PREFIX_END && isDicmPrefix(bytes.subarray(DICM_PREFIX.offset, DICM_PREFIX_END)));
}

async function walksHeader(bytes: Uint8Array): Promise<boolean> {
  const found = findDataSet(bytes, bytes.length);
  if (typeof found !== 'object' || !('position' in found)) return false;
  return scanElements(bytes, found.position, found.encoding, { fileSize: bytes.length }).end === 'whole';
}

async function describesHeader(bytes: Uint8Array): Promise<boolean> {
  return (await readDicomHeader(createMemorySource(bytes))).ok;
}

async function untilPixelsReads(bytes: Uint8Array): Promise<boolean> {
  return parses(bytes, { untilTag: 'x7fe00010' });
}

/** dicom-parser has no bounds: what it takes for a pixel data element may end behind the file, and then the product rightly refuses it. */
async function missedFiles(files: readonly Uint8Array[]): Promise<number> {
  let missed = 0;
  for (const bytes of files) {
    if (!parses(bytes, undefined)) continue;
    const read = await readDicomHeader(createMemorySource(bytes));
    if (!read.ok && read.why !== 'cut-off') missed += 1;
  }
  return missed;
}

function parses(bytes: Uint8Array, options: { untilTag: string } | undefined): boolean {
  try {
    return dicomParser.parseDicom(bytes, options).string('x0020000d') !== undefined;
  } catch {
    return false;
  }
}
