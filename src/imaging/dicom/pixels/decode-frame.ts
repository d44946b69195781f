import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Frame, Samples } from '#imaging/frame.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { lookUp, paletteToRgb, readLookupTable } from './lookup-tables.ts';
import { readOverlays } from './overlays.ts';
import { readStoredFrame, type FrameRefusal, type StoredFrame } from './stored-frame.ts';
import { samplesToRgb, type ColourSpace } from './unpack-colour.ts';

/**
 * One frame (from 0) of pixel data for drawing: grey values before rescale and window, or colours. Without `codecs`, compressed pixel data
 * is refused.
 */
export async function decodeFrame(
  source: ByteSource,
  description: InstanceDescription,
  frame: number,
  codecs: Codecs | null = null,
): Promise<DecodedFrame> {
  const stored = await readStoredFrame(source, description, frame, codecs);
  if (!stored.ok) return stored;
  const drawn = await drawnFrame(source, stored, description);
  if (!drawn.ok || !description.overlays) return drawn;
  return { ok: true, frame: { ...drawn.frame, overlays: await readOverlays(source, description.overlays, frame) } };
}

async function drawnFrame(source: ByteSource, stored: StoredFrame, description: InstanceDescription): Promise<DecodedFrame> {
  if (description.samplesPerPixel === 3) return { ok: true, frame: colourFrame(stored, description) };
  const { palette, rows, columns, photometricInterpretation } = description;
  if (photometricInterpretation !== 'PALETTE COLOR' || !palette)
    return { ok: true, frame: await greyFrame(source, stored.samples, description) };
  const samples = await paletteToRgb(source, stored.samples, palette);
  return samples ? { ok: true, frame: { kind: 'rgb', rows, columns, samples } } : { ok: false, why: 'unsupported', detail: 'palette' };
}

export type DecodedFrame = { ok: true; frame: Frame } | FrameRefusal;

function colourFrame(
  { samples, colour }: StoredFrame,
  { rows, columns, photometricInterpretation, bitsStored }: InstanceDescription,
): Frame {
  return { kind: 'rgb', rows, columns, samples: samplesToRgb(samples, bitsStored, colour ?? colourSpace(photometricInterpretation)) };
}

/** YBR_RCT and YBR_ICT are transforms inside JPEG 2000 (PS3.5 8.2.4): its decoder has already returned RGB. */
function colourSpace(photometricInterpretation: string): ColourSpace {
  if (photometricInterpretation === 'YBR_PARTIAL_422') return 'ybr-partial';
  return photometricInterpretation.startsWith('YBR_FULL') ? 'ybr' : 'rgb';
}

/** A modality lookup table replaces slope and intercept (PS3.3 C.11.1); if unreadable, stored values are used. */
async function greyFrame(source: ByteSource, samples: Samples, description: InstanceDescription): Promise<Frame> {
  const { rows, columns, photometricInterpretation, modalityLut, voiLut } = description;
  const modality = modalityLut && (await readLookupTable(source, modalityLut));
  const voi = voiLut && (await readLookupTable(source, voiLut));
  const shown = modality ? Uint16Array.from(samples, (value) => lookUp(modality, value)) : samples;
  return {
    kind: 'grey',
    rows,
    columns,
    samples: shown,
    isInverted: photometricInterpretation === 'MONOCHROME1',
    ...(voi ? { voiLut: voi } : {}),
  };
}
