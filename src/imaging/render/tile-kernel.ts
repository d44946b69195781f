import {
  f32,
  f32x4,
  f64,
  f64x2,
  F64,
  get,
  i16x8,
  i32,
  I32,
  i32x4,
  repeat,
  set,
  v128,
  V128,
  wasmModule,
  type WasmFunction,
} from './wasm-bytes.ts';

/**
 * The three loops of a tile in vector instructions of WebAssembly: adding image rows with integer weights, averaging columns of the sum, and
 * converting means to greys. V8 handles one value at a time, with checks. With only the rows done here, 200 tiles of 512 x 512 took 75 ms.
 */
export interface TileKernel {
  /** The rows of the image. Those before and after them are added too, so their weights must be 0. */
  readonly signed: Int16Array;
  readonly unsigned: Uint16Array;
  /** For each tile column its start in the sums, in bytes. */
  readonly starts: Int32Array;
  /** For each tile column the weights of its sums; their number is a multiple of four. */
  readonly weights: Float64Array;
  /** The tile, row by row. */
  readonly means: Float32Array;
  /** Output of `greys`, in place of the means. */
  readonly colours: Uint8ClampedArray<ArrayBuffer>;
  /**
   * Adds four rows, to the existing sums with `keep` -1 or from 0 with `keep` 0. Weights have 16 bits, two in each number. `flip` is 0x8000 if
   * samples are unsigned: they are reduced by 0x8000 before they are added.
   */
  rows(at: number, end: number, stride: number, early: number, late: number, flip: number, keep: number): void;
  /** Computes a row of means from the sums: each is multiplied by `unit`, then `base` is added. */
  columns(tileRow: number, width: number, tapBytes: number, unit: number, base: number): void;
  /** Opaque greys of `count` means: mean x factor + offset, from 0 to 255, rounded. */
  greys(count: number, factor: number, offset: number): void;
}

/** Maximum samples at a time: a slice of 512 x 512. */
export const MOST_SAMPLES = 512 * 512;
/** Maximum columns of an image, so that eight rows fit. */
export const MOST_COLUMNS = MOST_SAMPLES / 8;
export const MOST_TILE_COLUMNS = 512;
export const MOST_TILE_PIXELS = MOST_TILE_COLUMNS ** 2;

/** In bytes, so that vector accesses beyond the last value do not reach the next part. */
const SPARE = 64;
const SUMS_AT = MOST_SAMPLES * 2;
const STARTS_AT = SUMS_AT + MOST_COLUMNS * 4 + SPARE;
const WEIGHTS_AT = STARTS_AT + MOST_TILE_COLUMNS * 4;
/** Each tile column may share two image columns with its neighbours, and its number of weights is rounded up. */
const MOST_WEIGHTS = MOST_COLUMNS + MOST_TILE_COLUMNS * 5;
const MEANS_AT = WEIGHTS_AT + MOST_WEIGHTS * 8;
const PAGES = Math.ceil((MEANS_AT + MOST_TILE_PIXELS * 4 + SPARE) / 65_536);

let made: TileKernel | null | undefined;

/** Created on first use. Null if the platform has no vector instructions or no WebAssembly. */
export function tileKernel(): TileKernel | null {
  made ??= createTileKernel();
  return made;
}

function createTileKernel(): TileKernel | null {
  try {
    const { Module, Instance } = (globalThis as unknown as Platform).WebAssembly;
    const { memory, ...loops } = new Instance(new Module(wasmModule(PAGES, [rows(), columns(), greys()]))).exports;
    return {
      ...loops,
      signed: new Int16Array(memory.buffer, 0, MOST_SAMPLES),
      unsigned: new Uint16Array(memory.buffer, 0, MOST_SAMPLES),
      starts: new Int32Array(memory.buffer, STARTS_AT, MOST_TILE_COLUMNS),
      weights: new Float64Array(memory.buffer, WEIGHTS_AT, MOST_WEIGHTS),
      means: new Float32Array(memory.buffer, MEANS_AT, MOST_TILE_PIXELS),
      colours: new Uint8ClampedArray(memory.buffer, MEANS_AT, MOST_TILE_PIXELS * 4),
    };
  } catch {
    return null;
  }
}

/** The part of the platform that is used here: the browser's types have it, those of the server do not. */
interface Platform {
  WebAssembly: {
    Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    Instance: new (module: object) => { exports: Pick<TileKernel, 'rows' | 'columns' | 'greys'> & { memory: { buffer: ArrayBuffer } } };
  };
}

