import { abdomenHounsfield } from './phantom/abdomen.ts';
import { headSignal, type HeadContrast } from './phantom/head.ts';
import { phantomElements } from './phantom/elements.ts';
import { PLANE_DIRECTIONS, type PhantomPlane } from './phantom/planes.ts';
import { createTexture, scramble } from './phantom/texture.ts';
import { writeDicom } from './dicom/write-dicom.ts';
import type { DicomElement } from './dicom/write-dicom.ts';

/**
 * Synthetic series of an invented patient, for demonstration and tests. The same request gives the same bytes on every machine. The geometry is
 * consistent: the planes of a study cut the same body at the same positions.
 */
export function createPhantomSeries(request: PhantomRequest): PhantomFile[] {
  const plan = phantomPlan(request);
  return Array.from({ length: plan.slices }, (_, slice) => ({
    name: `${String(slice + 1).padStart(3, '0')}.dcm`,
    bytes: writeDicom({
      elements: [...phantomElements(plan, slice), ...(request.elements?.(slice) ?? []), pixelElement(plan, slice)],
      ...(request.transferSyntaxUid ? { transferSyntaxUid: request.transferSyntaxUid } : {}),
    }),
  }));
}

export interface PhantomRequest {
  body: 'head' | 'abdomen';
  /** For a head: kind of MR sequence. An abdomen is a CT. */
  contrast?: HeadContrast;
  plane: PhantomPlane;
  slices: number;
  /** Rows and columns. */
  matrix: number;
  /** Distinguishes one study from another: UIDs and noise are derived from it. */
  study: PhantomStudy;
  seriesNumber: number;
  seriesDescription: string;
  /** Additional elements of a slice. */
  elements?: (slice: number) => readonly DicomElement[];
  transferSyntaxUid?: string;
}

export interface PhantomStudy {
  seed: number;
  patientName: string;
  patientId: string;
  patientSex: 'F' | 'M' | 'O';
  /** DA and TM. */
  date: string;
  time: string;
  description: string;
}

export interface PhantomFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Everything that determines the elements and pixels of a series. */
export interface PhantomPlan extends PhantomRequest {
  modality: 'MR' | 'CT';
  pixelSpacingMm: number;
  sliceSpacingMm: number;
  window: { center: number; width: number };
  /** Stored value = value - intercept. */
  rescaleIntercept: number;
}

/** Field of view and depth that the slices are spread over. */
const EXTENT_MM = { head: { field: 232, depth: 150 }, abdomen: { field: 380, depth: 180 } } as const;

const HEAD_WINDOW = {
  t1: { center: 380, width: 760 },
  t2: { center: 450, width: 900 },
  flair: { center: 380, width: 760 },
  diffusion: { center: 300, width: 600 },
};

export function phantomPlan(request: PhantomRequest): PhantomPlan {
  const { field, depth } = EXTENT_MM[request.body];
  const isHead = request.body === 'head';
  return {
    ...request,
    modality: isHead ? 'MR' : 'CT',
    pixelSpacingMm: Math.round((field / request.matrix) * 1e4) / 1e4,
    sliceSpacingMm: Math.max(1, Math.round((depth / request.slices) * 10) / 10),
    window: isHead ? HEAD_WINDOW[request.contrast ?? 't1'] : { center: 50, width: 400 },
    rescaleIntercept: isHead ? 0 : -1024,
  };
}

function pixelElement(plan: PhantomPlan, slice: number): DicomElement {
  return { tag: 0x7fe00010, vr: 'OW', value: wordsOf(slicePixels(plan, slice), plan.transferSyntaxUid === '1.2.840.10008.1.2.2') };
}

function slicePixels(plan: PhantomPlan, slice: number): Uint16Array {
  const { matrix, pixelSpacingMm, sliceSpacingMm, slices, rescaleIntercept, study, seriesNumber } = plan;
  const { row, column, normal } = PLANE_DIRECTIONS[plan.plane];
  const valueAt = bodyOf(plan);
  const noise = createNoise(study.seed * 31 + seriesNumber * 7 + slice);
  const depth = (slice - (slices - 1) / 2) * sliceSpacingMm;
  const pixels = new Uint16Array(matrix * matrix);
  const place = (axis: 0 | 1 | 2, across: number, down: number) => row[axis] * across + column[axis] * down + normal[axis] * depth;
  for (let index = 0; index < pixels.length; index += 1) {
    const across = ((index % matrix) - (matrix - 1) / 2) * pixelSpacingMm;
    const down = (Math.floor(index / matrix) - (matrix - 1) / 2) * pixelSpacingMm;
    const value = valueAt(place(0, across, down), place(1, across, down), place(2, across, down)) + noise() * 11;
    pixels[index] = Math.min(4095, Math.max(0, Math.round((plan.modality === 'MR' ? Math.abs(value) : value) - rescaleIntercept)));
  }
  return pixels;
}

function bodyOf({ body, contrast = 't1', study }: PhantomPlan): (x: number, y: number, z: number) => number {
  const texture = createTexture(study.seed);
  return body === 'head' ? headSignal(contrast, texture) : abdomenHounsfield(texture);
}

/** Close to a normal distribution: the sum of three uniform ones. */
function createNoise(seed: number): () => number {
  let state = scramble(seed);
  const even = () => {
    state = scramble(state + 0x9e3779b9);
    return state / 0x80000000 - 1;
  };
  return () => even() + even() + even();
}

function wordsOf(pixels: Uint16Array, isBigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(pixels.length * 2);
  const view = new DataView(bytes.buffer);
  pixels.forEach((value, index) => view.setUint16(index * 2, value, !isBigEndian));
  return bytes;
}
