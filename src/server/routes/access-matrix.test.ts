import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, takesKeys } from '#contract/calls.ts';
import type { Access, Call, CallName } from '#contract/calls.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { ERRORS } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Handlers } from '#server/routes/handlers.ts';
import { KEY_PERMISSIONS } from '#contract/permissions.ts';
import { addApiUser, type KeyRow } from '#server/rules/administration/api-users-test-bench.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { addSignIn } from '#server/rules/accounts/sign-ins.ts';
import { addUploadWithToken, openTestServer } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';

/**
 * Every call of the contract against everybody who might make it. `reached` means that the guard let the caller through to the handler
 * (all handlers here answer 501 but the sign-in); everything else is a refusal before it.
 */
const CALLERS = [
  'nobody',
  'unknown token',
  'revoked token',
  'disabled user',
  'unverified member',
  'unverified member by the token of the team',
  'invited by two teams, in by the token of the other',
  'stranger with open registration',
  'member of another team',
  'member without any permission',
  'member with the permission',
  'member whose password was given long ago',
  'platform administrator who acts as a member with the permission',
  'platform administrator outside the team',
  'platform administrator in the team',
  'cookie from our page',
  'cookie from another site',
  'upload token',
  'upload token of who left the team',
  'upload token of a disabled user',
  'revoked upload token',
  "token of another team's host",
  'member of a suspended team',
  'upload token in a suspended team',
  'worker key',
  'revoked worker key',
  'worker key of another team',
  'worker key in a suspended team',
  'key of an API user with the permission',
  'key of an API user without any permission of its own',
  'key whose person has lost the permission',
  'key whose person left the team',
  'key of another team',
  'key in a suspended team',
  'expired key',
  'revoked key',
  'key after its overlap',
  'key from another address',
  'upload token of an API user',
  'upload token of an API user from another address',
  'upload token of an expired API user',
] as const;
type CallerName = (typeof CALLERS)[number];
type Outcome = 'reached' | ErrorCode;
type Row = Record<CallerName, Outcome>;

/** A bearer with a key is the key's; the call decides whether it takes keys. */
const KEYS = {
  'key of an API user with the permission': 'reached',
  'key of an API user without any permission of its own': 'not_allowed',
  'key whose person has lost the permission': 'not_allowed',
  'key whose person left the team': 'key_ended',
  'key of another team': 'not_a_member',
  'key in a suspended team': 'team_suspended',
  'expired key': 'key_ended',
  'revoked key': 'key_ended',
  'key after its overlap': 'key_ended',
  'key from another address': 'key_address',
} as const satisfies Partial<Record<CallerName, Outcome>>;
type KeyName = keyof typeof KEYS;
const isKeyName = (caller: CallerName): caller is KeyName => caller in KEYS;
/** Nobody's permission is asked for. */
const KEYS_OF_MEMBERS = {
  ...KEYS,
  'key of an API user without any permission of its own': 'reached',
  'key whose person has lost the permission': 'reached',
} as const;

const everybody = (outcome: Outcome): Row => Object.fromEntries(CALLERS.map((caller) => [caller, outcome])) as Row;

const SIGNED_IN: Row = {
  ...everybody('reached'),
  nobody: 'signed_out',
  'unknown token': 'signed_out',
  'revoked token': 'signed_out',
  'disabled user': 'signed_out',
  'cookie from our page': 'signed_out',
  'cookie from another site': 'signed_out',
  'upload token': 'signed_out',
  'upload token of who left the team': 'signed_out',
  'upload token of a disabled user': 'signed_out',
  'revoked upload token': 'signed_out',
  "token of another team's host": 'not_a_member',
  'upload token in a suspended team': 'signed_out',
  'worker key': 'signed_out',
  'revoked worker key': 'signed_out',
  'worker key of another team': 'signed_out',
  'worker key in a suspended team': 'signed_out',
  ...KEYS_OF_MEMBERS,
  'upload token of an API user': 'signed_out',
  'upload token of an API user from another address': 'signed_out',
  'upload token of an expired API user': 'signed_out',
};
const MEMBER: Row = {
  ...SIGNED_IN,
  'unverified member': 'not_a_member',
  'invited by two teams, in by the token of the other': 'not_a_member',
  'stranger with open registration': 'not_a_member',
  'member of another team': 'not_a_member',
  'platform administrator outside the team': 'not_a_member',
  'member of a suspended team': 'team_suspended',
};
const PERMITTED: Row = { ...MEMBER, 'member without any permission': 'not_allowed', ...KEYS };
const EXPECTED: Record<'open' | 'cookie' | 'signed-in' | 'member' | 'upload-token' | 'worker-key' | 'ticket' | 'permission', Row> = {
  open: everybody('reached'),
  // Whose it is, and whether they still may, stands in tests/contract/study-files.test.ts.
  ticket: everybody('reached'),
  cookie: { ...everybody('foreign_origin'), 'cookie from our page': 'reached' },
  'signed-in': SIGNED_IN,
  member: MEMBER,
  permission: PERMITTED,
  'upload-token': {
    ...PERMITTED,
    'upload token': 'reached',
    'upload token in a suspended team': 'team_suspended',
    'upload token of who left the team': 'not_a_member',
    'upload token of a disabled user': 'upload_token_ended',
    'revoked upload token': 'upload_token_ended',
    'upload token of an API user': 'reached',
    'upload token of an API user from another address': 'key_address',
    'upload token of an expired API user': 'upload_token_ended',
  },
  // Of no person, whatever they may do.
  'worker-key': { ...everybody('worker_key_ended'), 'worker key': 'reached', 'worker key of another team': 'not_a_member' },
};

