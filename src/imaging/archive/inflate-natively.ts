import type { Blocks } from './blocks.ts';
import { InflatePace } from './inflate-pace.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** The platform's inflater reported a fault, or there is none. */
export class NativeFault extends Error {}

type Format = 'gzip' | 'deflate-raw';

/**
 * Inflates one stream with the platform's inflater, which takes half the time of one in JavaScript and also checks the checksum and length of a
 * gzip stream. It does not say what is wrong, and for bytes after a stream it only reports that there are some: see native-first.ts. A step begins
 * when the output of the last one is consumed, so only the output of one step is held (34 MB, see ARCHIVE_LIMITS). Faults of the source are thrown
 * unchanged.
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
  // Awaited below, once the reader has reported an error.
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
