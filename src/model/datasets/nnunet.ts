import type { VersionClass } from '#contract/dataset-versions.ts';
import type { Part } from './parts.ts';

/**
 * The layout of nnU-Net v2 (its documentation/dataset_format.md): images are `ID_0000.nii.gz`, the last four digits count the channels; label maps are
 * `ID.nii.gz`. Cases for testing are apart.
 */
export const imagePath = (id: string, part: Part, channel: number): string =>
  `${part === 'test' ? 'imagesTs' : 'imagesTr'}/${id}_${String(channel).padStart(4, '0')}.nii.gz`;
export const labelPath = (id: string, part: Part): string => `${part === 'test' ? 'labelsTs' : 'labelsTr'}/${id}.nii.gz`;

interface CaseOfPart {
  id: string;
  part: Part;
}

/** `dataset.json`. */
export function nnunetDataset({
  classes,
  channels,
  cases,
}: {
  classes: readonly VersionClass[];
  channels: readonly string[];
  cases: readonly CaseOfPart[];
}) {
  return {
    channel_names: Object.fromEntries(channels.map((name, channel) => [String(channel), name])),
    labels: { background: 0, ...Object.fromEntries(classes.map(({ title, value }) => [labelName(title), value])) },
    numTraining: cases.filter(({ part }) => part !== 'test').length,
    file_ending: '.nii.gz',
  };
}

/** `splits_final.json`: one fold, so that validation is what it is in the dataset. Null: there is nothing to validate with. */
export function nnunetSplits(cases: readonly CaseOfPart[]): { train: string[]; val: string[] }[] | null {
  const of = (wanted: Part): string[] => cases.filter(({ part }) => part === wanted).map(({ id }) => id);
  const [train, val] = [of('train'), of('validation')];
  return train.length > 0 && val.length > 0 ? [{ train, val }] : null;
}

/** Names with a meaning of their own. */
const TAKEN = new Set(['background', 'ignore']);

const labelName = (title: string): string => (TAKEN.has(title.toLowerCase()) ? `${title} (segment)` : title);
