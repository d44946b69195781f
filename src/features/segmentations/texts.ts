import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { NoVolume } from '#contract/grids.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the organize panel and of the lists of segmentations. Those marked as given are literal, with their spelling. */
export const TEXTS = {
  /** given (ORG-001). */
  organize: 'Organize',
  /** given (SIDE-21). */
  segmentations: 'Segmentations',
  segments: 'Segments',
  studies: 'Studies',
  /** given (TOAST-04 to TOAST-11). */
  created: 'Segmentation has been created',
  creatingMask: 'Creating mask',
  maskCreated: 'Mask has been created',
  removed: 'Segmentation has been removed',
  segmentCreated: 'Segment has been create',
  segmentDeleted: 'Segment has been deleted',
  recoloured: 'Color has been updated',
  /** given (SEG-028, SEG-029, SEG-031). */
  loading: 'Loading...',
  usersFailed: 'An error occured while loading data from server',
  addUser: 'Add new User',
  failed: 'The study could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  listFailed: 'The list could not be loaded',
  ...PAGE_OFFLINE,
  gone: 'Study not found',
  goneWhy: 'It may have been deleted.',
  needsServer: 'The server cannot be reached',
  noName: 'No name',
  facts: { date: 'Study date', part: 'Body part', series: 'Series', modality: 'Modality' },
  newSegmentation: 'New segmentation',
  noSegmentations: 'No segmentations',
  noSegmentationsWhy: 'A segmentation marks a structure in the images of this study, in one or more segments. Create the first one.',
  structure: 'Structure',
  findStructure: 'Find a structure',
  noStructure: 'No structure matches.',
  structuresFailed: 'The structures could not be loaded.',
  onlyOwner: 'only you and administrators',
  columns: { number: '#', segment: 'Segment', revision: 'Revision', actions: 'Actions' },
  moveUp: 'Move up',
  moveDown: 'Move down',
  shown: 'Shown',
  orderLater: 'The order is waiting to be saved',
  noSegments: 'No segments yet.',
  newSegment: 'Segment',
  nextColour: 'Colour of the next segment',
  newPart: 'New part',
  waiting: 'waiting for its number',
  /** At the end of a refusal. */
  asOnServer: 'The page shows what is on the server.',
  exclusive: 'Segments may not overlap',
  exclusiveWhy: 'A stroke clears what it sets in all other segments.',
  exclusiveDrawn: 'Something was drawn, so this stays as it is.',
  overlapDrawn: 'Something was drawn in the meantime.',
  structureGone: 'The structure was deleted in the meantime.',
  notSaved: 'The change could not be stored on this device, so it was not made. Check the free storage space.',
  savedLater: 'waiting to be saved',
  deletedLater: 'waiting to be deleted',
  noNumberYet: 'The server has not received this segmentation yet. Members can be added after that.',
  membersNeedServer: 'The server cannot be reached. Adding and removing members needs it.',
  knownStructures: 'The server cannot be reached. These are the structures that this device knows.',
  noKnownStructures: 'The server cannot be reached, and this device knows no structures yet.',
  rename: 'Rename',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  colour: 'Colour',
  deleteSegment: 'Delete segment',
  deleteSegmentWhy: 'Its value will not be used again in this segmentation.',
  keepSegment: 'Keep segment',
  delete: 'Delete segmentation',
  deleteWhy: 'Its segments and its mask are deleted for everybody. This cannot be undone.',
  keep: 'Keep segmentation',
  notDeletable: 'Only a team administrator or the person who created it can delete it.',
  mask: 'Mask',
  noMask: 'Nothing can be drawn before there is a mask.',
  onSeries: 'Series',
  createMask: 'Create mask',
  notRead: 'The server has not read any series of this study yet.',
  drawnOn: 'Drawn on',
  members: 'Members and roles',
  shared: 'Shared',
  notShared: 'Not shared: only the person who created it and team administrators can open it. The roles are kept.',
  nobody: 'Nobody',
  readOnly: 'You can look at this segmentation, but not change it.',
  listColumns: { structure: 'Structure', study: 'Study', user: 'Created by', shared: 'Shared', items: 'Segments', changed: 'Changed' },
  segmentColumns: { segment: 'Segment', structure: 'Segmentation', study: 'Study', value: 'Value', revision: 'Revision' },
  search: 'Search structure, person or patient',
  anySharing: 'Shared or not',
  isShared: 'Shared',
  isNotShared: 'Not shared',
  notSharedShort: 'no',
  sharedShort: 'yes',
  noneYet: 'No segmentations yet',
  noneYetWhy: 'Segmentations mark structures in images. Open a study and choose Organize to create one.',
  nothingFound: 'No segmentation matches',
  openStudies: 'Open studies',
  noSegmentsFound: 'No segments',
  noSegmentsFoundWhy: 'These segmentations have no segments, were deleted, or are not shared with you.',
  chooseFirst: 'No segmentations chosen',
  chooseFirstWhy: 'Choose a segmentation in the list to see its segments.',
  toSegmentations: 'Open segmentations',
  closedAccount: 'Closed account',
  ofStudy: 'Of one study',
  ofStructure: 'Of one structure',
} as const;

