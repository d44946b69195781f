/** One file of a series. The name is the client's; converters never let it reach a file system or a log. */
export interface ConverterFile {
  name: string;
  bytes: Uint8Array;
}

export interface SeriesToConvert {
  files: ConverterFile[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

export interface ConvertedVolume {
  /** `{series number}_{series description}`, with the converter's suffixes for echoes, phases and the like. */
  name: string;
  /** Uncompressed NIfTI. */
  bytes: Uint8Array;
  /** JSON text about the acquisition, without patient data, or null. */
  sidecar: string | null;
}

export type Conversion =
  /** Without volumes: a series that holds no images and needs none. `madeBy`: set if another converter than `name` made it. `note`: a sentence for the user about images that are missing from the volumes. */
  | { ok: true; volumes: ConvertedVolume[]; madeBy?: string; note?: string }
  /** These files cannot become a volume, and retrying does not help. `why` is a sentence for the user: no name, no path. */
  | { ok: false; why: string };

/** Rejects if the converter crashes, which may be retried. */
export interface Converter {
  /** Stored in the row of each volume: the name and version of its converter. */
  readonly name: string;
  /** A series of more bytes is refused before it is read: see `tooLargeToConvert`. */
  readonly maxInputBytes: number;
  convert(input: SeriesToConvert, signal: AbortSignal): Promise<Conversion>;
}

export interface BrickPacker {
  /** Whether a volume is stored in bricks too. */
  isFor(volume: Uint8Array): boolean;
  /**
   * Packs a volume; `take` gets the bytes of the object in their order [Note: The object of bricks]. Resolves with the length of the tail; null: the
   * volume has values that are no numbers, or packing took too long. Rejects if the process crashed.
   */
  pack(volume: Uint8Array, run: { owner: string; signal: AbortSignal }, take: (part: Uint8Array) => Promise<void>): Promise<number | null>;
}

export function tooLargeToConvert(bytes: number, maxInputBytes: number): string {
  return `The series is too large for the converter: ${megabytes(bytes)}, and the limit is ${megabytes(maxInputBytes)}.`;
}
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
