import {
  ERR_ENCRYPTED,
  ERR_INVALID_PASSWORD,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSUPPORTED_COMPRESSION,
  Reader,
  ZipReader,
  configure,
  type FileEntry,
} from '@zip.js/zip.js';
import type { ArchiveItem } from '#imaging/archive/archive-item.ts';
import { createWindowSource } from '#imaging/archive/blocks.ts';
import { entryLabel } from '#imaging/archive/entry-label.ts';
import { ArchiveFault } from '#imaging/archive/fault.ts';
import { ARCHIVE_LIMITS } from '#imaging/archive/limits.ts';
import { readZipDirectory } from '#imaging/archive/zip-directory.ts';
import { refusalOf } from '#imaging/archive/zip-entry.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';

// This process has nothing else to do, and threads would need additional memory.
configure({ useWebWorkers: false });

/** Whether its entries need a password. A zip without a directory is salvaged without a password. */
export async function isEncryptedZip(source: ByteSource): Promise<boolean> {
  const listed = await readZipDirectory(createWindowSource(source));
  return listed?.entries.some((entry) => refusalOf(entry) === 'archive-encrypted') ?? false;
}

/**
 * The files of an encrypted zip (ZipCrypto, WinZip AES), read by a library that knows the ciphers. The walk counts the bytes, as for other
 * archives.
 */
export async function* readEncryptedZip(source: ByteSource, password: string, mostBytes: number): AsyncGenerator<ArchiveItem> {
  const zip = new ZipReader(new SourceReader(source), { password, checkSignature: true, checkOverlappingEntry: true });
  try {
    let [claimed, entries] = [0, 0];
    for await (const entry of zip.getEntriesGenerator()) {
      claimed += entry.uncompressedSize;
      entries += 1;
      if (claimed > mostBytes) throw new ArchiveFault('archive-bomb');
      if (entries > ARCHIVE_LIMITS.entries) throw new ArchiveFault('archive-too-many');
      if (entry.directory) continue;
      const path = entryLabel(entry.filename);
      const done = entry.offset / source.size;
      if (isLink(entry)) yield { kind: 'refused', path, problem: 'archive-link', done };
      else yield { kind: 'file', path, size: entry.uncompressedSize, done, blocks: () => readEntry(entry) };
    }
  } catch (thrown) {
    throw toFault(thrown);
  } finally {
    await zip.close();
  }
}

class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource;
  constructor(source: ByteSource) {
    super(source);
    this.#source = createWindowSource(source);
    this.size = source.size;
  }
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#source.read(offset, length));
  }
}

async function* readEntry(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  const reading = entry.getData(writable, { signal: stop.signal }).catch((thrown: unknown) => {
    throw toFault(thrown);
  });
  // It is awaited below.
  reading.catch(() => undefined);
  let isWhole = false;
  try {
    for await (const bytes of readable) yield bytes;
    isWhole = true;
  } catch {
    await reading;
    throw new ArchiveFault('archive-damaged');
  } finally {
    // The consumer had enough. At the end of the entry, the checksum is still being verified.
    if (!isWhole) stop.abort();
  }
  await reading;
}

/** Problems with specific error messages of the library. Its other errors mean that the archive's bytes are wrong. */
const PROBLEMS: Readonly<Record<string, ArchiveProblem>> = {
  [ERR_ENCRYPTED]: 'archive-encrypted',
  [ERR_INVALID_PASSWORD]: 'archive-encrypted',
  [ERR_OVERLAPPING_ENTRY]: 'archive-bomb',
  [ERR_UNSUPPORTED_COMPRESSION]: 'archive-method',
};

function toFault(thrown: unknown): ArchiveFault {
  if (thrown instanceof ArchiveFault) return thrown;
  return new ArchiveFault(PROBLEMS[thrown instanceof Error ? thrown.message : ''] ?? 'archive-damaged');
}

function isLink({ externalFileAttributes }: FileEntry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}
