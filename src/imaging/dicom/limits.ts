/** Limits for reading a header. Far above what scanners write, far below what would hang a tab; beyond them, a named refusal. */
export const HEADER_LIMITS = {
  /**
   * Bytes read step by step as the header needs more. 24 KiB hold the header of 92 % of 1,058 measured files, 64 KiB no more than 93 %, and
   * a shorter read is faster; 256 KiB hold all that parse. The later steps are for multi-frame headers with a functional group per frame.
   */
  readSteps: [24 * 1024, 256 * 1024, 2 * 1024 ** 2, 16 * 1024 ** 2, 64 * 1024 ** 2],
  /** Elements at the top level. */
  elements: 20_000,
  /** Elements and items walked in all sequences of a header to find their ends. */
  sequenceElements: 400_000,
  /** Items of a sequence that can be searched: frames of one image. */
  items: 100_000,
  /** Numbers read to open all items of a header, about four per element: 10,000 frames of 50 elements each. */
  itemReads: 2_000_000,
  sequenceDepth: 64,
  /** Longest text in a description. */
  textBytes: 64 * 1024,
  /** Windows of one image: alternatives for the user. */
  windows: 32,
  /** Fragments walked to check whether compressed pixel data is complete. */
  fragments: 100_000,
} as const;
