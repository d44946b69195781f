import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BasicProfile, DicomDeidentifier } from '@umessen/dicom-deidentifier';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { deidentify } from '#imaging/deidentify/deidentify.ts';
import { createReplacements } from '#imaging/deidentify/values/replacements.ts';
import { createReport } from '#imaging/deidentify/report.ts';
import { BASIC_PROFILE } from '#imaging/deidentify/settings.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

const SETS = [
  { gate: 'de-identified headers, MR', folder: 'mr-prostate-siemens-skyra' },
  { gate: 'de-identified headers, CT', folder: 'ct-abdomen-philips' },
] as const;
const FILES = 24;

/**
 * Headers that leave de-identified, from a file in memory to the bytes that take their place, reading counted: MB of headers in a second. Beside
 * it another implementation of the same profile, which reads the whole file into objects and writes all of it again, on the same files.
 */
export async function measureDeidentify(rounds: number): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  if (data === null) return SETS.map(({ gate }) => ({ gate, unit: 'MB/s', target: 3, targetOf: 'ratio', reason: NO_REAL_IMAGES }));
  const replacements = await createReplacements(crypto.getRandomValues(new Uint8Array(32)));
  const peer = new DicomDeidentifier({ profileOptions: [BasicProfile] });
  const results: Measured[] = [];
  for (const { gate, folder } of SETS) {
    const files = await readFiles(join(data, folder));
    const ours = async (file: Uint8Array) => {
      const header = await readDicomHeader(createMemorySource(file));
      if (!header.ok) throw new Error(`${gate}: ${header.why}`);
      const done = await deidentify(header, { settings: BASIC_PROFILE, replacements, patientName: 'Anonymous', report: createReport() });
      if (!done.ok) throw new Error(`${gate}: ${done.why}`);
    };
    const { product, theirs } = await inTurn(rounds, {
      product: async () => rateOf(files, ours),
      theirs: async () => rateOf(files, async (file) => void peer.deidentify(file)),
    });
    const note = `${files.length} files, ${Math.round(headerBytes(files) / files.length / 1000)} kB of header each; reading counted`;
    results.push({
      ...{ gate, unit: 'MB/s', target: 3, targetOf: 'ratio', runs: product, note },
      peer: { name: '@umessen/dicom-deidentifier', runs: theirs },
    });
  }
  return results;
}

interface File {
  bytes: Uint8Array;
  headerBytes: number;
}

async function readFiles(folder: string): Promise<File[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.dcm')).toSorted();
  return Promise.all(
    names.slice(0, FILES).map(async (name) => {
      const bytes = new Uint8Array(await readFile(join(folder, name)));
      const header = await readDicomHeader(createMemorySource(bytes));
      if (!header.ok) throw new Error(`${name}: ${header.why}`);
      return { bytes, headerBytes: header.description.pixelData?.offset ?? bytes.length };
    }),
  );
}

async function rateOf(files: readonly File[], treat: (file: Uint8Array) => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  for (const { bytes } of files) await treat(bytes);
  return headerBytes(files) / 1e6 / ((performance.now() - startedMs) / 1000);
}

function headerBytes(files: readonly File[]): number {
  return files.reduce((sum, file) => sum + file.headerBytes, 0);
}
