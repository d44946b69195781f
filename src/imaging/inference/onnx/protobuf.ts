/** The bytes are no message of Protocol Buffers, or exceed a limit. */
export class DamagedMessage extends Error {
  override readonly name = 'DamagedMessage';
}

/** One field of a message. Numbers of 32 and 64 fixed bits are skipped by the readers here, so they have no value. */
export type Field =
  | { number: number; is: 'varint'; value: number }
  | { number: number; is: 'bytes'; bytes: Uint8Array }
  | { number: number; is: 'fixed' };

/**
 * The fields of one message, in their order, without copies (https://protobuf.dev/programming-guides/encoding). Throws `DamagedMessage`. A varint beyond 2^53
 * becomes an inexact number, and a negative one a very large number: both are refused where they matter.
 */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (let count = 0; count < 10; count += 1) {
      const byte = message[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    throw new DamagedMessage('A number is cut off');
  };
  const skipped = (length: number): Uint8Array => {
    if (!(length <= message.length - at)) throw new DamagedMessage('A field is longer than its message');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    if (number < 1 || number > MOST_FIELD) throw new DamagedMessage('A field has no valid number');
    switch (key % 8) {
      case 0:
        yield { number, is: 'varint', value: varint() };
        break;
      case 1:
        skipped(8);
        yield { number, is: 'fixed' };
        break;
      case 2:
        yield { number, is: 'bytes', bytes: skipped(varint()) };
        break;
      case 5:
        skipped(4);
        yield { number, is: 'fixed' };
        break;
      default:
        // Groups (3, 4) are not used by ONNX.
        throw new DamagedMessage('A field is of no known kind');
    }
  }
}

const MOST_FIELD = 2 ** 29 - 1;

/** A number that may be packed into one field with others. */
export function varintsOf(field: Field): number[] {
  if (field.is === 'varint') return [field.value];
  if (field.is === 'fixed') return [];
  const values: number[] = [];
  let [value, scale] = [0, 1];
  for (const byte of field.bytes) {
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    values.push(value);
    [value, scale] = [0, 1];
  }
  if (scale !== 1) throw new DamagedMessage('A number is cut off');
  return values;
}

export function textOf(field: Field): string {
  return field.is === 'bytes' ? new TextDecoder().decode(field.bytes) : '';
}
