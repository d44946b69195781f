/** Where a picture lies in its cell. Lengths in CSS pixels, from the middle of the cell. */
export interface Place {
  /** 1: as large as it fits. */
  zoom: number;
  x: number;
  y: number;
}

export interface Sizes {
  cell: { width: number; height: number };
  /** Pixels of the picture, and how high one is to its width (PREV-011). */
  picture: { width: number; height: number; pixelAspect: number };
}

export const FITTED: Place = { zoom: 1, x: 0, y: 0 };

const SMALLEST_ZOOM = 0.5;
const LARGEST_ZOOM = 32;

/** CSS pixels that a pixel of the picture is wide. */
export function pictureScale({ cell, picture }: Sizes, { zoom }: Pick<Place, 'zoom'>): number {
  const { width, height, pixelAspect } = picture;
  return zoom * Math.min(cell.width / width, cell.height / (height * pixelAspect));
}

/** The rectangle that the picture is painted into, from the top left of the cell. */
export function pictureBox(sizes: Sizes, place: Place): { left: number; top: number; width: number; height: number } {
  const { cell, picture } = sizes;
  const scale = pictureScale(sizes, place);
  const [width, height] = [picture.width * scale, picture.height * picture.pixelAspect * scale];
  return { left: (cell.width - width) / 2 + place.x, top: (cell.height - height) / 2 + place.y, width, height };
}

/** Zooms about a point of the cell, from its middle: what lies under it stays there. */
export function zoomedAt(place: Place, factor: number, point: { x: number; y: number }): Place {
  const zoom = Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, place.zoom * factor));
  const by = zoom / place.zoom;
  return { zoom, x: point.x - (point.x - place.x) * by, y: point.y - (point.y - place.y) * by };
}

/** Moved, but never out of the cell: its middle stays on the picture, or the picture in the cell. */
export function kept(place: Place, sizes: Sizes): Place {
  const { width, height } = pictureBox(sizes, place);
  const within = (value: number, length: number) => Math.min(length / 2, Math.max(-length / 2, value));
  return { zoom: place.zoom, x: within(place.x, width), y: within(place.y, height) };
}
