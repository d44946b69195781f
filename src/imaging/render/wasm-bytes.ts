/**
 * The part of WebAssembly's binary format that the tile kernel needs, so that its program can be written as an expression, without a file or a
 * tool. An instruction consists of its operands followed by its code.
 */
export type Bytes = readonly number[];

export const [I32, F64, V128] = [0x7f, 0x7c, 0x7b] as const;
type ValueType = typeof I32 | typeof F64 | typeof V128;

export interface WasmFunction {
  name: string;
  parameters: readonly ValueType[];
  locals: readonly ValueType[];
  body: Bytes;
}

/** A module that exports its `memory` of this many pages of 64 KiB, and its functions, which return nothing. */
export function wasmModule(pages: number, functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const exported = functions.flatMap(({ name }, index) => [...text(name), 0, index]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [functions.length, ...functions.flatMap(({ parameters }) => [0x60, parameters.length, ...parameters, 0])]),
    ...section(3, [functions.length, ...functions.keys()]),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [functions.length + 1, ...text('memory'), 2, 0, ...exported]),
    ...section(10, [functions.length, ...functions.flatMap(code)]),
  ]);
}

function code({ locals, body }: WasmFunction): Bytes {
  const content = [locals.length, ...locals.flatMap((type) => [1, type]), ...body, END];
  return [...unsigned(content.length), ...content];
}

const section = (id: number, content: Bytes): Bytes => [id, ...unsigned(content.length), ...content];
const text = (name: string): Bytes => [name.length, ...new TextEncoder().encode(name)];

const END = 0x0b;

/** LEB128, as WebAssembly encodes numbers: seven bits per byte, lowest first. */
function unsigned(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Bytes {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

export const get = (local: number): Bytes => [0x20, local];
export const set = (local: number, value: Bytes): Bytes => [...value, 0x21, local];
/** Runs the body, then repeats it while the condition holds. */
export const repeat = (body: Bytes, condition: Bytes): Bytes => [0x03, 0x40, ...body, ...condition, 0x0d, 0, END];

/** Addresses are not assumed to be aligned. */
const memory = (at: number): Bytes => [0, ...unsigned(at)];
const vector = (opcode: number): Bytes => [0xfd, ...unsigned(opcode)];

type Two = (left: Bytes, right: Bytes) => Bytes;
const two =
  (opcode: Bytes): Two =>
  (left, right) => [...left, ...right, ...opcode];
const one =
  (opcode: Bytes) =>
  (value: Bytes): Bytes => [...value, ...opcode];

export const i32 = {
  const: (value: number): Bytes => [0x41, ...signed(value)],
  load: (address: Bytes, at: number): Bytes => [...address, 0x28, ...memory(at)],
  add: two([0x6a]),
  shiftLeft: two([0x74]),
  isBelow: two([0x49]),
};

export const f64 = { add: two([0xa0]), times: two([0xa2]) };

export const f32 = {
  /** The nearest 32-bit float. */
  of: one([0xb6]),
  store: (address: Bytes, value: Bytes, at: number): Bytes => [...address, ...value, 0x38, ...memory(at)],
};

export const v128 = {
  const: (bytes: ArrayBuffer): Bytes => [...vector(0x0c), ...new Uint8Array(bytes)],
  load: (address: Bytes, at: number): Bytes => [...address, ...vector(0x00), ...memory(at)],
  /** Loads the lower half; the upper one is 0. */
  loadHalf: (address: Bytes, at: number): Bytes => [...address, ...vector(0x5d), ...memory(at)],
  store: (address: Bytes, value: Bytes, at: number): Bytes => [...address, ...value, ...vector(0x0b), ...memory(at)],
  /** Selects from the bytes of both, numbered consecutively. */
  shuffle: (left: Bytes, right: Bytes, bytes: Bytes): Bytes => [...left, ...right, ...vector(0x0d), ...bytes],
  and: two(vector(0x4e)),
  or: two(vector(0x50)),
  xor: two(vector(0x51)),
};

export const i16x8 = { splat: one(vector(0x10)) };

export const i32x4 = {
  splat: one(vector(0x11)),
  add: two(vector(0xae)),
  times: two(vector(0xb5)),
  /** Each is the sum of the products of two adjacent 16-bit values. */
  dot: two(vector(0xba)),
  /** Rounds towards 0. */
  ofFloats: one(vector(0xf8)),
};

export const f32x4 = {
  add: two(vector(0xe4)),
  /** With swapped operands, the instruction would return NaN. */
  atMost: (value: Bytes, most: Bytes): Bytes => two(vector(0xea))(value, most),
  atLeast: (value: Bytes, least: Bytes): Bytes => two(vector(0xeb))(value, least),
  /** The lower two; the upper ones are 0. */
  ofDoubles: one(vector(0x5e)),
};

export const f64x2 = {
  splat: one(vector(0x14)),
  lane: (value: Bytes, lane: 0 | 1): Bytes => [...value, ...vector(0x21), lane],
  add: two(vector(0xf0)),
  times: two(vector(0xf2)),
  /** From the lower two. */
  ofFloats: one(vector(0x5f)),
  ofIntegers: one(vector(0xfe)),
};
