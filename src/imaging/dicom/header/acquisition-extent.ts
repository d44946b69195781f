import type { AcquisitionExtent, InstanceDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** What the header says about the series as a whole; nothing if it does not. */
export function acquisitionExtent(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'extent'> {
  const extent: Record<keyof AcquisitionExtent, number | null> = {
    images: values.number(top, TAG.ImagesInAcquisition),
    slices: values.number(top, TAG.NumberOfSlices),
    times: values.number(top, TAG.NumberOfTemporalPositions),
    time: values.number(top, TAG.TemporalPositionIdentifier),
  };
  const told = Object.entries(extent).filter(([, value]) => value !== null && Number.isSafeInteger(value) && value > 0);
  return told.length === 0 ? {} : { extent: Object.fromEntries(told) as AcquisitionExtent };
}
