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
  /** JSON text about the acquisition, without patient data; null where there is none. */
  sidecar: string | null;
}

export type Conversion =
  /** `madeBy` where it was not the converter that its name says. `note`: a sentence for a person about what is in no volume. */
  | { ok: true; volumes: ConvertedVolume[]; madeBy?: string; note?: string }
  /** These files do not become a volume, however often it is tried. `why` is a sentence for a person: no name, no path. */
  | { ok: false; why: string };

/** A converter that breaks rejects: that may be tried again. */
export interface Converter {
  /** Stands in the row of each volume: what made it, in which version. */
  readonly name: string;
  /** A series of more bytes is refused before it is read: see `tooLargeToConvert`. */
  readonly maxInputBytes: number;
  convert(input: SeriesToConvert, signal: AbortSignal): Promise<Conversion>;
}

export function tooLargeToConvert(bytes: number, maxInputBytes: number): string {
  return `The series is too large for the converter: ${megabytes(bytes)} of at most ${megabytes(maxInputBytes)}.`;
}
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