export const ROLE_NOTES: Readonly<Record<number, string>> = {
  1: 'draws, adds users',
  2: 'draws',
  3: 'looks',
  4: 'looks',
};

/** given (TOAST-10). */
export const renamedText = (id: number): string => `Segment #${id} has been renamed`;

/** given (SEG-024). */
export const addUserText = (segmentation: string, role: string): string => `Add user to ${segmentation} - ${role} role`;

/** given (SEG-030). */
export const noUserText = (role: string, team: string): string =>
  `No ${role} user in the team ${team} is assigned or you assigned all available`;

export const segmentsText = (count: number): string => (count === 1 ? '1 segment' : `${formatCount(count)} segments`);

/** `3 segments, 1 waiting`. */
export const shownSegmentsText = ({ known, waiting }: { known: number; waiting: number }): string =>
  waiting === 0 ? segmentsText(known) : `${segmentsText(known)}, ${formatCount(waiting)} waiting`;

export const studyAsOfText = (at: number): string => `study as of ${formatDateTime(at, { seconds: false })}`;

export const membersText = (count: number): string => (count === 1 ? '1 member' : `${formatCount(count)} members`);

export const seriesText = ({ seriesNumber, seriesDescription }: { seriesNumber: string | number; seriesDescription: string }): string =>
  [String(seriesNumber), seriesDescription].filter((part) => part !== '').join(' · ');

export const removeUserText = (name: string, role: string): string => `Remove ${name} from the role ${role}`;
export const addToRoleText = (role: string): string => `Add a user to the role ${role}`;
export const hideSegmentText = (title: string): string => `Hide ${title}`;
export const showSegmentText = (title: string): string => `Show ${title}`;
export const segmentActionsText = (title: string): string => `Actions for ${title}`;

export function sharingText({ rbac_enabled, roles }: Pick<Segmentation, 'rbac_enabled' | 'roles'>): string {
  return rbac_enabled ? membersText(Object.values(roles).flat().length) : TEXTS.onlyOwner;
}

/** Why there is no volume, and what does not work then. */
export const NO_VOLUME: Readonly<Record<NoVolume, string>> = {
  'single-slice': 'It has only one slice.',
  'no-position': 'Its slices have no position in space.',
  mosaic: 'Its slices are tiles of one image.',
  size: 'Its slices differ in size.',
  spacing: 'Its slices differ in pixel spacing.',
  orientation: 'Its slices differ in orientation.',
  'frame-of-reference': 'Its slices have different frames of reference.',
  repeated: 'Several of its slices share a position.',
  gap: 'The distances between its slices differ: one may be missing.',
  shifted: 'Its slices are not in line.',
};
export const bySliceText = (why: NoVolume): string => `${NO_VOLUME[why]} You can draw slice by slice; 3D views are not available.`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: 'This was deleted in the meantime, or is no longer shared with you.',
    too_large: failure.kind === 'refused' && failure.limit ? `The limit of ${failure.limit.max} is reached. Delete one first.` : undefined,
  });
