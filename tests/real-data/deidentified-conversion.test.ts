import dicomParser from 'dicom-parser';
import { describe, expect, test, vi } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import type { Conversion, ConvertedVolume } from '#server/conversion/converter.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { volumeFacts } from '#tests/fixtures/converted.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { readSet, type ReadFile } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

// Each conversion starts processes and compiles WebAssembly: slow on a busy machine, never timed.
vi.setConfig({ testTimeout: 240_000 });

const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 ? [set] : []));
const converter = createDicomConverter();

describe.skipIf(!realData)(`series that are de-identified as a team usually does become the volumes of their originals${NOTE}`, () => {
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
 * The sets have one instance in several syntaxes and framings: each goes with the others of its series once. dcm2niix leaves one of two images out that
 * are the same instance by their meta information, and what leaves has its own there.
 */
async function withoutTwins(files: readonly ReadFile[]): Promise<ReadFile[][]> {
  const rounds: ReadFile[][] = [];
  const seen = new Map<string, number>();
  for (const file of files) {
    const uid = (await mediaInstanceUid(file)) ?? file.description.sopInstanceUid;
    const round = seen.get(uid) ?? 0;
    seen.set(uid, round + 1);
    (rounds[round] ??= []).push(file);
  }
  return rounds;
}

async function mediaInstanceUid({ path }: ReadFile): Promise<string | undefined> {
  try {
    return dicomParser.parseDicom(await bytesOf(path), { untilTag: 'x00020010' }).string('x00020003');
  } catch {
    return undefined;
  }
}

/** Overlays leave no file that is de-identified; dcm2niix makes volumes of their own of them. */
function pictures(volumes: readonly ConvertedVolume[]): ConvertedVolume[] {
  return volumes.filter(({ name }) => !/_ROI\d+$/.test(name));
}

function convert(series: readonly Uint8Array[]): Promise<Conversion> {
  return converter.convert({ files: series.map((bytes) => ({ name: 'a name', bytes })) }, new AbortController().signal);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const source = realData!.source(path);
  return source.read(0, source.size);
}
