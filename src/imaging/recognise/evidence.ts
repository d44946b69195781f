import { nearestPlane, sliceNormal, type Orientation, type Plane } from '#model/pictures/geometry.ts';
import type { RecognitionHeader, RecognitionTerm } from '#model/studies/recognition-header.ts';

/** Facts about a series for the rules, in standard terms. Nothing is guessed: values missing in the header are null, '' or empty. */
export interface Evidence {
  modality: string;
  /** Values of (0008,0008), in capitals. */
  imageType: readonly string[];
  isScreenCapture: boolean;
  /** Orientation of the slices; from texts only if no header has it. */
  plane: Plane | null;
  planeFrom: 'geometry' | 'words' | null;
  /** Degrees between the slices and that plane. */
  tilt: number;
  isOneStack: boolean;
  /** Number of imaged positions: slices, without those that differ only in their b-value. */
  positions: number;
  sliceThickness: number | null;
  scan: RecognitionHeader['mr'];
  /** b-values with diffusion weighting. */
  weighted: readonly number[];
  isSpinEcho: boolean;
  isGradientEcho: boolean;
  isEchoPlanar: boolean;
  isInverted: boolean;
  /** Terms mentioned in its texts, and the texts. */
  terms: ReadonlySet<RecognitionTerm>;
  written: string;
}

/** `written`: the texts, to be shown in reasons. Without them only the terms count. */
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

/** Below it, an image looks as without diffusion gradients. */
const LEAST_B_VALUE = 40;

/** Secondary Capture Image Storage and its multi-frame kinds: copies of images. */
const SCREEN_CAPTURES: ReadonlySet<string> = new Set(['', '.1', '.2', '.3', '.4'].map((kind) => `1.2.840.10008.5.1.4.1.1.7${kind}`));

function tiltOf(orientation: Orientation): number {
  const normal = sliceNormal(orientation);
  if (!normal) return 0;
  return Math.round((Math.acos(Math.min(1, Math.max(...normal.map(Math.abs)))) * 180) / Math.PI);
}
