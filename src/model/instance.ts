/**
 * What a header says of one DICOM instance (or of one NIfTI file, later), in the field's own words. Absent values are null or '' — never
 * guessed. Lengths in mm, times in ms, angles in degrees, as the standard gives them (PS3.3 C.7, C.8).
 */
export interface InstanceDescription {
  patientName: string;
  patientId: string;
  patientSex: string;
  studyInstanceUid: string;
  /** DICOM DA and TM texts, as written. */
  studyDate: string;
  studyTime: string;
  studyDescription: string;
  seriesInstanceUid: string;
  seriesNumber: number | null;
  seriesDescription: string;
  protocolName: string;
  imageComments: string;
  modality: string;
  bodyPartExamined: string;
  imageType: string[];
  sopInstanceUid: string;
  sopClassUid: string;
  transferSyntaxUid: string;
  instanceNumber: number | null;
  acquisitionNumber: number | null;
  rows: number;
  columns: number;
  bitsAllocated: number;
  bitsStored: number;
  highBit: number;
  /** (0028,0103): 1 when pixel values are signed. */
  pixelRepresentation: 0 | 1;
  samplesPerPixel: number;
  planarConfiguration: 0 | 1;
  photometricInterpretation: string;
  numberOfFrames: number;
  /** Row spacing (between rows), then column spacing. */
  pixelSpacing: [number, number] | null;
  imagerPixelSpacing: [number, number] | null;
  sliceThickness: number | null;
  spacingBetweenSlices: number | null;
  tablePositionSpacing: number | null;
  imagePositionPatient: [number, number, number] | null;
  imageOrientationPatient: [number, number, number, number, number, number] | null;
  sliceLocation: number | null;
  /** Every value of (0028,1050) and (0028,1051), and the texts as written. */
  windowCenter: number[];
  windowWidth: number[];
  windowCenterRaw: string;
  windowWidthRaw: string;
  rescaleIntercept: number;
  rescaleSlope: number;
  rescaleType: string;
  echoTime: number | null;
  repetitionTime: number | null;
  /** s/mm², from (0018,9087) or a vendor's private element. */
  diffusionBValue: number | null;
  cineRate: number | null;
  primaryAngle: number | null;
  secondaryAngle: number | null;
  /** Where the pixel data stands in the file; null when the file has no data part. */
  pixelData: PixelDataPlace | null;
}

export interface PixelDataPlace {
  offset: number;
  length: number;
  encapsulated: boolean;
  /** (7FE0,0008) or (7FE0,0009): the numbers are floats, not integers. */
  numbers?: 'float' | 'double';
  /** Written as big-endian 16-bit words (VR OW): 8-bit samples stand in swapped pairs. */
  words?: 'big-endian';
}
