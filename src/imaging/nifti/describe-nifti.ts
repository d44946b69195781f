import type { InstanceDescription } from '#model/studies/instance.ts';
import type { NiftiHeader } from './parse-header.ts';
import { shownOrientation, shownPlane, shownSize } from './shown-plane.ts';

/**
 * A volume described as a multi-frame DICOM instance, as shown (see `ShownPlane`), so that it is handled like one. READ-015: a file is a
 * separate study with one series, named after the file, CT until the user changes it. Its UIDs are derived from its content: the same file
 * is the same study wherever it is dropped.
 */
export function describeNifti(header: NiftiHeader, { name, sha256 }: { name: string; sha256: string }): InstanceDescription {
  const title = niftiTitle(name);
  const uid = contentUid(sha256);
  const [i, j, k] = header.spacingMm;
  const [down, across] = shownPlane(header).isTransposed ? [i, j] : [j, i];
  const lies = header.affine && shownOrientation(header, header.affine);
  return {
    ...NOT_SAID,
    type: 'nii',
    patientName: title,
    studyInstanceUid: uid,
    seriesInstanceUid: `${uid}.1`,
    seriesDescription: title,
    sopInstanceUid: `${uid}.1.1`,
    ...shownSize(header),
    ...readBits(header),
    numberOfFrames: header.slices,
    pixelSpacing: down !== null && across !== null ? [down, across] : null,
    sliceThickness: k,
    spacingBetweenSlices: k,
    imagePositionPatient: lies && [...lies.position],
    imageOrientationPatient: lies && [...lies.orientation],
    ...readWindow(header),
    rescaleIntercept: header.intercept,
    rescaleSlope: header.slope,
    pixelData: { offset: header.voxelOffset, length: header.voxelBytes, encapsulated: false },
  };
}

/** The name without folders and extensions: `sub-01_T1w` of `anat/sub-01_T1w.nii.gz`. */
function niftiTitle(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  return last.replace(/(?:\.nii)?(?:\.gz)?$/i, '') || last;
}

/** 2.25 with 128 bits is a UID that anyone may create (PS3.5 B.2). */
function contentUid(sha256: string): string {
  return `2.25.${BigInt(`0x${sha256.slice(0, 32)}`)}`;
}

function readBits({ datatype }: NiftiHeader): Pick<InstanceDescription, 'bitsAllocated' | 'bitsStored' | 'highBit' | SampleFields> {
  const isColour = datatype.samplesPerVoxel > 1;
  const bits = isColour ? 8 : datatype.bytesPerVoxel * 8;
  return {
    bitsAllocated: bits,
    bitsStored: bits,
    highBit: bits - 1,
    pixelRepresentation: /^int|^float/.test(datatype.name) ? 1 : 0,
    samplesPerPixel: isColour ? 3 : 1,
    photometricInterpretation: isColour ? 'RGB' : 'MONOCHROME2',
  };
}

type SampleFields = 'pixelRepresentation' | 'samplesPerPixel' | 'photometricInterpretation';

function readWindow({ shownRange }: NiftiHeader): Pick<InstanceDescription, WindowFields> {
  if (!shownRange) return { windowCenter: [], windowWidth: [], windowCenterRaw: '', windowWidthRaw: '' };
  const [center, width] = [(shownRange.low + shownRange.high) / 2, shownRange.high - shownRange.low];
  return { windowCenter: [center], windowWidth: [width], windowCenterRaw: String(center), windowWidthRaw: String(width) };
}

type WindowFields = 'windowCenter' | 'windowWidth' | 'windowCenterRaw' | 'windowWidthRaw';

const NOT_SAID = {
  patientId: '',
  patientSex: '',
  studyDate: '',
  studyTime: '',
  studyDescription: '',
  seriesNumber: null,
  protocolName: '',
  imageComments: '',
  // READ-009, READ-015.
  modality: 'CT',
  bodyPartExamined: '',
  imageType: [],
  sopClassUid: '',
  transferSyntaxUid: '',
  instanceNumber: 1,
  acquisitionNumber: null,
  planarConfiguration: 0,
  imagerPixelSpacing: null,
  tablePositionSpacing: null,
  sliceLocation: null,
  // given (READ-014).
  rescaleType: 'HU',
  echoTime: null,
  repetitionTime: null,
  diffusionBValue: null,
  cineRate: null,
  primaryAngle: null,
  secondaryAngle: null,
} satisfies Partial<InstanceDescription>;
