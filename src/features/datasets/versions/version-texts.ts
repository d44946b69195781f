import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { DatasetVersion, NotInVersion, VersionFailure, VersionState } from '#contract/dataset-versions.ts';
import { t } from '#language/t.ts';
import { formatCount } from '#ui/format.ts';

/** Texts of versions of a dataset. */
export const VERSION_TEXTS = {
  tabs: t('Parts of the dataset'),
  studies: t('Studies'),
  versions: t('Versions'),
  freezeMenu: t('Freeze…'),
  freezeTitle: t('Freeze a version'),
  freezeEmpty: t('Add studies first.'),
  freezeWhy: t('A version keeps the images, the masks as they are now, and the split. What is drawn later does not change it.'),
  mayNot: t('This needs the right to see studies and their details.'),
  title: t('Title'),
  needed: t('This field is required'),
  rule: t('Mask of a study that has several'),
  rules: { newest: t('The one that was changed last'), person: t('The one of a person'), 'by-hand': t('Chosen for each study') },
  person: t('Person'),
  channels: t('Further images of each study'),
  channelsNote: t('The series that was drawn on is always in it. A further one must lie on the same voxels.'),
  classes: t('Classes'),
  noClasses: t('No class yet'),
  cannot: t('Cannot be in it'),
  can: t('In the version'),
  leaveOut: t('Leave out'),
  leaveAllOut: t('Leave all out'),
  chooseMask: t('Choose a mask'),
  faces: t('Images of heads'),
  freezeAct: t('Freeze version'),
  cancel: t('Cancel'),
  planFailed: t('The studies could not be checked'),
  again: t('Check again'),
  nothing: t('No study can be in a version yet'),
  empty: t('No version yet'),
  emptyWhy: t('Models learn from a version, and it can be downloaded with its images and masks.'),
  failed: t('The versions could not be loaded'),
  download: t('Download'),
  downloadWhy: t('Images and label maps, in the layout of nnU-Net'),
  put: t('Put into files'),
  putWhy: t('The same zip, in the files of the team'),
  list: t('List'),
  listWhy: t('The cases with their hashes, as CSV'),
  delete: t('Delete version'),
  deleteMenu: t('Delete version…'),
  deleteWhy: t('Its label maps are lost. Studies and masks stay as they are. This cannot be undone.'),
  keep: t('Keep version'),
  notDeletable: t('Only who froze it or a team administrator can delete it.'),
  facesTitle: t('Faces may be seen'),
  facesAct: t('Confirm and download'),
  facesPut: t('Confirm and put into files'),
  needsServer: t('The server cannot be reached'),
  progress: t('Label maps'),
  noName: t('No patient name'),
} as const;

export const STATE_TEXTS: Record<VersionState, string> = { freezing: t('freezing'), frozen: t('frozen'), failed: t('failed') };

/** Why a study cannot be in a version: the fact, and what would change it. */
export const WHY_TEXTS: Record<NotInVersion, string> = {
  'no-part': t('Not split yet. Split the dataset, or choose a part for its patient.'),
  'no-mask': t('No mask of this structure that you may see.'),
  several: t('Several masks. Choose one.'),
  'other-segments': t('Its mask has other segments than those of most studies.'),
  'other-grid': t('The series was read again since it was drawn on, with other slices.'),
  'not-converted': t('The series is not converted.'),
  'no-volume': t('No converted volume has exactly the voxels that were drawn on.'),
  tilted: t('The slices are tilted, which programs that train cannot read.'),
  'no-channel': t('A further image is missing, or is not converted.'),
  'channel-grid': t('A further image lies elsewhere, or nothing says that it is of the same position of the patient.'),
};

export const FAILURE_TEXTS: Record<VersionFailure, string> = {
  damaged: t('A mask or an image could not be read. Delete the version and freeze again without that study.'),
  'too-large': t('A mask has too many strokes to be written.'),
  withdrawn: t('All its studies or masks were deleted before it was complete.'),
  broke: t('Writing the label maps failed each time. Delete the version and freeze again.'),
  interrupted: t('The server stopped each time it wrote the label maps. Delete the version and freeze again.'),
};

export const versionName = ({ number, title }: { number: number; title: string }): string => `v${number} ${title}`;
export const casesText = (count: number): string => t('{count, plural, one {# study} other {# studies}}', { count });
export const withdrawnText = (count: number): string => t('{count, plural, one {# study} other {# studies}} withdrawn', { count });
export const resampledTexts = ({ channels, resampled = [] }: Pick<DatasetVersion, 'channels' | 'resampled'>): string[] =>
  channels.flatMap((name, at) => {
    const count = resampled[at];
    return count ? [t('{name} resampled in {count, plural, one {# study} other {# studies}}', { name, count })] : [];
  });
export const leftOutText = (count: number): string => t('{count, plural, one {# study} other {# studies}} left out', { count });
export const progressText = (done: number, cases: number): string =>
  t('{done} of {cases} label maps', { done: formatCount(done), cases: formatCount(cases) });
export const cannotText = (count: number): string =>
  t(
    '{count, plural, one {# study cannot be in it. Leave it out, or change it first.} other {# studies cannot be in it. Leave them out, or change them first.}}',
    { count },
  );
export const facesText = (count: number): string =>
  t(
    '{count, plural, one {# study} other {# studies}} may show a face. Before the version can be downloaded, somebody must confirm that these images may leave.',
    { count },
  );
export const facesWhyText = (count: number): string =>
  t(
    'A face can be drawn from the images of {count, plural, one {# study} other {# studies}}, although no name is in them. Confirm only if you may pass these images on. Your name and the time are recorded.',
    { count },
  );
export const facesConfirmedText = (user: string | null): string =>
  user === null ? t('Faces: confirmed to leave') : t('Faces: confirmed to leave by {user}', { user });
export const actionsText = (version: { number: number; title: string }): string =>
  t('Actions of the version {version}', { version: versionName(version) });
export const deleteTitle = (version: { number: number; title: string }): string =>
  t('Delete version “{version}”?', { version: versionName(version) });
export const maskOfText = (study: string): string => t('Mask of {study}', { study });
export const leaveOutText = (study: string): string => t('Leave out {study}', { study });

export const versionFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_allowed: VERSION_TEXTS.mayNot,
    version_studies: t('The studies have changed meanwhile. Look at the list again.'),
    case_of_campaign: t('You read a study of it in a campaign, so you cannot see the masks of others.'),
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('This is more than a version can have: {max}.', { max: formatCount(failure.limit.max) })
        : undefined,
  });
