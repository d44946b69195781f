import { describe, expect, test } from 'vitest';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { Encoding } from '#imaging/dicom/transfer-syntax.ts';
import { endsAtPixels, readElementTree, type TreeElement } from './element-tree.ts';

const EXPLICIT: Encoding = { explicit: true, bigEndian: false };
const BIG: Encoding = { explicit: true, bigEndian: true };
const IMPLICIT: Encoding = { explicit: false, bigEndian: false };
const ENCODINGS = [
  ['explicit little endian', EXPLICIT],
  ['explicit big endian', BIG],
  ['implicit little endian', IMPLICIT],
] as const;
const UNDEFINED = 0xffffffff;
const LONG = new Set(['OB', 'OW', 'SQ', 'UN']);
const [SEQUENCE, OTHER_SEQUENCE, TEXT, OTHER_TEXT] = [0x00081140, 0x00081115, 0x00100010, 0x00100020];

type Bytes = readonly number[];

/** Writes elements one by one, independently of the writers of the product. */
const writer = ({ explicit, bigEndian }: Encoding) => {
  const number = (value: number, bytes: 2 | 4): Bytes => {
    const little = Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
    return bigEndian ? little.toReversed() : little;
  };
  const tag = (value: number): Bytes => [...number(value >>> 16, 2), ...number(value & 0xffff, 2)];
  const letters = (text: string): Bytes => [...text].map((letter) => letter.charCodeAt(0));
  const head = (at: number, vr: string, length: number): Bytes => {
    if (!explicit) return [...tag(at), ...number(length, 4)];
    return LONG.has(vr) ? [...tag(at), ...letters(vr), 0, 0, ...number(length, 4)] : [...tag(at), ...letters(vr), ...number(length, 2)];
  };
  const element = (at: number, vr: string, value: Bytes, length = value.length): Bytes => [...head(at, vr, length), ...value];
  const item = (value: Bytes, length = value.length): Bytes => [...tag(TAG.Item), ...number(length, 4), ...value];
  const endOfItem: Bytes = [...tag(TAG.ItemDelimitation), 0, 0, 0, 0];
  const endOfSequence: Bytes = [...tag(TAG.SequenceDelimitation), 0, 0, 0, 0];
  return {
    head,
    element,
    item,
    endOfItem,
    endOfSequence,
    text: (at: number, text: string) => element(at, 'LO', letters(text)),
    openItem: (value: Bytes) => [...item(value, UNDEFINED), ...endOfItem],
    openSequence: (at: number, items: Bytes, vr = 'SQ') => element(at, vr, [...items, ...endOfSequence], UNDEFINED),
  };
};

/** Tag, VR, first and last byte, damage, and the items with their elements. */
type Summary = [tag: number, vr: string, start: number, end: number, items: null | 'damaged' | [isOpen: boolean, Summary[]][]];

const summaryOf = ({ tag, vr, start, end, items, isDamaged }: TreeElement): Summary => [
  tag,
  vr,
  start,
  end,
  isDamaged ? 'damaged' : (items?.map((each) => [each.hasUndefinedLength, each.elements.map(summaryOf)]) ?? null),
];
const read = (bytes: Bytes, encoding: Encoding, start = 0) => readElementTree(Uint8Array.from(bytes), start, encoding);
const summary = (bytes: Bytes, encoding: Encoding, start = 0) => {
  const tree = read(bytes, encoding, start);
  if (!tree.ok) throw new Error(tree.why);
  return { elements: tree.elements.map(summaryOf), end: tree.end };
};

