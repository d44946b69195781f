import type { FrameCoding } from '#model/pictures/drawable.ts';
import type { Decoding, ExpectedImage } from './codec.ts';
import { decodeRle } from './decode-rle.ts';
import { readJpeg2000Header, readJpegLsHeader } from './stream-headers.ts';
import { createWasmDecoder, type WasmDecoder, type WasmModule } from './wasm-decoder.ts';

/** Decodes one codestream. Throws only if a codec cannot be loaded. */
export type DecodeStream = (bytes: Uint8Array, expected: ExpectedImage) => Promise<Decoding>;
/** Deflated frames are not handled here: they inflate to uncompressed pixel data. */
export type Codecs = Record<Exclude<FrameCoding, 'deflate'>, DecodeStream>;

/** The WebAssembly of the codecs: the caller knows where the files are. */
export type CodecFile = 'charls' | 'openjpeg';
export type ReadCodecFile = (file: CodecFile) => Promise<Uint8Array>;

/** Each codec is loaded for the first frame that needs it. docs/decisions/106-codecs.md explains the choice. */
export function createCodecs(readFile: ReadCodecFile): Codecs {
  return {
    jpeg: async (bytes, expected) => (await import('./jpeg/decode-jpeg.ts')).decodeJpeg(bytes, expected),
    'jpeg-ls': createWasmDecoder(() => startCharls(readFile), readJpegLsHeader),
    // OpenJPEG also decodes HTJ2K (ITU-T T.814).
    'jpeg-2000': createWasmDecoder(() => startOpenJpeg(readFile), readJpeg2000Header),
    rle: async (bytes, expected) => decodeRle(bytes, expected),
  };
}

interface EmscriptenModule {
  HEAPU8: Uint8Array;
}
type EmscriptenFactory<Classes> = (options: object) => Promise<EmscriptenModule & Classes>;

async function startCharls(readFile: ReadCodecFile): Promise<WasmModule> {
  // @ts-expect-error The package has no types.
  const { default: create } = (await import('@cornerstonejs/codec-charls/decodewasmjs')) as {
    default: EmscriptenFactory<{ JpegLSDecoder: new () => WasmDecoder }>;
  };
  const wasm = await create({ ...SILENT, wasmBinary: await readFile('charls') });
  return { createDecoder: () => new wasm.JpegLSDecoder(), memoryBytes: () => wasm.HEAPU8.length };
}

async function startOpenJpeg(readFile: ReadCodecFile): Promise<WasmModule> {
  // @ts-expect-error The package has no types.
  const { default: create } = (await import('@cornerstonejs/codec-openjpeg/decodewasmjs')) as {
    default: EmscriptenFactory<{ J2KDecoder: new () => WasmDecoder }>;
  };
  const wasm = await create({ ...SILENT, wasmBinary: await readFile('openjpeg') });
  return { createDecoder: () => new wasm.J2KDecoder(), memoryBytes: () => wasm.HEAPU8.length };
}

/** Console output of the codecs is dropped: a refusal reports the failure. */
const SILENT = { print: () => {}, printErr: () => {} };
