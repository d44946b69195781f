import dicomParser from 'dicom-parser';
import { HEADER_LIMITS } from './limits.ts';
import { nestedItems, type Element, type ElementSet, type ItemPlace, type OpensItems } from './sequences.ts';

/**
 * Opens items with dicom-parser, when an element of one is asked for. It has no bounds of its own (docs/decisions/107), so an item comes here only
 * after its end was found by walking, it is given no byte behind that, and one count of readings stands for all items of a header. What it had
 * read of an item when it gave up stands; the rest is absent. The item that was asked last stays open, and no other: one per frame of a long
 * image would fill the memory.
 */
export class ItemReader implements OpensItems {
  readonly #view: DataView;
  #readsLeft: number = HEADER_LIMITS.itemReads;
  #last: { start: number; elements: ParsedElements } | null = null;

  constructor(view: DataView) {
    this.#view = view;
  }

  open(place: ItemPlace): ElementSet {
    return { get: (tag) => this.#toElement(this.#elementsOf(place)[keyOf(tag)], tag, place) };
  }

  #elementsOf(place: ItemPlace): ParsedElements {
    if (this.#last?.start !== place.start) this.#last = { start: place.start, elements: this.#parse(place) };
    return this.#last.elements;
  }

  #parse({ start, end, encoding }: ItemPlace): ParsedElements {
    const { buffer, byteOffset } = this.#view;
    const bytes = new Uint8Array(buffer, byteOffset, end);
    const parser = this.#counted(encoding.bigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser);
    const elements: ParsedElements = {};
    // Of a data set, the parser fills in these two.
    const dataSet = { elements, warnings: [] as string[] } as dicomParser.DataSet;
    try {
      const stream = new dicomParser.ByteStream(parser, bytes, start);
      if (encoding.explicit) dicomParser.parseDicomDataSetExplicit(dataSet, stream, end);
      else dicomParser.parseDicomDataSetImplicit(dataSet, stream, end);
    } catch {
      // Texts, plain objects, `NoReadsLeft`, and a RangeError for thousands of levels: all of them mean that the item goes no further.
    }
    return elements;
  }

  #counted(parser: dicomParser.ByteArrayParser): dicomParser.ByteArrayParser {
    const count = (read: (bytes: Uint8Array, position: number) => number) => (bytes: Uint8Array, position: number) => {
      this.#readsLeft -= 1;
      if (this.#readsLeft < 0) throw new NoReadsLeft();
      return read(bytes, position);
    };
    return { ...parser, readUint16: count(parser.readUint16), readUint32: count(parser.readUint32) };
  }

  #toElement(parsed: dicomParser.Element | undefined, tag: number, place: ItemPlace): Element | undefined {
    // It steps past the end of its bytes without an error.
    if (!parsed || parsed.dataOffset + parsed.length > place.end) return undefined;
    const { vr = '', dataOffset: offset, items, hadUndefinedLength } = parsed;
    // The delimiter is counted here, and by dicom-parser it is not.
    const length = parsed.length + (hadUndefinedLength ? 8 : 0);
    if (items) return { vr: 'SQ', offset, length, items: items.map((item) => this.#toSet(item, place)) };
    const nested = nestedItems(this.#view, { tag, vr, offset, length }, place, this);
    return nested ? { vr: 'SQ', offset, length, items: nested } : { vr, offset, length };
  }

  #toSet(item: dicomParser.Element, place: ItemPlace): ElementSet {
    return { get: (tag) => this.#toElement(item.dataSet?.elements[keyOf(tag)], tag, place) };
  }
}

type ParsedElements = Record<string, dicomParser.Element>;

class NoReadsLeft extends Error {}

function keyOf(tag: number): string {
  return `x${tag.toString(16).padStart(8, '0')}`;
}
