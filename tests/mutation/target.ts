/** A reader under mutation. Whatever the bytes are, `read` gives an answer: it throws only where something is wrong with the reader. */
export interface Target {
  name: string;
  /** Good files, made by code: the same ones in the same order each time, so that a case number names its bytes. */
  seeds(): Uint8Array[];
  read(bytes: Uint8Array): Promise<unknown>;
  /** How many `npm test` tries, 100,000 where this is not said: decoding takes longer than reading a header. */
  testCases?: number;
  /** Real files to begin from as well, by path in the manifest of tests/real-data: left out where there are none, and small ones only. */
  realPaths?: readonly string[];
}
