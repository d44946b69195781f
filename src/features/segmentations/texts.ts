import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { NoVolume } from '#contract/grids.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import { inContext, t } from '#language/t.ts';
import { formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the organize panel and of the lists of segmentations. Those marked as given are literal, with their spelling. */
export const TEXTS = {
  /** given (ORG-001). */
  organize: t('Organize'),
  /** given (SIDE-21). */
  segmentations: t('Segmentations'),
  segments: t('Segments'),
  studies: t('Studies'),
  /** given (TOAST-04 to TOAST-11). */
  created: t('Segmentation has been created'),
  creatingMask: t('Creating mask'),
  maskCreated: t('Mask has been created'),
  removed: t('Segmentation has been removed'),
  segmentCreated: t('Segment has been create'),
  segmentDeleted: t('Segment has been deleted'),
  recoloured: t('Color has been updated'),
  /** given (SEG-028, SEG-029, SEG-031). */
  loading: t('Loading...'),
  usersFailed: t('An error occured while loading data from server'),
  addUser: t('Add new User'),
  failed: t('The study could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  listFailed: t('The list could not be loaded'),
  ...PAGE_OFFLINE,
  gone: t('Study not found'),
  goneWhy: t('It may have been deleted.'),
  needsServer: t('The server cannot be reached'),
  noName: t('No name'),
  facts: { date: t('Study date'), part: t('Body part'), series: inContext('several', 'Series'), modality: t('Modality') },
  newSegmentation: t('New segmentation'),
  noSegmentations: t('No segmentations'),
  noSegmentationsWhy: t('A segmentation marks a structure in the images of this study, in one or more segments. Create the first one.'),
  structure: t('Structure'),
  findStructure: t('Find a structure'),
  noStructure: t('No structure matches.'),
  structuresFailed: t('The structures could not be loaded.'),
  onlyOwner: t('only you and administrators'),
  columns: { number: '#', segment: t('Segment'), revision: t('Revision'), actions: t('Actions') },
  moveUp: t('Move up'),
  moveDown: t('Move down'),
  shown: t('Shown'),
  orderLater: t('The order is waiting to be saved'),
  noSegments: t('No segments yet.'),
  newSegment: t('Segment'),
  nextColour: t('Colour of the next segment'),
  newPart: t('New part'),
  waiting: t('waiting for its number'),
  /** At the end of a refusal. */
  asOnServer: t('The page shows what is on the server.'),
  exclusive: t('Segments may not overlap'),
  exclusiveWhy: t('A stroke clears what it sets in all other segments.'),
  exclusiveDrawn: t('Something was drawn, so this stays as it is.'),
  overlapDrawn: t('Something was drawn in the meantime.'),
  structureGone: t('The structure was deleted in the meantime.'),
  notSaved: t('The change could not be stored on this device, so it was not made. Check the free storage space.'),
  savedLater: t('waiting to be saved'),
  deletedLater: t('waiting to be deleted'),
  noNumberYet: t('The server has not received this segmentation yet. Members can be added after that.'),
  membersNeedServer: t('The server cannot be reached. Adding and removing members needs it.'),
  knownStructures: t('The server cannot be reached. These are the structures that this device knows.'),
  noKnownStructures: t('The server cannot be reached, and this device knows no structures yet.'),
  rename: t('Rename'),
  name: t('Name'),
  save: t('Save'),
  cancel: t('Cancel'),
  colour: t('Colour'),
  deleteSegment: t('Delete segment'),
  deleteSegmentWhy: t('Its value will not be used again in this segmentation.'),
  keepSegment: t('Keep segment'),
  delete: t('Delete segmentation'),
  deleteWhy: t('Its segments and its mask are deleted for everybody. This cannot be undone.'),
  keep: t('Keep segmentation'),
  notDeletable: t('Only a team administrator or the person who created it can delete it.'),
  mask: t('Mask'),
  noMask: t('Nothing can be drawn before there is a mask.'),
  onSeries: inContext('one', 'Series'),
  createMask: t('Create mask'),
  notRead: t('The server has not read any series of this study yet.'),
  members: t('Members and roles'),
  shared: t('Shared'),
  notShared: t('Not shared: only the person who created it and team administrators can open it. The roles are kept.'),
  nobody: t('Nobody'),
  readOnly: t('You can look at this segmentation, but not change it.'),
  listColumns: {
    structure: t('Structure'),
    study: t('Study'),
    user: t('Created by'),
    shared: t('Shared'),
    items: t('Segments'),
    changed: t('Changed'),
  },
  segmentColumns: { segment: t('Segment'), structure: t('Segmentation'), study: t('Study'), value: t('Value'), revision: t('Revision') },
  search: t('Search structure, person or patient'),
  anySharing: t('Shared or not'),
  isShared: t('Shared'),
  isNotShared: t('Not shared'),
  notSharedShort: t('no'),
  sharedShort: t('yes'),
  noneYet: t('No segmentations yet'),
  noneYetWhy: t('Segmentations mark structures in images. Open a study and choose Organize to create one.'),
  nothingFound: t('No segmentation matches'),
  openStudies: t('Open studies'),
  noSegmentsFound: t('No segments'),
  noSegmentsFoundWhy: t('These segmentations have no segments, were deleted, or are not shared with you.'),
  chooseFirst: t('No segmentations chosen'),
  chooseFirstWhy: t('Choose a segmentation in the list to see its segments.'),
  toSegmentations: t('Open segmentations'),
  closedAccount: t('Closed account'),
  ofStudy: t('Of one study'),
  ofStructure: t('Of one structure'),
} as const;

export const ROLE_NOTES: Readonly<Record<number, string>> = {
  1: t('draws, adds users'),
  2: t('draws'),
  3: t('looks'),
  4: t('looks'),
};

/** given (TOAST-10). */
export const renamedText = (id: number): string => t('Segment #{id} has been renamed', { id });

/** given (SEG-024). */
export const addUserText = (segmentation: string, role: string): string =>
  t('Add user to {segmentation} - {role} role', { segmentation, role });

/** given (SEG-030). */
export const noUserText = (role: string, team: string): string =>
  t('No {role} user in the team {team} is assigned or you assigned all available', { role, team });

export const segmentsText = (count: number): string => t('{count, plural, one {# segment} other {# segments}}', { count });

/** `3 segments, 1 waiting`. */
export const shownSegmentsText = ({ known, waiting }: { known: number; waiting: number }): string =>
  waiting === 0
    ? segmentsText(known)
    : t('{known, plural, one {# segment} other {# segments}}, {waiting, plural, other {# waiting}}', { known, waiting });

export const studyAsOfText = (at: number): string => t('study as of {at}', { at: formatDateTime(at, { seconds: false }) });

export const membersText = (count: number): string => t('{count, plural, one {# member} other {# members}}', { count });

export const seriesText = ({ seriesNumber, seriesDescription }: { seriesNumber: string | number; seriesDescription: string }): string =>
  [String(seriesNumber), seriesDescription].filter((part) => part !== '').join(' · ');

export const drawnOnText = (series: string): string => t('Drawn on {series}', { series });
export const organizeText = (name: string): string => t('Organize {name}', { name });
export const deleteTitle = (name: string): string => t('Delete segmentation “{name}”?', { name });
export const deleteSegmentTitle = (name: string): string => t('Delete segment “{name}”?', { name });

export const removeUserText = (name: string, role: string): string => t('Remove {name} from the role {role}', { name, role });
export const addToRoleText = (role: string): string => t('Add a user to the role {role}', { role });
export const hideSegmentText = (title: string): string => t('Hide {title}', { title });
export const showSegmentText = (title: string): string => t('Show {title}', { title });
export const segmentActionsText = (title: string): string => t('Actions for {title}', { title });

export function sharingText({ rbac_enabled, roles }: Pick<Segmentation, 'rbac_enabled' | 'roles'>): string {
  return rbac_enabled ? membersText(Object.values(roles).flat().length) : TEXTS.onlyOwner;
}

/** Why there is no volume, and what does not work then. */
export const NO_VOLUME: Readonly<Record<NoVolume, string>> = {
  'single-slice': t('It has only one slice.'),
  'no-position': t('Its slices have no position in space.'),
  mosaic: t('Its slices are tiles of one image.'),
  size: t('Its slices differ in size.'),
  spacing: t('Its slices differ in pixel spacing.'),
  orientation: t('Its slices differ in orientation.'),
  'frame-of-reference': t('Its slices have different frames of reference.'),
  repeated: t('Several of its slices share a position.'),
  gap: t('The distances between its slices differ: one may be missing.'),
  shifted: t('Its slices are not in line.'),
};
export const bySliceText = (why: NoVolume): string =>
  [NO_VOLUME[why], t('You can draw slice by slice; 3D views are not available.')].join(' ');

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('This was deleted in the meantime, or is no longer shared with you.'),
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('The limit of {max} is reached. Delete one first.', { max: failure.limit.max })
        : undefined,
  });
