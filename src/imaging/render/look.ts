import type { InstanceDescription } from '#model/instance.ts';
import { lookUp } from '#imaging/dicom/lookup-tables.ts';
import type { Frame, LookupTable } from '#imaging/frame.ts';
import { defaultWindow, fileWindow, isPet, measuredWindow, type MeasuredBy, type Window } from './window.ts';
import { toGrey, windowToGreyScale } from './window-to-grey.ts';

/** How stored values of a grey frame become colours: the one rule for tiles and for whole pictures. */
export interface Look {
  window: Window;
  /** A stored value, or a mean of some, as a grey of 0 to 255, not rounded; MONOCHROME1 is turned round already (PREV-010). */
  greyOf(stored: number): number;
  /** The same grey is `stored` x factor + offset, cut off at 0 and 255. Null where it is not: a table, or a threshold. */
  line: { factor: number; offset: number } | null;
  /** Greys are shown in the colours of `hotIron` (PREV-009). */
  isHotIron: boolean;
}

export type LookDescription = Pick<
  InstanceDescription,
  'windowCenter' | 'windowWidth' | 'rescaleIntercept' | 'rescaleSlope' | 'modalityLut'
> & { sopClassUid?: string };

export type GreyFrame = Frame & { kind: 'grey' };

/** Without a window, what the file asks for: its own window, else its table, else one made of its values (PREV-006..008). */
export function frameLook(frame: GreyFrame, description: LookDescription, window?: Window | MeasuredBy): Look {
  if (typeof window === 'string') {
    return windowLook(frame, description, measuredWindow(window, withModalityLut(description), frame.samples));
  }
  // Window and table are alternatives (PS3.3 C.11.2.1): where the file has both, its window is what a person can go on from.
  if (frame.voiLut && !window && !fileWindow(description)) return tableLook(frame, frame.voiLut, description);
  return windowLook(frame, description, window ?? defaultWindow(withModalityLut(description), frame.samples));
}

/** The window works on rescaled values (PREV-005). */
function windowLook(frame: GreyFrame, description: LookDescription, window: Window): Look {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const greyScale = windowToGreyScale(window);
  const toScreen = turn(frame);
  return {
    window,
    greyOf: (stored) => toScreen(toGrey(stored * rescaleSlope + rescaleIntercept, greyScale)),
    line: lookLine(frame, rescaleSlope * greyScale.scale, (rescaleIntercept - greyScale.middle) * greyScale.scale + 127.5),
    isHotIron: isPet(description),
  };
}

/** The window that is told is the span of the table: where a person's own window would begin. */
function tableLook(frame: GreyFrame, table: LookupTable, description: LookDescription): Look {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const { first, values, highest } = table;
  const toScreen = turn(frame);
  return {
    window: { center: first + values.length / 2, width: values.length },
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

/** What a modality lookup table made is not rescaled again (PS3.3 C.11.1). */
function withModalityLut<T extends LookDescription>(description: T): T {
  return description.modalityLut ? { ...description, rescaleSlope: 1, rescaleIntercept: 0 } : description;
}

/** Colour is shown as it is; a full window says that none was applied. */
export const COLOUR_WINDOW: Window = { center: 128, width: 256 };
