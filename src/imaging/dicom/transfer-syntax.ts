/** Transfer syntaxes that the reader must distinguish (PS3.5 section 10 and annex A). */
export const TRANSFER_SYNTAX = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
  explicitBigEndian: '1.2.840.10008.1.2.2',
  deflated: '1.2.840.10008.1.2.1.99',
} as const;

/** Encoding of data elements. */
export interface Encoding {
  explicit: boolean;
  bigEndian: boolean;
}
