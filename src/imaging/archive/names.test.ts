import { expect, it } from 'vitest';
import { createNameDecoder } from './names.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.split(' '), (pair) => Number.parseInt(pair, 16));
const FOUND = bytes('2f 31 2e 64 63 6d');
const named = (hex: string): Uint8Array => Uint8Array.from([...bytes(hex), ...FOUND]);

it.each([
  ['CP437', ['4d 81 6c 6c 65 72', '4a 94 72 67'], ['Müller', 'Jörg']],
  ['CP866', ['88 82 80 8d 8e 82', '91 ad a8 ac ae aa'], ['ИВАНОВ', 'Снимок']],
  ['GBK', ['d5 c5 c8 fd', 'cd bc cf f1'], ['张三', '图像']],
  ['Shift-JIS', ['8e 52 93 63 91 be 98 59', '95 5c 8e a6'], ['山田太郎', '表示']],
  ['UTF-8 without the flag', ['4d c3 bc 6c 6c 65 72', 'd0 98'], ['Müller', 'И']],
  ['ASCII', ['4d 52'], ['MR']],
])('names in %s are recognised by the words that they form', (_, raw, words) => {
  const decode = createNameDecoder(raw.map(named));
  expect(raw.map((hex) => decode(named(hex)))).toEqual(words.map((word) => `${word}/1.dcm`));
});
