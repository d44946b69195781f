import type { InstanceDescription, MrScan } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { FunctionalGroups } from './functional-groups.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** How an MR image was acquired; nothing for other images. Terms of enhanced images are mapped to those of classic ones. */
export function describeMr(top: ElementSet, values: ElementValues, groups: FunctionalGroups): Pick<InstanceDescription, 'mr'> {
  if (values.text(top, TAG.Modality) !== 'MR') return {};
  const text = (tag: number): string => values.text(top, tag);
  const timing = (tag: number): number | null => groups.number(TAG.MRTimingAndRelatedParametersSequence, tag);
  const scan: { [Name in keyof MrScan]-?: MrScan[Name] | null } = {
    scanningSequence: values.texts(top, TAG.ScanningSequence).filter(Boolean),
    sequenceVariant: values.texts(top, TAG.SequenceVariant).filter(Boolean),
    scanOptions: values.texts(top, TAG.ScanOptions).filter(Boolean),
    acquisitionType: text(TAG.MRAcquisitionType),
    sequenceName: text(TAG.SequenceName) || text(TAG.PulseSequenceName),
    inversionTime: values.number(top, TAG.InversionTime),
    flipAngle: timing(TAG.FlipAngle),
    echoTrainLength: values.number(top, TAG.EchoTrainLength) ?? timing(TAG.RFEchoTrainLength),
    contrast: text(TAG.AcquisitionContrast),
    component: text(TAG.ComplexImageComponent),
  };
  if (scan.scanningSequence?.length === 0) scan.scanningSequence = enhancedSequence(text);
  return { mr: Object.fromEntries(Object.entries(scan).filter(([, value]) => !isEmpty(value))) as MrScan };
}

/** (0018,9008), (0018,9009) and (0018,9018) of an enhanced image in the terms of (0018,0020). */
function enhancedSequence(text: (tag: number) => string): string[] {
  const echo = text(TAG.EchoPulseSequence);
  return [
    ...(echo === 'SPIN' || echo === 'BOTH' ? ['SE'] : []),
    ...(echo === 'GRADIENT' || echo === 'BOTH' ? ['GR'] : []),
    ...(text(TAG.InversionRecovery) === 'YES' ? ['IR'] : []),
    ...(text(TAG.EchoPlanarPulseSequence) === 'YES' ? ['EP'] : []),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
