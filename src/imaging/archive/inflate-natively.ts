import type { Blocks } from './blocks.ts';
import { InflatePace } from './inflate-pace.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** The inflater of the platform found a fault, or there is none. */
export class NativeFault extends Error {}

type Format = 'gzip' | 'deflate-raw';

/**
 * Inflates one stream with the inflater of the platform, which takes half the time of one in script and holds the bytes of a gzip stream against check sum
 * and length besides. Its faults have no names, and of what stands behind a stream it only says that something does: see native-first.ts. A step begins
 * when all that came of the last one was taken, so it holds what one makes and no more (34 MB, see ARCHIVE_LIMITS). Faults of the source are thrown
 * as they are.
 */
export async function* inflateNatively(deflated: Blocks, format: Format = 'gzip'): AsyncGenerator<Uint8Array> {
  const { readable, writable } = openInflater(format);
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const pace = new InflatePace(ARCHIVE_LIMITS.nativeStepBytes);
  let made = 0;

  async function feed(): Promise<void> {
    for await (const bytes of deflated) {
      for (const step of pace.steps(bytes)) {
        made = 0;
        await writer.write(step as Uint8Array<ArrayBuffer>).catch(refuse);
        pace.note(step.length, made);
        if (pace.isIdle()) refuse();
      }
    }
    await writer.close().catch(refuse);
  }

  const feeding = feed().catch(async (thrown: unknown) => {
    await writer.abort().catch(() => undefined);
    throw thrown;
  });
  // It is waited for below, once the reader has told that something is wrong.
  feeding.catch(() => undefined);

  async function read(): Promise<ReadableStreamReadResult> {
    return reader.read().catch(async () => {
      await feeding;
      return refuse();
    });
  }

  try {
    for (let one = await read(); one.value !== undefined; one = await read()) {
      made += one.value.length;
      yield one.value;
    }
    await feeding;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

interface ReadableStreamReadResult {
  value?: Uint8Array | undefined;
}

function openInflater(format: Format): DecompressionStream {
  try {
    return new DecompressionStream(format);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw new NativeFault();
}
