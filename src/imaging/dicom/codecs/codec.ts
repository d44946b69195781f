import type { InstanceDescription } from '#model/studies/instance.ts';
import type { Samples } from '#imaging/frame.ts';

/** What a codestream must contain according to the header. Any other stream is refused before anything is allocated. */
export type ExpectedImage = Pick<InstanceDescription, 'rows' | 'columns' | 'samplesPerPixel' | 'bitsAllocated'>;

export interface DecodedImage {
  /** rows x columns x samplesPerPixel, interleaved by pixel, as in the codestream: sign and Bits Stored are applied from the header. */
  samples: Samples;
  /** Bits per sample in the codestream. */
  bits: number;
  /** The colour of the three samples according to the stream; null if it leaves that to the header. */
  colour: 'rgb' | 'ybr' | null;
}

export type Decoding = ({ ok: true } & DecodedImage) | { ok: false; why: CodecRefusal };

export type CodecRefusal =
  /** Not a valid codestream, truncated or inconsistent. */
  | 'damaged'
  /** Rows, columns, samples per pixel or bits of the codestream differ from the header. */
  | 'differs-from-header'
  /** A coding process that no decoder here supports. */
  | 'unknown-process';

/** Thrown inside a decoder to avoid passing a refusal up through every bit; each decoder returns it at its entry point. */
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
