import type { ByteSource } from '#imaging/byte-source.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { GunzipSource } from '#imaging/gzip/gunzip-source.ts';
import { compressHead, headOfJoinedPair, PAIR_HEAD_BYTES } from '#imaging/nifti/join-pair.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import { niftiHalf } from '#model/files/nifti-name.ts';
import { createFileSource } from './file-source.ts';
import type { PickedFile } from './types.ts';

/**
 * Joins NIfTI pairs: `x.hdr` and `x.img` of one folder (either may be compressed) become one `x.nii` in place of the header. The joined file refers
 * to the files on the disk: nothing is copied, and no voxel is changed. Everything else is returned unchanged, including single halves and ANALYZE
 * files.
 */
export async function joinPairs(files: readonly PickedFile[]): Promise<readonly PickedFile[]> {
  const pairs = findPairs(files);
  if (pairs.length === 0) return files;
  const joined = new Map<PickedFile, PickedFile | null>();
  for (const pair of pairs) {
    const one = await joinPair(pair);
    if (one !== null) joined.set(pair.header, one).set(pair.image, null);
  }
  return files.flatMap((picked) => joined.get(picked) ?? (joined.has(picked) ? [] : [picked]));
}

interface Pair {
  /** The common path without the extensions. */
  stem: string;
  header: PickedFile;
  image: PickedFile;
}

/** If a name has two headers or two images (`x.img` and `x.img.gz`), it is unclear which belong together. */
function findPairs(files: readonly PickedFile[]): Pair[] {
  const found = new Map<string, Record<'header' | 'image', PickedFile[]>>();
  for (const picked of files) {
    const half = niftiHalf(picked.path);
    if (half === null || classifyFile(picked.path, picked.file.size) === 'litter') continue;
    const halves = found.get(half.stem) ?? { header: [], image: [] };
    halves[half.half].push(picked);
    found.set(half.stem, halves);
  }
  return [...found].flatMap(([stem, { header: headers, image: images }]) => {
    const [header, image] = [headers[0], images[0]];
    return header && image && headers.length + images.length === 2 ? [{ stem, header, image }] : [];
  });
}

async function joinPair({ stem, header, image }: Pair): Promise<PickedFile | null> {
  try {
    const head = headOfJoinedPair(await contentOf(createFileSource(header.file)));
    if (head === null) return null;
    const isCompressed = isGzip(await createFileSource(image.file).read(0, 2));
    const path = `${stem}.nii${isCompressed ? '.gz' : ''}`;
    const first = isCompressed ? compressHead(head) : head;
    const name = path.split('/').pop() ?? path;
    return { file: new File([first, image.file], name, { lastModified: image.file.lastModified }), path };
  } catch {
    // A file that cannot be opened is refused like any single half.
    return null;
  }
}

/** Contents of a header. One byte more than the maximum shows that it is not one. */
async function contentOf(file: ByteSource): Promise<Uint8Array> {
  const isCompressed = isGzip(await file.read(0, 2));
  return (isCompressed ? new GunzipSource(file) : file).read(0, PAIR_HEAD_BYTES + 1);
}
