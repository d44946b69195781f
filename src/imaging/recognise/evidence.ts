import { nearestPlane, sliceNormal, type Orientation, type Plane } from '#model/geometry.ts';
import type { RecognitionHeader, RecognitionTerm } from '#model/recognition-header.ts';

/** What the rules ask of a series, in the field's words. Nothing here is guessed: what the header leaves open is null, '' or empty. */
export interface Evidence {
  modality: string;
  /** Values of (0008,0008), in capitals. */
  imageType: readonly string[];
  isScreenCapture: boolean;
  /** Where the slices lie; by the words of a person only where no header says. */
  plane: Plane | null;
  planeFrom: 'geometry' | 'words' | null;
  /** Degrees between the slices and that plane. */
  tilt: number;
  isOneStack: boolean;
  /** Places that were imaged: slices, without those that differ by their b-value only. */
  positions: number;
  sliceThickness: number | null;
  scan: RecognitionHeader['mr'];
  /** b-values at which diffusion is weighted. */
  weighted: readonly number[];
  isSpinEcho: boolean;
  isGradientEcho: boolean;
  isEchoPlanar: boolean;
  isInverted: boolean;
  /** What its words say, and the words. */
  terms: ReadonlySet<RecognitionTerm>;
  written: string;
}

/** `written`: what people wrote, for the reader; where the header came without it, its terms alone count. */
export function evidenceOf(header: RecognitionHeader, written = ''): Evidence {
  const scan = header.mr;
  const sequence = new Set(scan.scanningSequence);
  const isEchoPlanar = sequence.has('EP') || /^\*?ep(_|fid|se|2d)/i.test(scan.sequenceName ?? '');
  const orientation = header.orientation as Orientation | null;
  const fromGeometry = orientation && nearestPlane(orientation);
  const plane = fromGeometry ?? header.plane;
  return {
    modality: header.modality,
    imageType: header.imageType,
    isScreenCapture: SCREEN_CAPTURES.has(header.sopClass),
    plane,
    planeFrom: fromGeometry ? 'geometry' : plane && 'words',
    tilt: orientation && fromGeometry ? tiltOf(orientation) : 0,
    isOneStack: header.isOneStack,
    positions: Math.round(header.images / Math.max(1, scan.bValues.length)),
    sliceThickness: header.sliceThickness,
    scan,
    weighted: scan.bValues.filter((value) => value >= LEAST_B_VALUE),
    isSpinEcho: sequence.has('SE') && !isEchoPlanar,
    isGradientEcho: sequence.has('GR') || /^\*?(fl|tfl|fi|epfid|me|fm)\d?[a-z]*\d/i.test(scan.sequenceName ?? ''),
    isEchoPlanar,
    isInverted: sequence.has('IR') || scan.inversionTime !== undefined,
    terms: new Set(header.terms),
    written,
  };
}

/** Below it an image is what it would be without diffusion gradients. */
const LEAST_B_VALUE = 40;

/** Secondary Capture Image Storage and its multi-frame kinds: pictures of pictures. */
const SCREEN_CAPTURES: ReadonlySet<string> = new Set(['', '.1', '.2', '.3', '.4'].map((kind) => `1.2.840.10008.5.1.4.1.1.7${kind}`));

function tiltOf(orientation: Orientation): number {
  const normal = sliceNormal(orientation);
  if (!normal) return 0;
  return Math.round((Math.acos(Math.min(1, Math.max(...normal.map(Math.abs)))) * 180) / Math.PI);
}
