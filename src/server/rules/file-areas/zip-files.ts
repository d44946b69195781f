import { makeZip, predictLength } from 'client-zip';
import type { ReadableStream } from 'node:stream/web';
import { Readable } from 'node:stream';
import type { Reader } from '#server/db/database.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { Entry } from './areas.ts';
import { bytesOfContent } from './contents.ts';

/** A file or an empty folder in a zip. */
interface Zipped {
  /** Path in the zip; of a folder with a slash at its end. */
  name: string;
  size: number;
  lastModified: Date;
  contentId: number | null;
}

export interface ZipPlan {
  files: Zipped[];
  /** Of the whole zip: files are stored uncompressed, with Zip64 where needed. */
  size: number;
}

/** These entries with everything below them, each under its own name. */
export async function planZip(db: Reader, entries: readonly Entry[]): Promise<ZipPlan> {
  const files: Zipped[] = [];
  const open = entries.map((entry) => ({ entry, name: entry.name }));
  // Grows while it is read.
  for (const { entry, name } of open) {
    const common = { lastModified: new Date(entry.changed_at), contentId: entry.content_id };
    if (entry.kind === 'file') {
      files.push({ ...common, name, size: entry.bytes });
      continue;
    }
    const held = await db.selectFrom('file_entry').selectAll().where('parent_id', '=', entry.id).orderBy('name').execute();
    if (held.length === 0) files.push({ ...common, name: `${name}/`, size: 0 });
    for (const each of held) open.push({ entry: each, name: `${name}/${each.name}` });
  }
  return { files, size: Number(predictLength(files.map(({ name, size }) => (name.endsWith('/') ? { name } : { name, size })))) };
}

/** The bytes of the zip. One file is open at a time, and none once it is destroyed. */
export function streamZip(
  db: Reader,
  objects: ObjectStore,
  { files }: ZipPlan,
  onFile: (file: Zipped, index: number) => void = () => undefined,
): Readable {
  let open: AsyncGenerator<Uint8Array> | null = null;
  async function* inputs() {
    for (const [index, file] of files.entries()) {
      onFile(file, index);
      const { name, size, lastModified, contentId } = file;
      if (name.endsWith('/')) yield { name, lastModified };
      else {
        open = bytesOfContent(db, objects, { id: contentId!, bytes: size });
        yield { name, size, lastModified, input: open };
      }
    }
  }
  const zip = Readable.fromWeb(makeZip(inputs()) as ReadableStream);
  zip.once('close', () => void open?.return(undefined));
  return zip;
}
