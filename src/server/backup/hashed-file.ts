import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FILE_MODE } from '#server/storage/file-system.ts';

export interface FileSum {
  bytes: number;
  sha256: string;
}

/** May be called again before it resolves: the order of the calls is that of the lines. */
export type WriteLine = (line: string) => Promise<void>;

const BUFFER_CHARACTERS = 256 * 1024;

/** Creates a text file of the lines that the work writes. It is durable when this resolves. */
export async function writeHashedFile<T>(path: string, work: (writeLine: WriteLine) => Promise<T>): Promise<{ sum: FileSum; result: T }> {
  const file = await open(path, 'wx', FILE_MODE);
  const hash = createHash('sha256');
  let bytes = 0;
  let waiting: string[] = [];
  let length = 0;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    const part = Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
    hash.update(part);
    bytes += part.length;
    writing = writing.then(() => file.appendFile(part));
    return writing;
  }

  try {
    const result = await work(async (line) => {
      waiting.push(line, '\n');
      length += line.length;
      if (length >= BUFFER_CHARACTERS) await flush();
    });
    await flush();
    await file.sync();
    return { sum: { bytes, sha256: hash.digest('hex') }, result };
  } finally {
    await writing.catch(() => undefined);
    await file.close();
  }
}

export async function sumOf(path: string): Promise<FileSum> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  await pipeline(file, hash);
  return { bytes: file.bytesRead, sha256: hash.digest('hex') };
}

/** Divided by `\n` only. `node:readline` also divides at U+2028, which JSON does not escape. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
