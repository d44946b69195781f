import type { ByteSource } from '#imaging/byte-source.ts';
import { archiveKind, type ArchiveKind } from './archive-kind.ts';
import type { ArchiveItem } from './archive-item.ts';
import { BlockReader, readBlocks } from './blocks.ts';
import { spendBytes, type Budget } from './budget.ts';
import { ArchiveFault } from './fault.ts';
import { checkGzip, gunzip } from './gzip.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { readTarHeader, TAR_BLOCK_BYTES } from './tar-header.ts';

/**
 * The contents of an archive in order and in bounded memory. Nested archives are plain files here: see walkArchive. Throws an `ArchiveFault` for
 * problems of the whole archive; what was returned before is intact.
 */
export async function* openArchive(source: ByteSource, name: string, budget: Readonly<Budget>): AsyncGenerator<ArchiveItem> {
  const kind = await archiveKind(source, name);
  if (kind === 'zip') yield* readZip(source, budget.bytes);
  else if (kind === 'gzip') yield* readGzip(source, name, { ...budget });
  else if (kind === 'tar') yield* readPlainTar(source);
  else if (kind === 'dicom') yield wholeFile(source, name);
  else throw new ArchiveFault(REFUSED_KINDS[kind]);
}

const REFUSED_KINDS: Record<
  Exclude<ArchiveKind, 'zip' | 'gzip' | 'tar' | 'dicom'>,
  'archive-7z' | 'archive-rar' | 'archive-split' | 'archive-unreadable'
> = {
  '7z': 'archive-7z',
  rar: 'archive-rar',
  split: 'archive-split',
  unknown: 'archive-unreadable',
};

function readPlainTar(source: ByteSource): AsyncGenerator<ArchiveItem> {
  let read = 0;
  const blocks = counted(readBlocks(source, 0, source.size), (bytes) => (read += bytes));
  return readTar(blocks, () => read / source.size);
}

/** A tar in it, or the one compressed file. It is read twice, because its checksum is at the end. */
async function* readGzip(source: ByteSource, name: string, budget: Budget): AsyncGenerator<ArchiveItem> {
  await checkGzip(source, (bytes) => spendBytes(budget, bytes));
  let offset = 0;
  const inflated = (): AsyncGenerator<Uint8Array> => gunzip(source, { onProgress: (at) => (offset = at) });
  const begin = await firstBlock(inflated());
  if (readTarHeader(begin)) yield* readTar(inflated(), () => offset / source.size);
  else yield { kind: 'file', path: withoutGz(name), size: null, done: 0, blocks: inflated };
}

/** With a name that matches its content. */
function wholeFile(source: ByteSource, name: string): ArchiveItem {
  const path = `${name.split('/').pop() ?? name}.dcm`;
  return { kind: 'file', path, size: source.size, done: 0, blocks: () => readBlocks(source, 0, source.size) };
}

async function firstBlock(blocks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  try {
    return (await new BlockReader(blocks).take(TAR_BLOCK_BYTES)).slice();
  } finally {
    await blocks.return(undefined);
  }
}

function withoutGz(name: string): string {
  return (name.split('/').pop() ?? name).replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
}

async function* counted(blocks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of blocks) {
    onBytes(bytes.length);
    yield bytes;
  }
}
