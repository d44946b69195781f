import type { InstanceDescription } from '#model/studies/instance.ts';
import { lookUp } from '#imaging/dicom/pixels/lookup-tables.ts';
import type { Frame, LookupTable } from '#imaging/frame.ts';
import { defaultWindow, fileWindow, isPet, measuredWindow, type MeasuredBy, type Window } from './window.ts';
import { toGrey, windowToGreyScale } from './window-to-grey.ts';

/** How stored values of a grey frame become colours: the same for tiles and whole images. */
export interface Look {
  window: Window;
  /** A stored value after rescale (PREV-005). */
  valueOf(stored: number): number;
  /** A stored value, or a mean of several, as a grey of 0 to 255, not rounded and already inverted for MONOCHROME1 (PREV-010). */
  greyOf(stored: number): number;
  /** The same grey is `stored` x factor + offset, limited to 0 to 255. Null if it is not linear: a table, or a threshold. */
  line: { factor: number; offset: number } | null;
  /** Greys are shown in the colours of `hotIron` (PREV-009). */
  isHotIron: boolean;
}

export type LookDescription = Pick<
  InstanceDescription,
  'windowCenter' | 'windowWidth' | 'rescaleIntercept' | 'rescaleSlope' | 'modalityLut'
> & {
  sopClassUid?: string;
  /** Values are no whole numbers: uptake. */
  isExact?: true;
};

export type GreyFrame = Frame & { kind: 'grey' };

/** Without a window, as the file specifies: its own window, else its table, else a window computed from its values (PREV-006..008). */
export function frameLook(frame: GreyFrame, description: LookDescription, window?: Window | MeasuredBy): Look {
  if (typeof window === 'string') {
    return windowLook(frame, description, measuredWindow(window, withModalityLut(description), frame.samples));
  }
  // Window and table are alternatives (PS3.3 C.11.2.1). If the file has both, the window is used, because the user can adjust it.
  if (frame.voiLut && !window && !fileWindow(description)) return tableLook(frame, frame.voiLut, description);
  return windowLook(frame, description, window ?? defaultWindow(withModalityLut(description), frame.samples));
}

/** The window applies to rescaled values (PREV-005). */
function windowLook(frame: GreyFrame, description: LookDescription, window: Window): Look {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const greyScale = windowToGreyScale(window, description.isExact);
  const toScreen = turn(frame);
  return {
    window,
    valueOf: (stored) => stored * rescaleSlope + rescaleIntercept,
    greyOf: (stored) => toScreen(toGrey(stored * rescaleSlope + rescaleIntercept, greyScale)),
    line: lookLine(frame, rescaleSlope * greyScale.scale, (rescaleIntercept - greyScale.middle) * greyScale.scale + 127.5),
    isHotIron: isPet(description),
  };
}

/** The returned window is the range of the table, as the start for the user's own window. */
function tableLook(frame: GreyFrame, table: LookupTable, description: LookDescription): Look {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const { first, values, highest } = table;
  const toScreen = turn(frame);
  return {
    window: { center: first + values.length / 2, width: values.length },
    valueOf: (stored) => stored * rescaleSlope + rescaleIntercept,
    greyOf: (stored) => toScreen((lookUp(table, Math.round(stored * rescaleSlope + rescaleIntercept)) / highest) * 255),
    line: null,
    isHotIron: false,
  };
}

function lookLine({ isInverted }: GreyFrame, factor: number, offset: number): Look['line'] {
  if (!Number.isFinite(factor) || !Number.isFinite(offset)) return null;
  return isInverted ? { factor: -factor, offset: 255 - offset } : { factor, offset };
}

function turn({ isInverted }: GreyFrame): (grey: number) => number {
  return isInverted ? (grey) => 255 - grey : (grey) => grey;
}

/** Output of a modality lookup table is not rescaled again (PS3.3 C.11.1). */
export function withModalityLut<T extends LookDescription>(description: T): T {
  return description.modalityLut ? { ...description, rescaleSlope: 1, rescaleIntercept: 0 } : description;
}

/** Colour is shown unchanged; a full window means that none was applied. */
export const COLOUR_WINDOW: Window = { center: 128, width: 256 };