/** Input that the contract takes, so that what is refused is refused for the caller. A call without an entry fails to compile and to run. */
const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const POINTS = [
  { value: 0, color: '#000000', opacity: 0 },
  { value: 100, color: '#FFFFFF', opacity: 1 },
];
const COMMENT = {
  ...{ base: 0, device: UUID, thread: UUID, pin: null, segmentation: null, segment: null, task: null, text: 'Look here', mentions: [] },
};
const MEASUREMENT = {
  ...{ base: 0, device: UUID, series: UUID, grid: '0'.repeat(64), slice: 0, sop: '1.2', frame: 0 },
  ...{ kind: 'point', points: [[1, 2]], text: '', measured: { values: {}, scale: 'patient', unit: null } },
};
const LESION = { base: 0, device: UUID, change: { of: 'lesion', title: 'L', kind: 'target', organ: '', node: false } };
const FORM = {
  ...{ base: 0, title: 'F' },
  definition: {
    sections: [
      {
        ...{ scope: 'study', title: 'S' },
        fields: [{ key: 'a', label: 'A', hint: '', code: null, required: false, shownWhen: null, kind: 'text' }],
      },
    ],
  },
};
const ANSWER = {
  ...{ form: UUID, number: 1, read: null, aside: false, base: 0, device: UUID },
  ...{ state: 'draft', values: {}, sources: {}, items: [] },
};
const CAMPAIGN = {
  ...{ base: 0, title: 'C', guideline: '', form: null, structure: null, blinded: true, cases: [], readers: [] },
  ...{ reads_per_case: 1, repeats: 0, reviewer: null, due: null },
};
const MASK_OPERATION = {
  ...{ uuid: UUID, action: UUID, kind: 'stroke', segment: UUID, grid: '0'.repeat(64), base: 0, device: UUID, tab: UUID },
  ...{ withdraws: [], bytes: 'AAAA' },
};
const LAYOUT = {
  ...{ base: 0, device: UUID, of_team: false, name: 'L', modality: 'MR', bodyPart: null, rows: 1, columns: 1, large: false },
  ...{ series: [], panes: [{ series: null, show: 'stored', slab: null }], links: { position: true, zoom: true, window: true } },
};
const HEADER = {
  ...{ modality: 'MR', imageType: [], sopClass: '', orientation: null, isOneStack: true, images: 1, sliceThickness: null },
  ...{ mr: { echoTime: null, repetitionTime: null, bValues: [] }, terms: [], plane: null },
};
const SEGMENTS = [{ title: 'Head', value: 1 }];
const AI_MODEL = { name: 'M', code: 'm', description: '', structure_id: 1, segments: SEGMENTS };
const MANIFEST = {
  ...{ format: 1, engine: 'onnx', spacing: [1, 1, 1], patch: [32, 32, 32], multiple: [8, 8, 8], overlap: 0.5, mirror: [] },
  channels: [{ name: 'T1', acquisition: null, normalisation: { kind: 'image' } }],
  ...{ classes: SEGMENTS, trainedOn: null, training: null },
};
const PIPELINE = {
  ...{ name: 'P', modality_code: 'MR', acquisitions: [] },
  definition: { starts: null, steps: [{ id: 'convert', type: 'convert' }] },
};
const BLUEPRINT = { title: 'B', description: '', modality_code: 'MR', acquisitions: [], parameters: [], template: '{}' };
const HASH = 'a'.repeat(64);
const INPUT: Record<CallName, { path?: string; body?: unknown }> = {
  setupState: {},
  setup: { body: { code: 'x', name: 'A', email: 'a@example.org', password: 'long enough password', team: { title: 'T', slug: 't' } } },
  login: { body: { email: 'a@example.org', password: 'x' } },
  logout: {},
  user: {},
  signedAuth: {},
  register: {
    body: { name: 'A', email: 'a@example.org', password: 'long enough password', password_confirmation: 'long enough password' },
  },
  forgotPassword: { body: { email: 'a@example.org' } },
  resetPassword: {
    body: {
      email: 'a@example.org',
      token: 't'.repeat(43),
      password: 'long enough password',
      password_confirmation: 'long enough password',
    },
  },
  site: {},
  contact: { body: { name: 'A', email: 'a@example.org', text: 'Hello' } },
  verifyEmail: { path: `email/verify/1/${'t'.repeat(43)}` },
  sendVerification: {},
  saveProfile: { body: { name: 'A', color: '#336699' } },
  unlock: { body: { password: 'x' } },
  saveTeamLock: { body: { minutes: 10 } },
  anonymiseNames: { body: { s: [{ id: 'a', n: 'Heron^Quiet' }] } },
  deidentification: {},
  deidentificationRules: {},
  saveDeidentification: { body: FIRST_DEIDENTIFICATION },
  changePassword: {
    body: { current: 'x', password: 'long enough password', password_confirmation: 'long enough password' },
  },
  signIns: {},
  endSignIn: { path: 'user/sign-ins/1' },
  leaveTeam: { path: 'user/teams/north' },
  closeAccount: { body: { password: 'x' } },
  keptMails: {},
  team: { path: 'teams/north' },
  teamBySlug: { path: 'teams/get-item?slug=north' },
  preferTeam: { body: { slug: 'north' } },
  answerInvitation: { body: { id: 1, status: 'accept' } },
  roleList: {},
  invite: { body: { emails: [{ email: 'a@example.org', role_id: 1 }], team_id: 1 } },
  invitationOfLink: { body: { token: 't'.repeat(43) } },
  createTeam: { body: { title: 'T', slug: 't' } },
  teamMembers: {},
  changeMember: { path: 'team/users/1', body: { role_id: 1 } },
  removeMember: { path: 'team/users/1' },
  teamInvitations: {},
  resendInvitation: { path: 'team/invitations/1/resend' },
  withdrawInvitation: { path: 'team/invitations/1' },
  roles: {},
  createRole: { body: { name: 'A', permissions: [], invitable: true } },
  saveRole: { path: 'roles/1', body: { name: 'A', permissions: [], invitable: true, version: 1 } },
  removeRole: { path: 'roles/1' },
  permissionList: {},
  grantPermission: { path: 'roles/1/permissions', body: { permission: 'r:studies', held: true } },
  users: { body: {} },
  blockUser: { path: 'users/1/block' },
  unblockUser: { path: 'users/1/block' },
  makePlatformAdministrator: { path: 'users/1/platform' },
  endPlatformAdministrator: { path: 'users/1/platform' },
  endUserSignIns: { path: 'users/1/sign-ins' },
  installationState: {},
  actAs: { body: { user_id: 1, reason: 'A fault in their list' } },
  endActing: {},
  actings: {},
  actingsForMe: {},
  recognitionStatistics: {},
  allTeams: {},
  createTeamFor: { body: { title: 'T', slug: 't', email: 'a@example.org' } },
  changeTeam: { path: 'teams/1', body: { title: 'T', color: '#336699' } },
  suspendTeam: { path: 'teams/1/suspension' },
  reopenTeam: { path: 'teams/1/suspension' },
  allInvitations: { body: {} },
  resendAnyInvitation: { path: 'invitations/1/resend' },
  withdrawAnyInvitation: { path: 'invitations/1' },
  permissions: {},
  notifications: {},
  newNotifications: { path: 'notification-new?last_id=0' },
  seeAllNotifications: { body: { is_seen: 1 } },
  seeNotification: { path: 'notification/1', body: { is_seen: 1 } },
  changes: {},
  categories: {},
  organizedStudy: { path: `annotator/studies/${UUID}` },
  createSegmentation: { path: `annotator/segmentations/${UUID}`, body: { structure: 'liver', rbac: 1 } },
  shareSegmentation: { path: `annotator/segmentations/${UUID}/1`, body: { rbac: 0 } },
  deleteSegmentation: { path: `annotator/segmentations/${UUID}/1` },
  maskOperations: { path: `annotator/studies/${UUID}/segmentations/${UUID}/operations` },
  sendMaskOperations: { path: `annotator/studies/${UUID}/segmentations/${UUID}/operations`, body: { operations: [MASK_OPERATION] } },
  maskRevisions: { path: `annotator/studies/${UUID}/segmentations/${UUID}/revisions` },
  nameMaskRevision: {
    path: `annotator/studies/${UUID}/segmentations/${UUID}/revisions/${UUID}`,
    body: { name: 'Before biopsy', number: 1 },
  },
  removeMaskRevision: { path: `annotator/studies/${UUID}/segmentations/${UUID}/revisions/${UUID}` },
  asideOperations: {},
  applyAsideOperation: { path: `annotator/operations-aside/${UUID}` },
  asideStates: { path: 'annotator/operations-aside/states', body: { operations: [UUID] } },
  asideGroups: { path: 'annotator/operations-aside/groups' },
  decideAside: {
    path: 'annotator/operations-aside/groups',
    body: { user: 1, study: UUID, segmentation: UUID, reason: 'access', until: 1, how: 'discard' },
  },
  discardAsideOperation: { path: `annotator/operations-aside/${UUID}` },
  saveMaskSnapshot: {
    path: `annotator/studies/${UUID}/segmentations/${UUID}/snapshots/200`,
    body: { device: UUID, sha256: 'a'.repeat(64), bytes: 'AAAA' },
  },
  maskSnapshot: { path: `annotator/studies/${UUID}/segmentations/${UUID}/snapshots` },
  campaigns: {},
  campaignPeople: {},
  saveCampaign: { path: `campaigns/${UUID}`, body: CAMPAIGN },
  campaign: { path: `campaigns/${UUID}` },
  startCampaign: { path: `campaigns/${UUID}/start` },
  agreement: { path: `campaigns/${UUID}/agreement` },
  finishCampaign: { path: `campaigns/${UUID}/finish` },
  removeCampaign: { path: `campaigns/${UUID}` },
  reads: { path: `campaigns/${UUID}/reads` },
  moveRead: { path: `campaigns/${UUID}/reads/${UUID}`, body: { move: UUID, act: 'start', spent_ms: 0 } },
  remindReaders: { path: `campaigns/${UUID}/reminders`, body: { reminder: UUID, readers: [1] } },
  measurements: { path: `annotator/studies/${UUID}/measurements` },
  saveMeasurement: { path: `annotator/studies/${UUID}/measurements/${UUID}`, body: MEASUREMENT },
  deleteMeasurement: { path: `annotator/studies/${UUID}/measurements/${UUID}` },
  registrations: { path: `annotator/studies/${UUID}/registrations` },
  makeRegistration: { path: `annotator/studies/${UUID}/registrations/${UUID}`, body: { fixed: UUID, moving: UUID } },
  registration: { path: `annotator/studies/${UUID}/registrations/${UUID}` },
  deleteRegistration: { path: `annotator/studies/${UUID}/registrations/${UUID}` },
  studyFindings: { path: `studies/${UUID}/findings` },
  findings: {},
  markFinding: { path: `studies/${UUID}/findings/${UUID}/mark`, body: { version: 1, mark: 'seen', reason: '' } },
  followUp: { path: `annotator/studies/${UUID}/lesions` },
  saveLesion: { path: `annotator/studies/${UUID}/lesions/${UUID}`, body: LESION },
  deleteLesion: { path: `annotator/studies/${UUID}/lesions/${UUID}` },
  saveResponse: {
    path: `annotator/studies/${UUID}/responses/${UUID}`,
    body: { base: 0, device: UUID, response: 'stable', suggested: null },
  },
  saveBaseline: { path: `annotator/studies/${UUID}/baseline`, body: { base: 0, device: UUID, baseline: null } },
  comments: { path: `annotator/studies/${UUID}/comments` },
  saveComment: { path: `annotator/studies/${UUID}/comments/${UUID}`, body: COMMENT },
  deleteComment: { path: `annotator/studies/${UUID}/comments/${UUID}` },
  resolveComment: { path: `annotator/studies/${UUID}/comments/${UUID}/resolved`, body: { resolved: true } },
  forms: { path: 'project/1/forms' },
  saveForm: { path: `project/1/forms/${UUID}`, body: FORM },
  retireForm: { path: `project/1/forms/${UUID}/retired`, body: { retired: true } },
  studyForms: { path: `annotator/studies/${UUID}/forms` },
  saveAnswer: { path: `annotator/studies/${UUID}/answers/${UUID}`, body: ANSWER },
  deleteAnswer: { path: `annotator/studies/${UUID}/answers/${UUID}` },
  projectAnswers: { path: `project/1/forms/${UUID}/answers` },
  layouts: {},
  saveLayout: { path: `annotator/layouts/${UUID}`, body: LAYOUT },
  deleteLayout: { path: `annotator/layouts/${UUID}` },
  seriesGrid: { path: `annotator/series/${UUID}/grid` },
  createMask: { path: `v2/create-mask/${UUID}/1` },
  createSegment: { path: `annotator/segment/create/${UUID}/1`, body: { segment: {} } },
  deleteSegment: { path: `annotator/segment/delete/${UUID}/1/1` },
  mask: { path: `v2/mask/${UUID}/1` },
  putMask: { path: `v2/mask/${UUID}/1`, body: 'any bytes' },
  removeMaskValue: { path: `v2/mask/remove-segment/${UUID}/1/1` },
  renameSegment: { path: `annotator/segment/rename/${UUID}/1/1`, body: { name: 'Apex' } },
  recolourSegment: { path: `annotator/segment/change-color/${UUID}/1/1`, body: { color: '#336699' } },
  orderSegments: { path: `annotator/segment/change-sort/${UUID}/1`, body: { segments: [UUID] } },
  assignableRoles: {},
  assignedUsers: { path: `segmentations/assigned-users-to-serie/${UUID}` },
  availableUsers: { path: 'segmentations/available-users/1/1/1/1' },
  assignUser: { body: { segmentation_id: 1, user_id: 1, role_id: 1 } },
  unassignUser: { path: 'segmentations/unassign-user-from-segmentation/1/1/1' },
  segmentations: {},
  segments: { path: 'segments?list=1' },
  structures: {},
  structure: { path: 'structures/1' },
  createStructure: { body: { title: 'T', category_id: 1, color: '#336699' } },
  changeStructure: { path: 'structures/1', body: { title: 'T' } },
  deleteStructure: { path: 'structures/1' },
  sharedStructures: {},
  createSharedStructure: { body: { title: 'T', category_id: 1, color: '#336699' } },
  changeSharedStructure: { path: 'structures/shared/1', body: { title: 'T' } },
  sharedCategories: {},
  createSharedCategory: { body: { title: 'T' } },
  changeSharedCategory: { path: 'structures/shared-categories/1', body: { title: 'T' } },
  transferFunctions: {},
  createTransferFunction: { body: { uuid: UUID, name: 'T', unit: 'percent', points: POINTS } },
  changeTransferFunction: { path: 'transfer-functions/1', body: { name: 'T' } },
  deleteTransferFunction: { path: 'transfer-functions/1' },
  sortSeries: { body: { series: [{ id: 1, sort: 1 }], acquisitionCode: 'T2W' } },
  listFiles: { body: { dir: '/' } },
  moveFiles: { body: { paths: ['/north/a'], to: 'b' } },
  copyFiles: { body: { paths: ['/north/a'], to: 'b' } },
  deleteFiles: { body: { paths: ['/north/a'] } },
  makeFolder: { body: { dir: '/north/a' } },
  unpackFile: { body: { path: '/north', file: '/north/a.zip' } },
  packFiles: { body: { path: '/north', file: 'a.zip' } },
  fileWorks: {},
  cancelFileWork: { body: { uuid: UUID } },
  fileBin: { body: { area: 'north' } },
  restoreFiles: { body: { ids: [UUID] } },
  emptyBin: { body: { area: 'north' } },
  prepareFileDownload: { body: { paths: ['/north/a'] } },
  readFile: { body: { path: '/north/a', offset: 0, length: 1 } },
  takeUpload: { body: { session: UUID, dir: '/north', files: 1, uuid: UUID } },
  putIntoFiles: { body: { source: { kind: 'originals', study: UUID }, uuid: UUID } },
  folders: {},
  createFolder: { body: { name: 'F' } },
  changeFolder: { path: 'folders/1', body: { name: 'F' } },
  deleteFolder: { path: 'folders/1' },
  changeStudies: { body: { studies: [UUID], folder: null } },
  savedViews: {},
  saveView: { body: { name: 'V', query: {}, of_team: false } },
  deleteView: { path: 'studies-v2/views/1' },
  labels: {},
  deleteStudy: { path: `studies-v2/${UUID}` },
  deletedStudies: {},
  deleteStudies: { body: { studies: [UUID] } },
  restoreStudies: { body: { studies: [UUID] } },
  studyHistory: { path: `studies-v2/${UUID}/history` },
  existingStudies: { body: { uuids: [UUID] } },
  patients: {},
  patient: { path: `patients/${UUID}` },
  mergePatients: { path: `patients/${UUID}/merge`, body: { from: UUID } },
  splitPatient: { path: `patients/${UUID}/split`, body: { uuid: UUID, studies: [UUID] } },
  tasks: { path: 'tasks?today=2026-11-25&since=0' },
  taskCounts: {},
  taskAssignees: {},
  assignTasks: { body: { assignment: UUID, studies: [UUID], kind: 'annotate', to: { person: 1 }, due: null, note: '' } },
  changeTask: { path: `tasks/${UUID}`, body: { note: '' } },
  moveTask: { path: `tasks/${UUID}/state`, body: { act: 'start' } },
  task: { path: 'tasks/1' },
  taskMoves: { path: `tasks/${UUID}/moves` },
  reviews: { path: 'reviews?today=2026-11-25&since=0' },
  reviewCounts: {},
  createLabel: { body: { name: 'L', color: '#336699' } },
  changeLabel: { path: 'label?id=1', body: { name: 'L' } },
  deleteLabel: { path: 'label?id=1' },
  studyLabels: { path: 'label/study/1' },
  attachLabel: { path: 'label/study/1?id=1' },
  detachLabel: { path: 'label/study/1?id=1' },
  changeLabelOfStudy: { path: 'label/study/1?id=1', body: { name: 'L' } },
  projects: {},
  projectList: {},
  project: { path: 'project/1' },
  createProject: { body: { uuid: UUID, name: 'P' } },
  changeProject: { path: 'project/1', body: { name: 'P' } },
  changeProjectState: { path: 'project/1/state', body: { state: 'in_progress' } },
  deleteProject: { path: 'project/1' },
  changeProjectStudies: { path: 'project/1/studies', body: { add: [UUID] } },
  changeProjectMembers: { path: 'project/1/members', body: { add: [1] } },
  datasets: {},
  dataset: { path: 'dataset/1' },
  createDataset: { body: { uuid: UUID, name: 'D', structure_id: 1 } },
  changeDataset: { path: 'dataset/1', body: { name: 'D' } },
  deleteDataset: { path: 'dataset/1' },
  changeDatasetStudies: { path: 'dataset/1/studies', body: { add: [UUID] } },
  splitDataset: { path: 'dataset/1/split', body: { train: 70, validation: 15, test: 15, which: 'all' } },
  movePatient: { path: `dataset/1/patients/${UUID}`, body: { part: 'test' } },
  datasetPatients: { path: 'dataset/1/patients' },
  planDatasetVersion: { path: 'dataset/1/versions/plan', body: { masks: { rule: 'newest' }, picks: [], channels: [] } },
  freezeDataset: {
    path: 'dataset/1/versions',
    body: { uuid: UUID, title: 'V', masks: { rule: 'newest' }, picks: [], channels: [], without: [] },
  },
  datasetVersions: { path: 'dataset/1/versions' },
  datasetVersion: { path: `dataset/1/versions/${UUID}` },
  datasetCases: { path: `dataset/1/versions/${UUID}/cases` },
  confirmFaces: { path: `dataset/1/versions/${UUID}/faces` },
  deleteDatasetVersion: { path: `dataset/1/versions/${UUID}` },
  modalities: {},
  pipelines: {},
  acquisitions: {},
  createInfer: { body: { caseId: UUID, modelId: 'total' } },
  aiModels: {},
  createAiModel: { body: { ...AI_MODEL, uuid: UUID, parent_id: null } },
  saveAiModel: { path: 'ai2/model/1', body: AI_MODEL },
  deleteAiModel: { path: 'ai2/model/1' },
  aiModel: { path: 'ai2/model/1' },
  nextCases: { path: 'ai2/model/1/next-cases' },
  sendAiFile: { path: `ai2/files/${UUID}/0?parts=1&sha256=${HASH}`, body: 'any bytes' },
  addModelVersion: { path: 'ai2/model/1/versions', body: { uuid: UUID, file: UUID, sha256: HASH, manifest: MANIFEST } },
  promoteVersion: { path: `ai2/versions/${UUID}/promote`, body: { reason: 'Better' } },
  withdrawVersion: { path: `ai2/versions/${UUID}/withdraw`, body: { reason: 'Worse' } },
  versionFile: { path: `ai2/versions/${UUID}/file` },
  runnableModels: {},
  modelConfiguration: {},
  saveModelConfiguration: { body: { rules: [], version: 0 } },
  aiTrainings: {},
  createAiTraining: {
    body: { uuid: UUID, model_id: 1, dataset_version: UUID, engine: 'trees', params: { seconds: 60, seed: 1 } },
  },
  aiTraining: { path: 'ai2/ai-train/1' },
  trainSegmentations: { path: 'ai2/ai-train/1/train-segmentation?segmentationId=1' },
  startTraining: { path: 'ai2/train/start/1' },
  stopTraining: { path: 'ai2/ai-train/stop/1', body: {} },
  trainingPreview: { path: 'ai2/ai-train/1/previews/a.png' },
  createPipeline: { body: { code: 'p', ...PIPELINE } },
  pipelineChoices: {},
  checkPipeline: { body: PIPELINE.definition },
  pipeline: { path: 'pipelines/1' },
  savePipeline: { path: 'pipelines/1', body: { ...PIPELINE, version: 0 } },
  deletePipeline: { path: 'pipelines/1' },
  blueprints: {},
  saveBlueprint: { path: `pipeline-blueprints/${UUID}`, body: BLUEPRINT },
  deleteBlueprint: { path: `pipeline-blueprints/${UUID}` },
  flows: {},
  startFlows: { body: { request: UUID, pipeline: 1, studies: [UUID] } },
  retryFlows: { body: { flows: [1] } },
  flow: { path: 'flows/1' },
  retryFlow: { path: 'flows/1/retry', body: { step: 'convert' } },
  skipFlowStep: { path: 'flows/1/skip', body: { step: 'convert', reason: 'R' } },
  cancelFlow: { path: 'flows/1/cancel', body: {} },
  aiInfers: {},
  aiInfer: { path: 'ai-infers/1' },
  cancelInfer: { path: 'ai-infers/1' },
  retryInfer: { path: 'ai-infers/1/retry' },
  inferBatches: {},
  createInferBatch: { body: { uuid: UUID, title: 'B', model_id: 1, studies: [UUID] } },
  retryInferBatch: { path: `ai-infer-batches/${UUID}/retry` },
  moveInferBatch: { path: `ai-infer-batches/${UUID}`, body: { state: 'paused' } },
  proposals: { path: `studies/${UUID}/proposals` },
  proposalLabels: { path: `studies/${UUID}/proposals/1/labels` },
  decideProposal: { path: `studies/${UUID}/proposals/1/decisions/1`, body: { decision: 'accepted', dice: 1 } },
  aiWorkers: {},
  createWorkerKey: { body: { uuid: UUID, name: 'K', engines: [] } },
  revokeWorkerKey: { path: 'ai-workers/keys/1' },
  drainWorker: { path: `ai-workers/${UUID}`, body: { draining: true } },
  xrSessions: {},
  xrWorkers: {},
  startXrSession: { body: { uuid: UUID, study: UUID, segmentation: UUID } },
  keepXrSession: { path: `xr-sessions/${UUID}`, body: { headset: true, ended: false } },
  openClickSession: { path: `studies/${UUID}/click-sessions`, body: { uuid: UUID, series: UUID, version: UUID, grid: HASH } },
  sendClicks: {
    path: `click-sessions/${UUID}/prompts`,
    body: { number: 1, clicks: [{ place: [1, 2, 3], inside: true }], mask: null },
  },
  clickAnswer: { path: `click-sessions/${UUID}/prompts/1` },
  closeClickSession: { path: `click-sessions/${UUID}` },
  takeClicks: { path: `ai-workers/${UUID}/clicks`, body: { waitSeconds: 0, held: null, answer: null } },
  registerWorker: { body: { name: 'w', version: '1', device: 'cpu', memoryMb: 1, engines: ['unet'], kinds: ['train'] } },
  claimJob: { path: `ai-workers/${UUID}/claim`, body: { waitSeconds: 0 } },
  jobProgress: { path: `ai-workers/jobs/${UUID}/progress`, body: { attempt: 1, fraction: 0, message: '' } },
  jobOutput: { path: `ai-workers/jobs/${UUID}/outputs/a?attempt=1&file=${UUID}&sha256=${HASH}`, body: 'any bytes' },
  jobInput: { path: `ai-workers/inputs/${'t'.repeat(43)}/a` },
  completeJob: { path: `ai-workers/jobs/${UUID}/complete`, body: { attempt: 1 } },
  failJob: { path: `ai-workers/jobs/${UUID}/fail`, body: { attempt: 1, reason: 'error', detail: '', again: false } },
  recogniseHeaders: {
    path: 'llm/prompts?wsid=abcdefgh12',
    body: { studies: [{ i: UUID, m: 'MR', s: [{ ui: UUID, fui: UUID, h: HEADER }] }] },
  },
  recogniseGrids: { body: { wsid: 'abcdefgh12', images: [{ studyId: UUID, series: [UUID], image: 'iVBORw0KGgo=' }] } },
  cancelRecognition: { path: `llm/cancel-prompt/${UUID}` },
  promptStub: { path: 'llm/prompt/MR/text/1' },
  aiPrompts: {},
  createAiPrompt: { body: { modality: 'MR', type: 'text', text: 'Tell.', active: false } },
  aiPrompt: { path: 'ai-prompts/1' },
  saveAiPrompt: { path: 'ai-prompts/1', body: { active: true } },
  removeAiPrompt: { path: 'ai-prompts/1' },
  saveStudyProject: { body: { uuid: UUID, project_id: 1, action: 'add' } },
  batchUpload: { body: { action: 'prepare' } },
  batchPixels: { path: `batch-upload/get-dcm-pixel-data/${UUID}`, body: { file: '1' } },
  sortOnServer: { body: { session: UUID } },
  sortedOnServer: { path: `c-upload/uploaded-metadata/server?session=${UUID}` },
  readBatch: { path: `batch-upload/after-upload/${UUID}` },
  previewOnServer: { path: `c-upload/preview/${UUID}/${UUID}` },
  sliceOnServer: { path: `c-upload/preview-by-slice/${UUID}/${UUID}/0` },
  niftiOnServer: { path: `c-upload/get-nifti-for-preview/${UUID}/${UUID}` },
  makeNifti: { path: `c-upload/create-nifti-from-serie/${UUID}/${UUID}/${UUID}` },
  prepareUpload: { body: { action: 'prepare', id: UUID, started: 1 } },
  sendChunk: { body: 'any bytes' },
  checkStudy: { path: 'studies/1.2.3/check' },
  studyUuid: { body: { p: UUID } },
  knownContents: { body: { studyInstanceUid: '1.2.3' } },
  registerStudies: {
    body: {
      studies: [{ studyInstanceUid: '1', patientName: '', patientSex: '', studyDate: '', studyTime: '', modality: 'MR', bodyPart: 'knee' }],
      series: [
        {
          ...{ id: 'e', idx: 0, studyInstanceUid: '1', seriesInstanceUid: '1', seriesNumber: 1, seriesDescription: '', modalityCode: 'MR' },
          ...{
            cnt: 1,
            numberOfFrames: 0,
            rows: 1,
            columns: 1,
            sliceThickness: null,
            file_count: 1,
            totalFileSize: 1,
            files: [],
            type: 'dcm',
          },
        },
      ],
      session_id: UUID,
    },
  },
  registerStudy: {
    path: 'upload/studies?version=2',
    body: {
      study: {
        id: 's',
        patientName: '',
        originalPatientName: '',
        patientSex: '',
        studyDate: '',
        studyTime: '',
        modality: 'MR',
        dirty: false,
        series: [
          {
            id: 'e',
            idx: 0,
            seriesInstanceUid: '1',
            seriesNumber: 1,
            seriesDescription: '',
            modalityCode: 'MR',
            cnt: 1,
            numberOfFrames: 0,
            rows: 1,
            columns: 1,
            sliceThickness: null,
            file_count: 1,
            totalFileSize: 1,
            files: [],
            type: 'dcm',
          },
        ],
      },
      studyInstanceUid: '1',
      bodyPart: 'knee',
      labels: [],
      session_id: UUID,
      anonymize: false,
    },
  },
  changeStatus: { body: { uuid: UUID, id: 1, state: 'error' } },
  uploadFinished: { body: { studies: [] } },
  uploads: {},
  convertSeries: {
    path: `c-upload/convert/serie/${UUID}`,
    body: {
      studyClientId: 's',
      studyRemoteId: 1,
      studyRemoteUuid: UUID,
      serieClientUploadId: 'e',
      serieRemoteId: 1,
      serieRemoteUuid: UUID,
      type: 'dcm',
      location: 'server',
      files: [],
      modalityCode: 'MR',
      anonymize: false,
      idx: 0,
    },
  },
  studies: {},
  study: { path: 'studies-v2/1' },
  studySeries: { path: 'studies-v2/series/1' },
  seriesFiles: { path: `studies-v2/series/${UUID}/files` },
  seriesThumbnail: { path: `studies-v2/series/${UUID}/thumbnail` },
  originalFile: { path: 'studies-v2/files/1' },
  volumeFile: { path: 'studies-v2/volumes/1' },
  volumeBricks: { path: 'studies-v2/volumes/1/bricks' },
  prepareDownload: { body: { kind: 'originals', study: UUID } },
  apiUsers: {},
  apiUser: { path: 'api-users/1' },
  createApiUser: { body: { uuid: UUID, name: 'P', permissions: ['r:studies'], expires_at: '2027-01-01 00:00:00', addresses: [] } },
  changeApiUser: {
    path: 'api-users/1',
    body: { name: 'P', permissions: ['r:studies'], expires_at: '2027-01-01 00:00:00', addresses: [] },
  },
  revokeApiUser: { path: 'api-users/1' },
  rotateApiKey: { path: 'api-users/1/keys', body: { uuid: UUID, overlap_hours: 0 } },
  log: { path: 'log?app=admin&type=route&path=/studies-v2&data=' },
  logSessions: {},
  logEntries: {},
  logSession: { path: 'log/sessions/1' },
  logPeople: {},
  auditRecords: {},
  verifyAudit: {},
  auditHead: {},
  exportAudit: {},
  download: { path: `downloads/${'t'.repeat(43)}` },
  uploadStatus: { path: `c-upload/status/${UUID}` },
  dropUpload: { path: `c-upload/${UUID}` },
  receipt: { path: `c-upload/receipt/${UUID}` },
};

