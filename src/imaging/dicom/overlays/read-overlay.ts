import { overlayKind, type Overlay } from '#model/overlays/overlay.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readContent, type OverlayContent } from './overlay-content.ts';
import { OverlayFault, type OverlayRefusal } from './overlay-fault.ts';
import { readMeasurementReport } from './read-measurement-report.ts';
import { readPresentationState } from './read-presentation-state.ts';
import { readSegmentation } from './read-segmentation.ts';
import { readStructureSet } from './read-structure-set.ts';

/** A segmentation, structure set, report or presentation state, by its SOP class. An overlay that is damaged anywhere is refused as a whole. */
export async function readOverlay(header: ReadHeader): Promise<OverlayRead> {
  const kind = overlayKind(header.description.sopClassUid);
  if (!kind) return { refused: 'no-overlay' };
  try {
    return READERS[kind](await readContent(header), header);
  } catch (thrown) {
    if (thrown instanceof OverlayFault) return { refused: thrown.why };
    throw thrown;
  }
}

export type OverlayRead = Overlay | { refused: OverlayRefusal };

const READERS: Readonly<Record<Overlay['kind'], (content: OverlayContent, header: ReadHeader) => Overlay>> = {
  segmentation: (content, { description }) => readSegmentation(content, description),
  structures: readStructureSet,
  measurements: readMeasurementReport,
  presentation: readPresentationState,
};
