import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import type { UnpackedItem } from '#server/archives/archive-unpacker.ts';
import { deidentifyFiles } from '#server/archives/deidentify-files.ts';
import { sortFiles } from '#server/archives/sort-files.ts';
import { unpackArchive } from '#server/archives/unpack-archive.ts';
import { checkFiles } from '#server/reading/check-files.ts';
import { walked } from '#tests/fixtures/walked.ts';
import { NOTE, realData } from './real-data.ts';

/** What MANIFEST.md says of the archives that a device leaves to the server: images, bytes of them, and what is no image. */
const RARS: Record<string, [images: number, bytes: number, unsupported: number]> = {
  'handmade-rar/rar-five-stored.rar': [5, 128_034, 0],
  'handmade-rar/rar-five-truncated.rar': [3, 76_816, 0],
  'handmade-rar/rar-four-stored.rar': [5, 128_034, 0],
  'upstream-rar/rar3-comment-plain.rar': [0, 0, 2],
  'upstream-rar/rar3-subdirs.rar': [0, 0, 4],
  'upstream-rar/rar5-crc.rar': [0, 0, 2],
  'upstream-rar/rar5-evil-symlink-traversal.rar': [0, 0, 1],
  'upstream-rar/rar5-subdirs.rar': [0, 0, 4],
  'upstream-rar/unicode.rar': [0, 0, 2],
  'upstream-rar/testfile.rar3.cbr': [0, 0, 2],
  'upstream-rar/testfile.rar3.locked.rar': [0, 0, 1],
  'upstream-rar/testfile.rar3.rar': [0, 0, 1],
  'upstream-rar/testfile.rar3.rr.rar': [0, 0, 1],
  'upstream-rar/testfile.rar3.solid.rar': [0, 0, 1],
  'upstream-rar/testfile.rar5.cbr': [0, 0, 2],
  'upstream-rar/testfile.rar5.locked.rar': [0, 0, 1],
  'upstream-rar/testfile.rar5.rar': [0, 0, 1],
  'upstream-rar/testfile.rar5.solid.rar': [0, 0, 1],
};

const PROBLEMS: Record<string, string[]> = {
  'handmade-rar/rar-five-truncated.rar': ['/STUDY/ADC/1-04.dcm: archive-cut-off', ': archive-cut-off'],
  'upstream-rar/rar5-evil-symlink-traversal.rar': ['/up: archive-link'],
  'upstream-rar/rar5-hpsw.rar': [': archive-encrypted'],
  'upstream-rar/rar5-psw.rar': [': archive-encrypted'],
  'upstream-rar/rar5-vols.part1.rar': [': archive-split'],
  'upstream-rar/rar5-vols.part2.rar': [': archive-split'],
  'upstream-rar/rar5-vols.part3.rar': [': archive-split'],
};

/** Passwords that MANIFEST.md names, and how many images, or other files, are behind them. */
const LOCKED: Record<string, [password: string, images: number, unsupported: number]> = {
  'encrypted-aes256.zip': ['secret', 5, 0],
  'encrypted-zipcrypto.zip': ['secret', 5, 0],
  'upstream-rar/rar5-hpsw.rar': ['password', 0, 2],
  'upstream-rar/rar5-psw.rar': ['password', 0, 2],
};

const archives = (realData?.files ?? []).filter((file) => file.set === 'archives' && !file.path.endsWith('.exp')).map(({ path }) => path);
const nameOf = (path: string): string => path.replace('archives/', '');
const isRar = (path: string): boolean => /\.(rar|cbr)$/.test(path);

async function unpacked(path: string, password: string | null = null) {
  const source = realData!.source(path);
  const packs: Uint8Array[] = [];
  const items: UnpackedItem[] = [];
  const { unsupported } = await unpackArchive(
    source,
    { name: nameOf(path), passwords: password === null ? {} : { [nameOf(path)]: password } },
    async (part) => {
      packs.push(part.bytes.slice());
      items.push(...part.items);
    },
  );
  const problems = items.flatMap((item) => (item.is === 'refused' ? [`${item.path}: ${item.problem}`] : []));
  const files = items.flatMap((item) => (item.is === 'file' ? [item] : []));
  return { files, problems, unsupported, items, packs };
}

/** Files out of the packs that they were given in. */
function sourcesOf({ files, items, packs }: Pick<Awaited<ReturnType<typeof unpacked>>, 'files' | 'items' | 'packs'>) {
  return files.map(({ key, path: name, sha256, size }) => {
    const bytes = new Uint8Array(size);
    for (const piece of items) {
      if (piece.is === 'piece' && piece.key === key)
        bytes.set(packs[piece.pack]!.subarray(piece.at, piece.at + piece.length), piece.offset);
    }
    return { name, sha256, source: createMemorySource(bytes) };
  });
}

