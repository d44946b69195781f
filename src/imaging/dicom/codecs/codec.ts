import type { InstanceDescription } from '#model/instance.ts';
import type { Samples } from '#imaging/frame.ts';

/** What the header says that a codestream must hold. A stream that holds something else is refused before anything is allocated. */
export type ExpectedImage = Pick<InstanceDescription, 'rows' | 'columns' | 'samplesPerPixel' | 'bitsAllocated'>;

export interface DecodedImage {
  /** rows x columns x samplesPerPixel, interleaved by pixel, as the codestream holds them: sign and stored bits are the header's business. */
  samples: Samples;
  /** Bits per sample that the codestream holds. */
  bits: number;
  /** The stream says of its three samples what they are; null when it leaves that to the header. */
  colour: 'rgb' | 'ybr' | null;
}

export type Decoding = ({ ok: true } & DecodedImage) | { ok: false; why: CodecRefusal };

export type CodecRefusal =
  /** The codestream is no such codestream, ends too early or contradicts itself. */
  | 'damaged'
  /** Rows, columns, samples per pixel or bits of the codestream are not those of the header. */
  | 'differs-from-header'
  /** A coding process that no decoder here knows. */
  | 'unknown-process';

/** Thrown inside a decoder, where a refusal would have to be handed up through every bit; each decoder answers with it at its entrance. */
export class CodecFault extends Error {
  readonly why: CodecRefusal;
  constructor(why: CodecRefusal) {
    super(why);
    this.why = why;
  }
}

export function answerFaults(decode: () => DecodedImage): Decoding {
  try {
    return { ok: true, ...decode() };
  } catch (thrown) {
    if (thrown instanceof CodecFault) return { ok: false, why: thrown.why };
    throw thrown;
  }
}
