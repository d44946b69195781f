import dicomParser from 'dicom-parser';
import { describe, expect, test, vi } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import type { Conversion, ConvertedVolume } from '#server/conversion/converter.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { volumeFacts } from '#tests/fixtures/converted.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { readSet, type ReadFile } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

// Processes are started and WebAssembly is compiled: slow on a busy machine, never timed.
vi.setConfig({ testTimeout: 240_000 });

const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 ? [set] : []));
const converter = createDicomConverter();

describe.skipIf(!realData)(`series with the team's usual de-identification become the volumes of their originals${NOTE}`, () => {
  test.each(SETS)('%s', async (set) => {
    let compared = 0;
    for (const { files } of await readSet(realData!, set)) {
      for (const once of await withoutTwins(files)) {
        const originals = await Promise.all(once.map(({ path }) => bytesOf(path)));
        const leaving = await Promise.all(originals.map(async (bytes) => (await deidentified(bytes, FIRST_DEIDENTIFICATION, '')).bytes));
        const [before, after] = [await convert(originals), await convert(leaving)];
        expect(after.ok, once[0]?.path).toBe(before.ok);
        if (!before.ok || !after.ok) continue;
        expect(volumeFacts(pictures(after.volumes)), once[0]?.path).toEqual(volumeFacts(pictures(before.volumes)));
        compared += 1;
      }
    }
    if (!['no-pixel-data', 'archives', 'nifti'].includes(set)) expect(compared).toBeGreaterThan(0);
  });
});

/**
 * Files that dcm2niix takes for one instance, or has no order for, go in different rounds. The sets have one instance in several syntaxes, or two with one UID
 * in their meta information; pictures with one number and no time it orders by a hash of their UIDs, and these are others.
 */
async function withoutTwins(files: readonly ReadFile[]): Promise<ReadFile[][]> {
  const rounds: { files: ReadFile[]; keys: Set<string> }[] = [];
  for (const file of files) {
    const keys = await keysOf(file);
    let round = rounds.find((one) => keys.every((key) => !one.keys.has(key)));
    if (!round) rounds.push((round = { files: [], keys: new Set() }));
    round.files.push(file);
    for (const key of keys) round.keys.add(key);
  }
  return rounds.map((round) => round.files);
}

async function keysOf({ path, description: { sopInstanceUid } }: ReadFile): Promise<string[]> {
  const own = `instance ${sopInstanceUid}`;
  try {
    const dataSet = dicomParser.parseDicom(await bytesOf(path), { untilTag: 'x7fe00010' });
    const isTimed = (dataSet.string('x00080032') ?? '') !== '';
    return [own, `file ${dataSet.string('x00020003')}`, ...(isTimed ? [] : [`number ${dataSet.string('x00200013')}`])];
  } catch {
    return [own];
  }
}

/** Overlays leave no file that is de-identified; dcm2niix makes volumes of their own of them. */
function pictures(volumes: readonly ConvertedVolume[]): ConvertedVolume[] {
  return volumes.filter(({ name }) => !/_ROI\d+$/.test(name));
}

/** With an owner, so that processes are reused, as for the series of an upload. */
function convert(series: readonly Uint8Array[]): Promise<Conversion> {
  return converter.convert({ files: series.map((bytes) => ({ name: 'a name', bytes })), owner: 'test' }, new AbortController().signal);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const source = realData!.source(path);
  return source.read(0, source.size);
}
