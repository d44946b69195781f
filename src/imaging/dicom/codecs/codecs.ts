import type { FrameCoding } from '#model/drawable.ts';
import type { Decoding, ExpectedImage } from './codec.ts';
import { decodeRle } from './decode-rle.ts';
import { readJpeg2000Header, readJpegLsHeader } from './stream-headers.ts';
import { createWasmDecoder, type WasmDecoder, type WasmModule } from './wasm-decoder.ts';

/** Decodes one codestream. Only a codec that cannot be loaded throws. */
export type DecodeStream = (bytes: Uint8Array, expected: ExpectedImage) => Promise<Decoding>;
/** A deflated frame is none of theirs: what it inflates to is uncompressed pixel data. */
export type Codecs = Record<Exclude<FrameCoding, 'deflate'>, DecodeStream>;

/** The WebAssembly that codecs are made of: who runs them knows where the files lie. */
export type CodecFile = 'charls' | 'openjpeg';
export type ReadCodecFile = (file: CodecFile) => Promise<Uint8Array>;

/** Every codec is loaded when the first frame asks for it. docs/decisions/106-codecs.md tells which were chosen and why. */
export function createCodecs(readFile: ReadCodecFile): Codecs {
  return {
    jpeg: async (bytes, expected) => (await import('./jpeg/decode-jpeg.ts')).decodeJpeg(bytes, expected),
    'jpeg-ls': createWasmDecoder(() => startCharls(readFile), readJpegLsHeader),
    // OpenJPEG reads the block coder of HTJ2K as well (ITU-T T.814).
    'jpeg-2000': createWasmDecoder(() => startOpenJpeg(readFile), readJpeg2000Header),
    rle: async (bytes, expected) => decodeRle(bytes, expected),
  };
}

interface EmscriptenModule {
  HEAPU8: Uint8Array;
}
type EmscriptenFactory<Classes> = (options: object) => Promise<EmscriptenModule & Classes>;

async function startCharls(readFile: ReadCodecFile): Promise<WasmModule> {
  // @ts-expect-error The package brings no types.
  const { default: create } = (await import('@cornerstonejs/codec-charls/decodewasmjs')) as {
    default: EmscriptenFactory<{ JpegLSDecoder: new () => WasmDecoder }>;
  };
  const wasm = await create({ ...SILENT, wasmBinary: await readFile('charls') });
  return { createDecoder: () => new wasm.JpegLSDecoder(), memoryBytes: () => wasm.HEAPU8.length };
}

async function startOpenJpeg(readFile: ReadCodecFile): Promise<WasmModule> {
  // @ts-expect-error The package brings no types.
  const { default: create } = (await import('@cornerstonejs/codec-openjpeg/decodewasmjs')) as {
    default: EmscriptenFactory<{ J2KDecoder: new () => WasmDecoder }>;
  };
  const wasm = await create({ ...SILENT, wasmBinary: await readFile('openjpeg') });
  return { createDecoder: () => new wasm.J2KDecoder(), memoryBytes: () => wasm.HEAPU8.length };
}

/** What they have to say of a stream goes nowhere: a refusal tells it. */
const SILENT = { print: () => {}, printErr: () => {} };
