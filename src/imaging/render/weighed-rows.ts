/**
 * Adds rows of 16-bit samples, each times a whole weight: the loop that touches every stored value of a tile. V8 takes one value at a time, with two
 * checks; the vector instructions of WebAssembly take eight. The program below is written out byte by byte, as it is that short; what it computes
 * is held against `resample` in the tests.
 */
export interface RowSum {
  /** Empties the sum. */
  clear(columns: number): void;
  add(row: Int16Array | Uint16Array, weight: number): void;
  /** What was added, by columns: valid until the next sum begins. */
  readonly sums: Int32Array;
}

/** Columns of a row at most: what memory there is. */
export const MOST_COLUMNS = 32_768;

const SUMS_AT = MOST_COLUMNS * 2;
const PAGES = 3;

/** Of each program one, made when it is wanted first; null where the platform has no vector instructions, or may run no WebAssembly. */
const made = new Map<boolean, RowSum | null>();

export function rowSum(isSigned: boolean): RowSum | null {
  const known = made.get(isSigned);
  if (known !== undefined) return known;
  const sum = createRowSum(isSigned);
  made.set(isSigned, sum);
  return sum;
}

function createRowSum(isSigned: boolean): RowSum | null {
  try {
    const { buffer, addRow } = instantiate(program(isSigned));
    const row = isSigned ? new Int16Array(buffer, 0, MOST_COLUMNS) : new Uint16Array(buffer, 0, MOST_COLUMNS);
    const sums = new Int32Array(buffer, SUMS_AT, MOST_COLUMNS);
    return {
      sums,
      // The last step may reach seven columns further.
      clear: (columns) => void sums.fill(0, 0, columns),
      add(samples, weight) {
        row.set(samples);
        addRow(weight, samples.length * 2);
      },
    };
  } catch {
    return null;
  }
}

/** What of the platform is used here: the types of the browser have it, those of the server do not. */
interface Platform {
  WebAssembly: {
    Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    Instance: new (module: object) => { exports: { memory: { buffer: ArrayBuffer }; add: (weight: number, endByte: number) => void } };
  };
}

function instantiate(bytes: Uint8Array<ArrayBuffer>): { buffer: ArrayBuffer; addRow: (weight: number, endByte: number) => void } {
  const { Module, Instance } = (globalThis as unknown as Platform).WebAssembly;
  const { memory, add } = new Instance(new Module(bytes)).exports;
  return { buffer: memory.buffer, addRow: add };
}

/**
 *     (memory (export "memory") PAGES)
 *     (func (export "add") (param $weight i32) (param $end i32) (local $at i32) (local $to i32) (local $weights v128) (local $row v128)
 *       $weights = i16x8.splat($weight)
 *       loop
 *         $row = v128.load($at)
 *         $to = $at << 1
 *         v128.store(SUMS_AT + $to) = i32x4.add(v128.load(SUMS_AT + $to), i32x4.extmul_low_i16x8($row, $weights))
 *         v128.store(SUMS_AT + 16 + $to) = i32x4.add(v128.load(SUMS_AT + 16 + $to), i32x4.extmul_high_i16x8($row, $weights))
 *         $at = $at + 16
 *         br_if ($at < $end)
 *       end)
 */
function program(isSigned: boolean): Uint8Array<ArrayBuffer> {
  const [weight, end, at, to, weights, row] = [0, 1, 2, 3, 4, 5] as const;
  const addHalf = (sumsAt: number, product: number): number[] => [
    ...[...get(to), ...get(to), ...vector(V128_LOAD), ALIGN_16, ...leb(sumsAt)],
    ...[...get(row), ...get(weights), ...vector(product), ...vector(I32X4_ADD)],
    ...[...vector(V128_STORE), ALIGN_16, ...leb(sumsAt)],
  ];
  const [low, high] = isSigned ? [EXTMUL_LOW_S, EXTMUL_HIGH_S] : [EXTMUL_LOW_U, EXTMUL_HIGH_U];
  const body = [
    ...[2, 2, I32, 2, V128],
    ...[...get(weight), ...vector(I16X8_SPLAT), ...set(weights)],
    ...[LOOP, NOTHING],
    ...[...get(at), ...vector(V128_LOAD), ALIGN_16, 0, ...set(row)],
    ...[...get(at), I32_CONST, 1, I32_SHL, ...set(to)],
    ...addHalf(SUMS_AT, low),
    ...addHalf(SUMS_AT + 16, high),
    ...[...get(at), I32_CONST, 16, I32_ADD, ...tee(at), ...get(end), I32_LT_U, BR_IF, 0],
    ...[END, END],
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, FUNC, 2, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, PAGES]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('add'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

const [I32, V128, FUNC, NOTHING] = [0x7f, 0x7b, 0x60, 0x40] as const;
const [LOOP, BR_IF, END] = [0x03, 0x0d, 0x0b] as const;
const [I32_CONST, I32_ADD, I32_SHL, I32_LT_U] = [0x41, 0x6a, 0x74, 0x49] as const;
const [V128_LOAD, V128_STORE, I16X8_SPLAT, I32X4_ADD] = [0x00, 0x0b, 0x10, 0xae] as const;
const [EXTMUL_LOW_S, EXTMUL_HIGH_S, EXTMUL_LOW_U, EXTMUL_HIGH_U] = [0xbc, 0xbd, 0xbe, 0xbf] as const;
/** As an exponent of 2. */
const ALIGN_16 = 4;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const vector = (opcode: number): number[] => [0xfd, ...leb(opcode)];
const section = (id: number, content: number[]): number[] => [id, ...leb(content.length), ...content];
const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)];

/** LEB128, as WebAssembly writes unsigned numbers. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}