/** A sign-in of one person under which another one acts. */
async function tokenOfActing(server: TestServer, userId: number, actorId: number): Promise<string> {
  const at = server.context.now();
  return server.db.write(async (tx) => {
    const signIn = { host: 'app.localhost', device: '', lastsMs: 3_600_000, idleMs: 3_600_000, now: at };
    const own = await addSignIn(tx, { ...signIn, userId: actorId });
    const made = await addSignIn(tx, { ...signIn, userId });
    const row = { user_id: userId, actor_id: actorId, actor_sign_in_id: own.signInId, reason: 'R', started_at: at, until: made.expiresAt };
    await tx
      .insertInto('acting')
      .values({ ...row, sign_in_id: made.signInId, ended_at: null })
      .execute();
    return made.token;
  });
}

describe.each(TEST_ENGINES)('who may make which call on %s', (engine) => {
  let server: TestServer;
  const credentials = {} as Record<CallerName, { token?: string; cookie?: string; origin?: string; host?: string }>;

  beforeAll(async () => {
    const reached = () => Promise.reject(new Refusal('not_built'));
    const handlers = Object.fromEntries((Object.keys(CALLS) as CallName[]).map((name) => [name, reached])) as unknown as Handlers;
    const { login: _, ...allButLogin } = handlers;
    server = await openTestServer(engine, { handlers: allButLogin });
    await fillCredentials();
  });
  afterAll(() => server.close());

  async function fillCredentials(): Promise<void> {
    const north = await server.addTeam('north');
    const south = await server.addTeam('south');
    await server.db.write(async (tx) => {
      await tx.insertInto('role').values({ id: 70, name: 'Nothing', invitable: 0 }).execute();
      await tx.insertInto('role').values({ id: 71, name: 'Everything', invitable: 0 }).execute();
      const needed = new Set(
        Object.values(CALLS as Record<string, Call>).flatMap(({ access }) =>
          typeof access === 'object' ? [access.permission] : ['r:upload-v2'],
        ),
      );
      await tx
        .insertInto('role_permission')
        .values([...needed].map((permission) => ({ role_id: 71, permission })))
        .execute();
    });
    const token = async (email: string, host?: string) => (await server.signIn(email, host)).token;

    credentials['nobody'] = {};
    credentials['unknown token'] = { token: 'no-such-token' };
    const permitted = await server.addUser('permitted@x.org', { [north]: 71 });
    credentials['member with the permission'] = { token: await token('permitted@x.org') };
    const early = await server.addUser('early@x.org', { [north]: 71 });
    credentials['member whose password was given long ago'] = { token: await token('early@x.org') };
    await server.db.write((tx) => tx.updateTable('sign_in').set({ password_at: 0 }).where('user_id', '=', early).execute());
    const acted = await server.addUser('acted@x.org', { [north]: 71 });
    const actor = await server.addUser('actor@x.org', {}, { platformAdmin: true });
    credentials['platform administrator who acts as a member with the permission'] = { token: await tokenOfActing(server, acted, actor) };
    await server.addUser('bare@x.org', { [north]: 70 });
    credentials['member without any permission'] = { token: await token('bare@x.org') };
    await server.addUser('south@x.org', { [south]: 71 });
    credentials['member of another team'] = { token: await token('south@x.org') };
    await server.addUser('unverified@x.org', { [north]: 71 }, { verified: false });
    credentials['unverified member'] = { token: await token('unverified@x.org') };
    const joinWithToken = async (email: string, teamId: number) => {
      const userId = await server.addUser(email, { [teamId]: 71 }, { verified: false });
      await server.db.write((tx) => tx.updateTable('membership').set({ with_token: 1 }).where('user_id', '=', userId).execute());
      return { token: await token(email) };
    };
    credentials['unverified member by the token of the team'] = await joinWithToken('joined@x.org', north);
    credentials['invited by two teams, in by the token of the other'] = await joinWithToken('invited-twice@x.org', south);
    await server.addUser('stranger@x.org', {}, { verified: false });
    credentials['stranger with open registration'] = { token: await token('stranger@x.org') };
    await server.addUser('outside@x.org', {}, { platformAdmin: true });
    credentials['platform administrator outside the team'] = { token: await token('outside@x.org') };
    await server.addUser('inside@x.org', { [north]: 70 }, { platformAdmin: true });
    credentials['platform administrator in the team'] = { token: await token('inside@x.org') };
    const both = await server.addUser('both@x.org', { [north]: 71, [south]: 71 });
    credentials["token of another team's host"] = { token: await token('both@x.org', 'south.app.localhost:8080') };

    const { cookie } = await server.signIn('permitted@x.org');
    credentials['cookie from our page'] = { cookie, origin: 'http://north.app.localhost:8080' };
    credentials['cookie from another site'] = { cookie, origin: 'http://evil.example' };

    const closed = await server.addTeam('closed');
    const CLOSED = 'closed.app.localhost:8080';
    const waiting = await server.addUser('closed@x.org', { [closed]: 71 }, { platformAdmin: true });
    credentials['member of a suspended team'] = { token: await token('closed@x.org', CLOSED), host: CLOSED };

    const leaver = await server.addUser('leaver@x.org', {});
    const upload = async (session: string, userId: number, uploadToken: string, teamId = north) => {
      await server.db.write((tx) => addUploadWithToken(tx, { session, userId, teamId, token: uploadToken }));
      return { token: uploadToken };
    };
    credentials['upload token'] = await upload('one', permitted, 'up_one');
    credentials['upload token of who left the team'] = await upload('two', leaver, 'up_two');
    credentials['upload token in a suspended team'] = { ...(await upload('four', waiting, 'up_four', closed)), host: CLOSED };
    const workerKey = async (secret: string, teamId: number, revokedAt: number | null = null) => {
      const row = { uuid: secret, name: secret, secret_hash: tokenToHash(secret), engines: '[]', team_id: teamId, created_by: permitted };
      await server.db.write((tx) =>
        tx
          .insertInto('ai_worker_key')
          .values({ ...row, created_at: 1, revoked_at: revokedAt })
          .execute(),
      );
      return { token: secret };
    };
    credentials['worker key'] = await workerKey('wk_one', north);
    credentials['revoked worker key'] = await workerKey('wk_two', north, 1);
    credentials['worker key of another team'] = await workerKey('wk_three', south);
    credentials['worker key in a suspended team'] = { ...(await workerKey('wk_four', closed)), host: CLOSED };
    const key = async (name: string, { teamId = north, by = permitted, permissions = KEY_PERMISSIONS, ...more }: Partial<KeyRow> = {}) => {
      await addApiUser(server, { name, teamId, by, permissions, ...more });
      return { token: `lsk_${name}` };
    };
    credentials['key of an API user with the permission'] = await key('one');
    credentials['key of an API user without any permission of its own'] = await key('two', { permissions: [] });
    const loser = await server.addUser('loser@x.org', { [north]: 70 });
    credentials['key whose person has lost the permission'] = await key('three', { by: loser });
    credentials['key whose person left the team'] = await key('four', { by: leaver });
    credentials['key of another team'] = await key('five', { teamId: south, by: both });
    credentials['key in a suspended team'] = { ...(await key('six', { teamId: closed, by: waiting })), host: CLOSED };
    credentials['expired key'] = await key('seven', { expiresAt: server.context.now() });
    credentials['revoked key'] = await key('eight', { revokedAt: 1 });
    credentials['key after its overlap'] = await key('nine', { endsAt: server.context.now() });
    credentials['key from another address'] = await key('ten', { addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    const machine = async (name: string, more: Partial<KeyRow> = {}) => {
      const userId = await addApiUser(server, { name, teamId: north, by: permitted, permissions: KEY_PERMISSIONS, ...more });
      return upload(name, userId, `up_${name}`);
    };
    credentials['upload token of an API user'] = await machine('eleven', { addresses: ['10.1.0.0/16'] });
    credentials['upload token of an API user from another address'] = await machine('twelve', { addresses: ['10.2.0.0/16'] });
    credentials['upload token of an expired API user'] = await machine('thirteen', { expiresAt: 1 });
    await server.db.write((tx) => tx.updateTable('team').set({ suspended_at: 1 }).where('id', '=', closed).execute());
    credentials['revoked upload token'] = { token: 'up_revoked' };

    const revoked = (await server.signIn('permitted@x.org')).token;
    const signIn = await server.db.read
      .selectFrom('bearer')
      .select('sign_in_id')
      .where('token_hash', '=', tokenToHash(revoked))
      .executeTakeFirstOrThrow();
    await server.db.write((tx) => tx.updateTable('sign_in').set({ revoked_at: 1 }).where('id', '=', signIn.sign_in_id).execute());
    credentials['revoked token'] = { token: revoked };
    const disabled = await server.addUser('disabled@x.org', { [north]: 71 });
    credentials['disabled user'] = { token: await token('disabled@x.org') };
    credentials['upload token of a disabled user'] = await upload('three', disabled, 'up_three');
    await server.disable(disabled);
  }

  const rowOf = (access: Access): Row => EXPECTED[typeof access === 'object' ? 'permission' : access];
  const expectedOf = (call: Call, caller: CallerName): Outcome => {
    const { access, recentPassword, ownHand } = call;
    const row = rowOf(access);
    const isActing = caller === 'platform administrator who acts as a member with the permission';
    if (isActing && (recentPassword === true || ownHand === true)) return 'acting';
    if (caller === 'member whose password was given long ago' && recentPassword === true) return 'password_needed';
    if (!isKeyName(caller) || row === EXPECTED.open || row === EXPECTED.ticket || row === EXPECTED.cookie || row === EXPECTED['worker-key'])
      return row[caller];
    if (!takesKeys(call)) return KEYS_OF_MEMBERS[caller] === 'reached' ? 'not_for_keys' : KEYS_OF_MEMBERS[caller];
    return row[caller];
  };

  const cases = (Object.entries(CALLS) as [CallName, Call][]).flatMap(([name, call]) =>
    CALLERS.map((caller) => [name, caller, expectedOf(call, caller)] as const),
  );
  test.each(cases)('%s by %s: %s [BACK-02]', async (name, caller, expected) => {
    const call: Call = CALLS[name];
    const { path = call.path, body: given } = INPUT[name];
    // Too many failures of one account are tested elsewhere: each caller guesses at another.
    const body = name === 'login' ? { email: `${CALLERS.indexOf(caller)}@example.org`, password: 'x' } : given;
    // Each caller from an address of its own: what is limited in number is tested elsewhere.
    const answer = await server.ask(`${call.method} /${call.base}/${path}`, {
      host: 'north.app.localhost:8080',
      ip: `10.1.0.${CALLERS.indexOf(caller)}`,
      ...credentials[caller],
      ...(body === undefined ? {} : { body }),
    });
    // The sign-in itself is real, so that the callers can have tokens: nobody has this password.
    const reached: ErrorCode = name === 'login' ? 'wrong_credentials' : 'not_built';
    expect(answer.body?.code).toBe(expected === 'reached' ? reached : expected);
    expect(answer.status).toBe(ERRORS[expected === 'reached' ? reached : expected].status);
  });

  test('requires a recent password for anything that grants a role or platform administration, or makes a key', () => {
    const asking = cases.filter(([, , expected]) => expected === 'password_needed').map(([name]) => name);
    expect(asking.toSorted()).toEqual([
      'actAs',
      'changeApiUser',
      'changeMember',
      'createApiUser',
      'createRole',
      'createWorkerKey',
      'endPlatformAdministrator',
      'grantPermission',
      'makePlatformAdministrator',
      'removeRole',
      'rotateApiKey',
      'saveRole',
    ]);
  });

  test('leaves it to the call to require a recent password depending on the granted role', () => {
    const asking = (Object.entries(CALLS) as [CallName, Call][]).filter(([, call]) => call.recentPassword === 'by-role');
    expect(asking.map(([name]) => name).toSorted()).toEqual(['invite', 'resendAnyInvitation', 'resendInvitation']);
  });

  test('has a row for every call [QA-09]', () => {
    expect(Object.keys(INPUT).toSorted()).toEqual(Object.keys(CALLS).toSorted());
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(CALLS)));
  });

  test('tells a non-member nothing about a team: a missing one gets the same answer', async () => {
    const { token = '' } = credentials['member of another team'];
    const answers = await Promise.all(
      ['north', 'nowhere'].flatMap((slug) => [
        server.ask('GET /api/structures/categories', { token, team: slug }),
        server.ask('GET /api/structures/categories', { token, host: `${slug}.app.localhost:8080` }),
      ]),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  });

  test('an upload token belongs to the team of its upload [BACK-01]', async () => {
    const { token = '' } = credentials['upload token'];
    const status = async (host: string, team?: string) =>
      (await server.ask(`GET /services/c-upload/status/${UUID}`, { token, host, ...(team === undefined ? {} : { team }) })).status;
    expect(await status('upload.app.localhost:8080')).toBe(501);
    expect(await status('upload.app.localhost:8080', 'north')).toBe(501);
    expect(await status('upload.app.localhost:8080', 'south')).toBe(403);
    expect(await status('south.app.localhost:8080')).toBe(403);
  });

  test('a Team header may repeat the team of the host, but not change it', async () => {
    const { token = '' } = credentials['member with the permission'];
    const status = async (host: string, team?: string) =>
      (await server.ask('GET /api/structures/categories', { token, host, ...(team === undefined ? {} : { team }) })).status;
    expect(await status('north.app.localhost:8080')).toBe(501);
    expect(await status('north.app.localhost:8080', 'north')).toBe(501);
    expect(await status('north.app.localhost:8080', 'south')).toBe(403);
    expect(await status('app.localhost:8080', 'north')).toBe(501);
    expect(await status('app.localhost:8080')).toBe(403);
  });
});
