import dicomParser from 'dicom-parser';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { nestedItems, type Element, type ElementSet, type ItemPlace, type OpensItems } from './sequences.ts';

/**
 * Opens items with dicom-parser when one of their elements is requested. The parser has no limits (docs/decisions/107), so an item comes
 * here only after its end was found by walking, the parser gets no byte beyond it, and one count of readings covers all items of a header.
 * What it read before giving up is kept; the rest is absent. Only the last item stays open: one per frame of a long image would fill the
 * memory.
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
    // The parser fills in these two fields of a data set.
    const dataSet = { elements, warnings: [] as string[] } as dicomParser.DataSet;
    try {
      const stream = new dicomParser.ByteStream(parser, bytes, start);
      if (encoding.explicit) dicomParser.parseDicomDataSetExplicit(dataSet, stream, end);
      else dicomParser.parseDicomDataSetImplicit(dataSet, stream, end);
    } catch {
      // Strings, plain objects, `NoReadsLeft`, or a RangeError for thousands of levels: all mean that the rest of the item is unreadable.
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
    // It reads past the end of its bytes without an error.
    if (!parsed || parsed.dataOffset + parsed.length > place.end) return undefined;
    const { vr = '', dataOffset: offset, items, hadUndefinedLength } = parsed;
    // The delimiter is counted here, but not by dicom-parser.
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