async function pixelsOf(source: ByteSource): Promise<string> {
  const header = await readDicomHeader(source);
  const pixels = header.ok ? header.description.pixelData : null;
  if (!header.ok || !pixels) return 'none';
  // Of an encapsulated one the first fragments: their end is found by walking them.
  const bytes = await header.source.read(pixels.offset, pixels.encapsulated ? 1000 : pixels.length);
  return createHash('sha256').update(bytes).digest('hex');
}

describe(`archives on the server${NOTE}`, () => {
  it('are all checked here', () => {
    const rars = archives.filter(isRar).map(nameOf);
    expect(rars.filter((name) => !(name in RARS) && !(name in PROBLEMS))).toEqual([]);
  });

  it.each(archives.filter((path) => !isRar(path)))('%s: the same files and problems as on a device', async (path) => {
    const source = realData!.source(path);
    const onDevice = await walked(await source.read(0, source.size), nameOf(path));
    const { files, problems, unsupported } = await unpacked(path);
    // What has the name of no image a device asks its bytes for; here it is asked as it comes.
    const hashes = new Map(Object.entries(onDevice.files).map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]));
    for (const file of files) expect([file.path, hashes.get(file.path)]).toEqual([file.path, file.sha256]);
    // Of an archive that gives nothing a device says so elsewhere.
    const isEmpty = onDevice.problems.length === 0 && Object.keys(onDevice.files).length === 0 && unsupported === 0;
    expect(problems).toEqual(isEmpty ? [`${nameOf(path)}: archive-empty`] : onDevice.problems);
  });

  it.each(archives.filter(isRar))('%s: as unpacked by other tools', async (path) => {
    const name = nameOf(path);
    const { files, problems, unsupported, packs } = await unpacked(path);
    const [images, bytes, others] = RARS[name] ?? [0, 0, 0];
    expect([files.length, packs.reduce((sum, pack) => sum + pack.length, 0), unsupported]).toEqual([images, bytes, others]);
    expect(problems).toEqual((PROBLEMS[name] ?? []).map((problem) => `${name}${problem}`));
  });

  it.each(Object.entries(LOCKED).filter(() => realData !== null))(
    '%s opens with its password, and with no other',
    async (name, [password, images, others]) => {
      const opened = await unpacked(`archives/${name}`, password);
      expect([opened.files.length, opened.unsupported, opened.problems]).toEqual([images, others, []]);
      const wrong = await unpacked(`archives/${name}`, `not ${password}`);
      expect([wrong.files, wrong.problems]).toEqual([[], [`${name}: archive-encrypted`]]);
    },
  );

  it.each(archives.filter((path) => !isRar(path) || RARS[nameOf(path)]?.[0]))(
    '%s: its de-identified images contain no patient data, and their pixels are unchanged',
    async (path) => {
      const { files, items, packs } = await unpacked(path, LOCKED[nameOf(path)]?.[0] ?? null);
      const sources = sourcesOf({ files, items, packs }).filter(({ name }) => !isNiftiName(name));
      const made: { items: UnpackedItem[]; packs: Uint8Array[] } = { items: [], packs: [] };
      const { demanded: _, usual: __, ...settings } = FIRST_DEIDENTIFICATION;
      const { sent } = await deidentifyFiles(
        { type: 'dcm', settings, key: 'ab'.repeat(32) },
        sources.map(({ source }) => source),
        async (part) => {
          made.packs.push(part.bytes.slice());
          made.items.push(...part.items);
        },
      );
      const leaving = sourcesOf({ ...made, files: made.items.flatMap((item) => (item.is === 'file' ? [item] : [])) });
      const refused = made.items.flatMap((item) => (item.is === 'refused' ? [Number(item.key)] : []));
      expect(leaving).toHaveLength(sources.length - refused.length);
      expect(sent !== null).toBe(leaving.length > 0);
      // Only what no reader could read is refused.
      for (const place of refused) expect((await readDicomHeader(sources[place]!.source)).ok).toBe(false);
      const looked = await checkFiles(
        { type: 'dcm', settings },
        leaving.map(({ source }) => source),
      );
      expect(looked).toEqual({ attributes: [], unread: 0 });
      const originals = sources.filter((_source, place) => !refused.includes(place));
      for (const [n, { source }] of leaving.entries()) expect(await pixelsOf(source)).toBe(await pixelsOf(originals[n]!.source));
    },
  );

  it.runIf(realData !== null)('a rar and a zip of the same slices are the same study', async () => {
    for (const path of [
      'archives/handmade-rar/rar-five-stored.rar',
      'archives/handmade-rar/rar-four-stored.rar',
      'archives/names-utf8.zip',
    ]) {
      const { files, items, packs } = await unpacked(path);
      const sources = sourcesOf({ files, items, packs });
      const { studies, unread } = await sortFiles(sources);
      expect([studies.length, studies[0]?.series.map(({ facts }) => [facts.cnt, facts.modalityCode]), unread]).toEqual([
        1,
        [[5, 'MR']],
        [],
      ]);
    }
  });
});
