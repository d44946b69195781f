/** Names of dcmdump for what the reader gives as UID; rows of other syntaxes carry the UID itself. */
export const SYNTAX_UIDS: Record<string, string> = {
  LittleEndianImplicit: '1.2.840.10008.1.2',
  LittleEndianExplicit: '1.2.840.10008.1.2.1',
  BigEndianExplicit: '1.2.840.10008.1.2.2',
  JPEGBaseline: '1.2.840.10008.1.2.4.50',
  'JPEGExtended:Process2+4': '1.2.840.10008.1.2.4.51',
  'JPEGSpectralSelection:Non-hierarchical:Process6+8': '1.2.840.10008.1.2.4.53',
  'JPEGFullProgression:Non-hierarchical:Process10+12': '1.2.840.10008.1.2.4.55',
  'JPEGLossless:Non-hierarchical:Process14': '1.2.840.10008.1.2.4.57',
  'JPEGLossless:Non-hierarchical-1stOrderPrediction': '1.2.840.10008.1.2.4.70',
  JPEGLSLossless: '1.2.840.10008.1.2.4.80',
  JPEGLSLossy: '1.2.840.10008.1.2.4.81',
  JPEG2000LosslessOnly: '1.2.840.10008.1.2.4.90',
  JPEG2000: '1.2.840.10008.1.2.4.91',
  RLELossless: '1.2.840.10008.1.2.5',
  DeflatedLittleEndianExplicit: '1.2.840.10008.1.2.1.99',
};
