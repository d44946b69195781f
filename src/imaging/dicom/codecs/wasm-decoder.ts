import { interleave } from '#imaging/dicom/pixels/unpack-colour.ts';
import { CodecFault, type DecodedImage, type Decoding, type ExpectedImage } from './codec.ts';
import { checkStreamHeader, type StreamHeader } from './stream-headers.ts';

/** The common interface of the Cornerstone codec packages, which have no types. */
export interface WasmDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  /** 1 or 2 for interleaved samples, 0 for planes; only in JPEG-LS. */
  getInterleaveMode?(): number;
  /** A view of the module's memory: valid until the next call. */
  getDecodedBuffer(): Uint8Array;
  delete(): void;
}

export interface WasmModule {
  createDecoder(): WasmDecoder;
  memoryBytes(): number;
}

/** The memory of a module never shrinks: one that has grown this far is released after use. */
const LARGEST_KEPT_BYTES = 128 * 1024 ** 2;

/** A decoder whose module is started for the first frame, and restarted after a frame that it could not decode. */
export function createWasmDecoder(start: () => Promise<WasmModule>, readHeader: (bytes: Uint8Array) => StreamHeader) {
  let started: Promise<WasmModule> | null = null;

  return async (bytes: Uint8Array, expected: ExpectedImage): Promise<Decoding> => {
    const refused = refuseHeader(bytes, expected);
    if (refused) return refused;
    started ??= start();
    const running = started;
    try {
      const wasm = await running.catch((cause: unknown) => {
        // Not loaded, perhaps without a network: the next frame tries again.
        started = null;
        throw cause;
      });
      const image = runDecoder(wasm, bytes, readHeader(bytes));
      if (wasm.memoryBytes() > LARGEST_KEPT_BYTES) started = null;
      return { ok: true, ...image };
    } catch (thrown) {
      if (started === null) throw thrown;
      // It threw a number or an engine error in the middle of its work: its state is lost.
      started = null;
      return { ok: false, why: thrown instanceof CodecFault ? thrown.why : 'damaged' };
    }
  };

  function refuseHeader(bytes: Uint8Array, expected: ExpectedImage): Decoding | null {
    try {
      checkStreamHeader(readHeader(bytes), expected);
      return null;
    } catch (thrown) {
      if (thrown instanceof CodecFault) return { ok: false, why: thrown.why };
      throw thrown;
    }
  }
}

function runDecoder(wasm: WasmModule, bytes: Uint8Array, header: StreamHeader): DecodedImage {
  const decoder = wasm.createDecoder();
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.decode();
  const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
  const count = header.rows * header.columns * header.components;
  const width8 = bitsPerSample <= 8 ? 1 : 2;
  const isAsSaid = width === header.columns && height === header.rows && componentCount === header.components;
  const decoded = decoder.getDecodedBuffer();
  if (!isAsSaid || decoded.length !== count * width8) throw new CodecFault('damaged');
  const copy = new Uint8Array(decoded);
  const arePlanes = header.components > 1 && decoder.getInterleaveMode?.() === 0;
  decoder.delete();
  const samples = width8 === 1 ? copy : new Uint16Array(copy.buffer);
  return { samples: arePlanes ? interleave(samples, header.components) : samples, bits: header.bits, colour: header.colour };
}
