import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { OverlayKind } from '#model/overlays/overlay.ts';

/** How a layer is drawn. */
export interface LayerLook {
  isShown: boolean;
  drawn: 'both' | 'fill' | 'outline';
  /** Of the fill, from 0 to 1. */
  opacity: number;
}

export const FIRST_LOOK: LayerLook = { isShown: true, drawn: 'both', opacity: 0.22 };

/** Segments and regions have an area; measurements and graphics are lines. */
export function hasArea(kind: OverlayKind): boolean {
  return kind === 'segmentation' || kind === 'structures';
}

/** The recommended colour. Without one, measurements and graphics are white, and areas are told apart. */
export function colourOf({ kind, colour }: { kind: OverlayKind; colour: string | null }, place: number): string {
  return colour ?? (hasArea(kind) ? SEGMENT_COLOURS[place % SEGMENT_COLOURS.length]!.value : WHITE);
}

const WHITE = '#FFFFFF';