describe.each(ENCODINGS)('a data set in %s', (_name, encoding) => {
  const write = writer(encoding);
  const vr = (explicit: string) => (encoding.explicit ? explicit : '');
  const one = write.text(TEXT, 'Ab');
  const two = write.text(OTHER_TEXT, 'wxyz');

  test('is read in file order, each element with its first and last byte', () => {
    const start = 132;
    const bytes = [...Array.from({ length: start }, () => 7), ...one, ...two];
    expect(summary(bytes, encoding, start)).toEqual({
      elements: [
        [TEXT, vr('LO'), start, start + one.length, null],
        [OTHER_TEXT, vr('LO'), start + one.length, bytes.length, null],
      ],
      end: bytes.length,
    });
  });

  test('is empty without bytes', () => expect(read([], encoding)).toEqual({ ok: true, elements: [], end: 0 }));

  test.each([
    [
      'known length in a sequence of known length',
      write.element(SEQUENCE, 'SQ', write.item(one)),
      write.head(SEQUENCE, 'SQ', 0).length,
      false,
    ],
    [
      'undefined length in a sequence of undefined length',
      write.openSequence(SEQUENCE, write.openItem(one)),
      write.head(SEQUENCE, 'SQ', 0).length,
      true,
    ],
  ])('has the elements of an item of %s, and goes on after it', (_title, sequence, head, isOpen) => {
    const at = head + 8;
    expect(summary([...sequence, ...two], encoding)).toEqual({
      elements: [
        [SEQUENCE, vr('SQ'), 0, sequence.length, [[isOpen, [[TEXT, vr('LO'), at, at + one.length, null]]]]],
        [OTHER_TEXT, vr('LO'), sequence.length, sequence.length + two.length, null],
      ],
      end: sequence.length + two.length,
    });
  });

  test('has all items of a sequence, empty ones too, and sequences inside them', () => {
    const inner = write.element(OTHER_SEQUENCE, 'SQ', [...write.item(one), ...write.item([]), ...write.openItem(two)]);
    const { elements } = summary(write.openSequence(SEQUENCE, write.item(inner)), encoding);
    const [[, , , , items]] = elements as [Summary];
    const [[, [[, , , , nested]]]] = items as [[boolean, [Summary]]];
    expect((nested as [boolean, Summary[]][]).map(([isOpen, own]) => [isOpen, own.map(([tag]) => tag)])).toEqual([
      [false, [TEXT]],
      [false, []],
      [true, [OTHER_TEXT]],
    ]);
  });

  test('has no items in an empty sequence', () => {
    for (const empty of [write.openSequence(SEQUENCE, []), ...(encoding.explicit ? [write.element(SEQUENCE, 'SQ', [])] : [])])
      expect(summary(empty, encoding)).toEqual({ elements: [[SEQUENCE, vr('SQ'), 0, empty.length, []]], end: empty.length });
  });

  test('ends an item without its delimiter where the sequence ends', () => {
    const bytes = [...write.openSequence(SEQUENCE, write.item(one, UNDEFINED)), ...two];
    const { elements } = summary(bytes, encoding);
    expect(elements.map(([tag]) => tag)).toEqual([SEQUENCE, OTHER_TEXT]);
  });

  test('accepts a delimiter at the end of a sequence of known length', () => {
    const bytes = [...write.element(SEQUENCE, 'SQ', [...write.item(one), ...write.endOfSequence]), ...two];
    expect(summary(bytes, encoding).elements.map(([tag]) => tag)).toEqual([SEQUENCE, OTHER_TEXT]);
  });

  test.each([TAG.PixelData, TAG.FloatPixelData, TAG.DoubleFloatPixelData])('ends before the pixel data %i', (pixels) => {
    const bytes = [...one, ...write.element(pixels, 'OW', [1, 2, 3, 4])];
    expect(summary(bytes, encoding)).toEqual({ elements: [[TEXT, vr('LO'), 0, one.length, null]], end: one.length });
    expect(endsAtPixels(Uint8Array.from(bytes.slice(0, -4)), one.length, encoding)).toBe(true);
    for (const other of [bytes, bytes.slice(0, -5)]) expect(endsAtPixels(Uint8Array.from(other), one.length, encoding)).toBe(false);
    expect(endsAtPixels(Uint8Array.from([...one, ...two.slice(0, -4)]), one.length, encoding)).toBe(false);
  });

  test('ends at padding', () => {
    expect(summary([...one, ...Array.from({ length: 40 }, () => 0)], encoding).end).toBe(one.length);
  });

  test('is damaged wherever it is cut off inside an element, an item or a sequence', () => {
    const bytes = [...one, ...write.openSequence(SEQUENCE, [...write.item(two), ...write.openItem(one)]), ...two];
    const whole = new Set([0, one.length, bytes.length - two.length, bytes.length]);
    for (let length = 0; length <= bytes.length; length += 1) {
      const tree = read(bytes.slice(0, length), encoding);
      expect([length, tree.ok ? 'ok' : tree.why]).toEqual([length, whole.has(length) ? 'ok' : 'damaged']);
    }
  });

  test.each([
    ['an item that is longer than its sequence', write.item(one, one.length + 1)],
    ['something else than an item', one],
    ['less than the head of an item', [1, 2, 3]],
    ['an element that is longer than its item', write.item(write.element(TEXT, 'LO', [65, 66], 40))],
    ['an item without its end', write.item(one, UNDEFINED)],
  ])('goes on after a sequence of known length with %s, and says that it is damaged', (_title, value) => {
    // Without a VR only a value that begins with an item is a sequence.
    const items = encoding.explicit ? value : [...write.item([]), ...value];
    const sequence = write.element(SEQUENCE, 'SQ', items);
    expect(summary([...sequence, ...two], encoding).elements).toEqual([
      [SEQUENCE, vr('SQ'), 0, sequence.length, 'damaged'],
      [OTHER_TEXT, vr('LO'), sequence.length, sequence.length + two.length, null],
    ]);
  });

  test('is refused if sequences are nested deeper than the limit, and read at the limit', () => {
    const nested = (depth: number): Bytes => {
      let bytes: Bytes = one;
      for (let level = 0; level < depth; level += 1) bytes = write.openSequence(SEQUENCE, write.openItem(bytes));
      return bytes;
    };
    expect(read(nested(HEADER_LIMITS.sequenceDepth), encoding).ok).toBe(true);
    expect(read(nested(HEADER_LIMITS.sequenceDepth + 1), encoding)).toEqual({ ok: false, why: 'too-deep' });
  });
});

