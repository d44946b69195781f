import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { DatasetVersion, NotInVersion, VersionFailure, VersionState } from '#contract/dataset-versions.ts';
import { formatCount } from '#ui/format.ts';

/** Texts of versions of a dataset. */
export const VERSION_TEXTS = {
  tabs: 'Parts of the dataset',
  studies: 'Studies',
  versions: 'Versions',
  freezeMenu: 'Freeze…',
  freezeTitle: 'Freeze a version',
  freezeEmpty: 'Add studies first.',
  freezeWhy: 'A version keeps the images, the masks as they are now, and the split. What is drawn later does not change it.',
  mayNot: 'This needs the right to see studies and their details.',
  title: 'Title',
  needed: 'This field is required',
  rule: 'Mask of a study that has several',
  rules: { newest: 'The one that was changed last', person: 'The one of a person', 'by-hand': 'Chosen for each study' },
  person: 'Person',
  channels: 'Further images of each study',
  channelsNote: 'The series that was drawn on is always in it. A further one must lie on the same voxels.',
  classes: 'Classes',
  noClasses: 'No class yet',
  cannot: 'Cannot be in it',
  can: 'In the version',
  leaveOut: 'Leave out',
  leaveAllOut: 'Leave all out',
  chooseMask: 'Choose a mask',
  faces: 'Images of heads',
  freezeAct: 'Freeze version',
  cancel: 'Cancel',
  planFailed: 'The studies could not be checked',
  again: 'Check again',
  nothing: 'No study can be in a version yet',
  empty: 'No version yet',
  emptyWhy: 'Models learn from a version, and it can be downloaded with its images and masks.',
  failed: 'The versions could not be loaded',
  download: 'Download',
  downloadWhy: 'Images and label maps, in the layout of nnU-Net',
  list: 'List',
  listWhy: 'The cases with their hashes, as CSV',
  actions: 'Actions of the version',
  delete: 'Delete version',
  deleteMenu: 'Delete version…',
  deleteWhy: 'Its label maps are lost. Studies and masks stay as they are. This cannot be undone.',
  keep: 'Keep version',
  notDeletable: 'Only who froze it or a team administrator can delete it.',
  facesTitle: 'Faces may be seen',
  facesAct: 'Confirm and download',
  needsServer: 'The server cannot be reached',
  progress: 'Label maps',
  noName: 'No patient name',
} as const;

export const STATE_TEXTS: Record<VersionState, string> = { freezing: 'freezing', frozen: 'frozen', failed: 'failed' };

/** Why a study cannot be in a version: the fact, and what would change it. */
export const WHY_TEXTS: Record<NotInVersion, string> = {
  'no-part': 'Not split yet. Split the dataset, or choose a part for its patient.',
  'no-mask': 'No mask of this structure that you may see.',
  several: 'Several masks. Choose one.',
  'other-segments': 'Its mask has other segments than those of most studies.',
  'other-grid': 'The series was read again since it was drawn on, with other slices.',
  'not-converted': 'The series is not converted.',
  'no-volume': 'No converted volume has exactly the voxels that were drawn on.',
  tilted: 'The slices are tilted, which programs that train cannot read.',
  'no-channel': 'A further image is missing, or is not converted.',
  'channel-grid': 'A further image lies elsewhere, or nothing says that it is of the same position of the patient.',
};

export const FAILURE_TEXTS: Record<VersionFailure, string> = {
  damaged: 'A mask or an image could not be read. Delete the version and freeze again without that study.',
  'too-large': 'A mask has too many strokes to be written.',
  withdrawn: 'All its studies or masks were deleted before it was complete.',
  broke: 'Writing the label maps failed each time. Delete the version and freeze again.',
  interrupted: 'The server stopped each time it wrote the label maps. Delete the version and freeze again.',
};

const studies = (count: number): string => (count === 1 ? '1 study' : `${formatCount(count)} studies`);

export const versionName = ({ number, title }: { number: number; title: string }): string => `v${number} ${title}`;
export const casesText = (count: number): string => studies(count);
export const withdrawnText = (count: number): string => `${studies(count)} withdrawn`;
export const resampledTexts = ({ channels, resampled = [] }: Pick<DatasetVersion, 'channels' | 'resampled'>): string[] =>
  channels.flatMap((name, at) => (resampled[at] ? [`${name} resampled in ${studies(resampled[at])}`] : []));
export const leftOutText = (count: number): string => `${studies(count)} left out`;
export const progressText = (done: number, cases: number): string => `${formatCount(done)} of ${formatCount(cases)} label maps`;
export const cannotText = (count: number): string =>
  count === 1
    ? '1 study cannot be in it. Leave it out, or change it first.'
    : `${formatCount(count)} studies cannot be in it. Leave them out, or change them first.`;
export const facesText = (count: number): string =>
  `${studies(count)} may show a face. Before the version can be downloaded, somebody must confirm that these images may leave.`;
export const facesWhyText = (count: number): string =>
  `A face can be drawn from the images of ${studies(count)}, although no name is in them. Confirm only if you may pass these images on. Your name and the time are recorded.`;
export const facesConfirmedText = (user: string | null): string =>
  user === null ? 'Faces: confirmed to leave' : `Faces: confirmed to leave by ${user}`;
export const maskOfText = (study: string): string => `Mask of ${study}`;
export const leaveOutText = (study: string): string => `Leave out ${study}`;

export const versionFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_allowed: VERSION_TEXTS.mayNot,
    version_studies: 'The studies have changed meanwhile. Look at the list again.',
    case_of_campaign: 'You read a study of it in a campaign, so you cannot see the masks of others.',
    too_large:
      failure.kind === 'refused' && failure.limit ? `This is more than a version can have: ${formatCount(failure.limit.max)}.` : undefined,
  });