function rows(): WasmFunction {
  const [at, end, stride, early, late, flip, keep] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [second, third, fourth, to, earlyWeights, lateWeights, flips, keeps, a, b, c, d] = [
    7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
  ] as const;
  const sample = (row: number) => v128.xor(v128.load(get(row), 0), get(flips));
  const sum = (half: readonly number[], sumsAt: number) => {
    const pairs = (one: number, other: number) => v128.shuffle(get(one), get(other), half);
    const kept = v128.and(v128.load(get(to), sumsAt), get(keeps));
    const added = i32x4.add(i32x4.dot(pairs(a, b), get(earlyWeights)), i32x4.dot(pairs(c, d), get(lateWeights)));
    return v128.store(get(to), i32x4.add(kept, added), sumsAt);
  };
  const forward = (local: number, bytes: number) => set(local, i32.add(get(local), i32.const(bytes)));
  return {
    name: 'rows',
    parameters: [I32, I32, I32, I32, I32, I32, I32],
    locals: [I32, I32, I32, I32, V128, V128, V128, V128, V128, V128, V128, V128],
    body: [
      ...set(second, i32.add(get(at), get(stride))),
      ...set(third, i32.add(get(second), get(stride))),
      ...set(fourth, i32.add(get(third), get(stride))),
      ...set(earlyWeights, i32x4.splat(get(early))),
      ...set(lateWeights, i32x4.splat(get(late))),
      ...set(flips, i16x8.splat(get(flip))),
      ...set(keeps, i32x4.splat(get(keep))),
      ...repeat(
        [
          ...[...set(a, sample(at)), ...set(b, sample(second)), ...set(c, sample(third)), ...set(d, sample(fourth))],
          ...[...sum(LOWER_PAIRS, SUMS_AT), ...sum(UPPER_PAIRS, SUMS_AT + 16)],
          ...[...forward(at, 16), ...forward(second, 16), ...forward(third, 16), ...forward(fourth, 16), ...forward(to, 32)],
        ],
        i32.isBelow(get(at), get(end)),
      ),
    ],
  };
}

/** For two rows of eight samples: each of the first four next to the one below it, and the same for the last four. */
const LOWER_PAIRS = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23];
const UPPER_PAIRS = [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31];

function columns(): WasmFunction {
  const [at, width, tapBytes, unit, base] = [0, 1, 2, 3, 4] as const;
  const [column, from, weight, stop, sum] = [5, 6, 7, 8, 9] as const;
  const product = (sumsAt: number, weightsAt: number) =>
    f64x2.times(f64x2.ofIntegers(v128.loadHalf(get(from), sumsAt)), v128.load(get(weight), weightsAt));
  const total = f64.add(f64x2.lane(get(sum), 0), f64x2.lane(get(sum), 1));
  const forward = (local: number, bytes: number) => set(local, i32.add(get(local), i32.const(bytes)));
  return {
    name: 'columns',
    parameters: [I32, I32, I32, F64, F64],
    locals: [I32, I32, I32, I32, V128],
    body: [
      // Counted in means so far, from here on in bytes.
      ...set(at, i32.shiftLeft(get(at), i32.const(2))),
      ...set(width, i32.shiftLeft(get(width), i32.const(2))),
      ...repeat(
        [
          ...set(from, i32.load(get(column), STARTS_AT)),
          ...set(stop, i32.add(get(weight), get(tapBytes))),
          ...set(sum, v128.const(new ArrayBuffer(16))),
          ...repeat(
            [
              ...set(sum, f64x2.add(get(sum), f64x2.add(product(SUMS_AT, WEIGHTS_AT), product(SUMS_AT + 8, WEIGHTS_AT + 16)))),
              ...[...forward(from, 16), ...forward(weight, 32)],
            ],
            i32.isBelow(get(weight), get(stop)),
          ),
          ...f32.store(get(at), f32.of(f64.add(f64.times(total, get(unit)), get(base))), MEANS_AT),
          ...[...forward(at, 4), ...forward(column, 4)],
        ],
        i32.isBelow(get(column), get(width)),
      ),
    ],
  };
}

function greys(): WasmFunction {
  const [count, factor, offset] = [0, 1, 2] as const;
  const [at, factors, offsets, means, grey] = [3, 4, 5, 6, 7] as const;
  const ofTwo = (floats: readonly number[]) => f32x4.ofDoubles(f64x2.add(f64x2.times(f64x2.ofFloats(floats), get(factors)), get(offsets)));
  const four = v128.shuffle(ofTwo(get(means)), ofTwo(v128.shuffle(get(means), get(means), UPPER_HALF)), LOWER_HALVES);
  const limited = f32x4.atMost(
    f32x4.atLeast(four, v128.const(new Float32Array(4).buffer)),
    v128.const(new Float32Array(4).fill(255).buffer),
  );
  const rounded = i32x4.ofFloats(f32x4.add(get(grey), v128.const(new Float32Array(4).fill(0.5).buffer)));
  return {
    name: 'greys',
    parameters: [I32, F64, F64],
    locals: [I32, V128, V128, V128, V128],
    body: [
      ...set(count, i32.shiftLeft(get(count), i32.const(2))),
      ...set(factors, f64x2.splat(get(factor))),
      ...set(offsets, f64x2.splat(get(offset))),
      ...repeat(
        [
          ...set(means, v128.load(get(at), MEANS_AT)),
          ...set(grey, limited),
          ...v128.store(
            get(at),
            v128.or(i32x4.times(rounded, i32x4.splat(i32.const(0x010101))), i32x4.splat(i32.const(0xff000000 | 0))),
            MEANS_AT,
          ),
          ...set(at, i32.add(get(at), i32.const(16))),
        ],
        i32.isBelow(get(at), get(count)),
      ),
    ],
  };
}

const UPPER_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
const LOWER_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