describe('a value of another VR', () => {
  const write = writer(EXPLICIT);
  const implicit = writer(IMPLICIT);
  const one = write.text(TEXT, 'Ab');
  const inner = implicit.text(TEXT, 'Ab');

  test('UN that begins with an item is a sequence in implicit VR, also in big endian', () => {
    for (const [encoding, each] of [
      [EXPLICIT, write],
      [BIG, writer(BIG)],
    ] as const) {
      const bytes = [...each.element(SEQUENCE, 'UN', implicit.item(inner)), ...each.text(OTHER_TEXT, 'wxyz')];
      const tree = read(bytes, encoding);
      if (!tree.ok) throw new Error(tree.why);
      expect(tree.elements.map(({ tag }) => tag)).toEqual([SEQUENCE, OTHER_TEXT]);
      expect(tree.elements[0]).toMatchObject({ encoding: IMPLICIT, items: [{ elements: [{ tag: TEXT, vr: '', encoding: IMPLICIT }] }] });
      expect(tree.elements[1]!.encoding).toEqual(encoding);
    }
  });

  test('UN of undefined length is a sequence', () => {
    const bytes = write.openSequence(SEQUENCE, implicit.openItem(inner), 'UN');
    expect(read(bytes, EXPLICIT)).toMatchObject({ ok: true, elements: [{ items: [{ hasUndefinedLength: true }] }], end: bytes.length });
  });

  test('UN and OB with other content have no items', () => {
    for (const [vr, value] of [
      ['UN', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['UN', []],
      ['UN', implicit.item([]).slice(0, 6)],
      ['OB', write.item(one)],
      ['LO', write.item(one)],
    ] as const)
      expect(read(write.element(SEQUENCE, vr, value), EXPLICIT)).toMatchObject({ elements: [{ items: null, isDamaged: false }] });
  });

  test.each(['OB', 'OW'])('%s of undefined length is compressed pixels, such as those of an icon: it ends with its delimiter', (vr) => {
    const fragments = [...write.item([]), ...write.item([9, 9, 9, 9])];
    const icon = write.openSequence(0x00880200, fragments, vr);
    const bytes = [...icon, ...one];
    expect(summary(bytes, EXPLICIT).elements).toEqual([
      [0x00880200, vr, 0, icon.length, null],
      [TEXT, 'LO', icon.length, bytes.length, null],
    ]);
    for (let length = 1; length < icon.length; length += 1) expect(read(icon.slice(0, length), EXPLICIT)).toMatchObject({ why: 'damaged' });
  });

  test.each([
    ['an element between fragments', [...write.item([1, 2]), ...one]],
    ['a fragment of undefined length', write.item([1, 2], UNDEFINED)],
  ])('compressed pixels with %s are damaged', (_title, fragments) => {
    expect(read(write.openSequence(0x00880200, fragments, 'OB'), EXPLICIT)).toEqual({ ok: false, why: 'damaged' });
  });

  test('pixel data inside an item is an element of it', () => {
    const bytes = write.element(SEQUENCE, 'SQ', write.item(write.element(TAG.PixelData, 'OW', [1, 2])));
    expect(read(bytes, EXPLICIT)).toMatchObject({ elements: [{ items: [{ elements: [{ tag: TAG.PixelData }] }] }] });
  });
});
