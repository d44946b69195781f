import { z } from './zod.ts';
import { ACTING_CALLS } from './calls/acting-calls.ts';
import { ADMINISTRATION_CALLS } from './calls/administration-calls.ts';
import { API_USER_CALLS } from './calls/api-user-calls.ts';
import { ASIDE_CALLS } from './calls/aside-calls.ts';
import { CATALOGUE_CALLS } from './calls/catalogue-calls.ts';
import { COMMENT_CALLS } from './calls/comment-calls.ts';
import { AI_CALLS } from './calls/ai-calls.ts';
import { PIPELINE_CALLS } from './calls/pipeline-calls.ts';
import { AI_WORKER_CALLS } from './calls/ai-worker-calls.ts';
import { CLICK_SESSION_CALLS } from './calls/click-session-calls.ts';
import { XR_SESSION_CALLS } from './calls/xr-session-calls.ts';
import { INFER_CALLS } from './calls/infer-calls.ts';
import { DEIDENTIFICATION_CALLS } from './calls/deidentification-calls.ts';
import { ACCOUNT_CALLS, NewPassword, Password } from './calls/account-calls.ts';
import { BATCH_CALLS } from './batch.ts';
import { ChunkAnswer } from './chunk.ts';
import {
  DateText,
  LeftOff,
  Receipt,
  Sha256,
  StudyRegistration,
  OlderSeriesRegistration,
  OlderStudyRegistration,
  Team,
  TeamSlug,
  UploadList,
  UploadProgress,
  UploadStatus,
  User,
  Uuid,
} from './entities.ts';
import { INSTALLATION_CALLS } from './calls/installation-calls.ts';
import { LABEL_CALLS } from './calls/label-calls.ts';
import { LAYOUT_CALLS } from './calls/layout-calls.ts';
import { LIMITS } from './limits.ts';
import { LOG_CALLS } from './calls/log-calls.ts';
import type { RecordKind } from './logs.ts';
import { MASK_CALLS } from './calls/mask-calls.ts';
import { FORM_CALLS } from './calls/form-calls.ts';
import { CAMPAIGN_CALLS } from './calls/campaign-calls.ts';
import { LESION_CALLS } from './calls/lesion-calls.ts';
import { MEASUREMENT_CALLS } from './calls/measurement-calls.ts';
import { Notification, NotificationPage, Seen } from './notifications.ts';
import { KEY_PERMISSIONS, type Permission } from './permissions.ts';
import { DELETED_STUDY_CALLS } from './calls/deleted-study-calls.ts';
import { QUALITY_CALLS } from './calls/quality-calls.ts';
import { PATIENT_CALLS } from './calls/patient-calls.ts';
import { DATASET_CALLS } from './calls/dataset-calls.ts';
import { DATASET_VERSION_CALLS } from './calls/dataset-version-calls.ts';
import { PROJECT_CALLS } from './calls/project-calls.ts';
import { RECOGNITION_CALLS } from './calls/recognition-calls.ts';
import { REGISTRATION_CALLS } from './calls/registration-calls.ts';
import { ROLE_CALLS } from './calls/role-calls.ts';
import { Series, SeriesFile, StudyDetail } from './study-detail.ts';
import { InvitationToken } from './members.ts';
import { SEGMENTATION_CALLS } from './calls/segmentation-calls.ts';
import { SITE_CALLS } from './calls/site-calls.ts';
import { Email, nameUpTo, RowId, textUpTo } from './text.ts';
import { FILE_AREA_CALLS } from './calls/file-area-calls.ts';
import { FOLDER_CALLS } from './calls/folder-calls.ts';
import { FilteredStudies, StudyFilters } from './study-filters.ts';
import { STRUCTURE_CALLS } from './calls/structure-calls.ts';
import { TASK_CALLS } from './calls/task-calls.ts';
import { TEAM_CALLS } from './calls/team-calls.ts';
import { TRANSFER_FUNCTION_CALLS } from './calls/transfer-function-calls.ts';

/**
 * Who may make a call. The server checks it before the handler runs:
 * - `open`: anyone;
 * - `cookie`: only the sign-in cookie, with a check of the Origin header;
 * - `signed-in`: a bearer token;
 * - `member`: bearer token and membership of the team in `Team`;
 * - a permission (or another one): a member who has it;
 * - `upload-token`: the token of CALL-040 (or the owner's bearer), with membership and r:upload-v2 checked at each call;
 * - `worker-key`: the key of an AI worker, which serves some teams; rights of people do not come with it;
 * - `ticket`: a token in the path, valid for a minute for one person, one team and one file; the call checks all three again.
 *
 * The key of an API user is as good as a bearer for `member`, a permission and `upload-token`, except where the password is asked for.
 */
export type Access =
  | 'open'
  | 'cookie'
  | 'signed-in'
  | 'member'
  | 'upload-token'
  | 'ticket'
  | 'worker-key'
  | { permission: Permission; or?: Permission };

/** Whether an API user with the right permissions may make a call with its key. */
export function takesKeys({ access, recentPassword }: Pick<Call, 'access' | 'recentPassword'>): boolean {
  if (recentPassword !== undefined) return false;
  if (typeof access !== 'object') return access === 'member' || access === 'upload-token';
  return KEY_PERMISSIONS.some((permission) => permission === access.permission || permission === access.or);
}

/** `services` is only the second API base of the specification. */
export type Base = 'api' | 'services';

export interface Call {
  id: string;
  base: Base;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below its base, with parameters as `:name`. A trailing slash is optional on the wire (ODD-06). */
  path: string;
  /** If two calls share a method and path, the value of `version` in the query that selects this one. The other is used without `version`. */
  version?: string;
  access: Access;
  /**
   * The call grants rights, so the password must have been entered within the last minutes (`password_needed`), by signing in or by `unlock`.
   * `by-role`: only if the granted role has rights over other people, which the call itself checks.
   */
  recentPassword?: true | 'by-role';
  /** Concerns the account itself, so nobody makes it while acting as another person (`acting`). */
  ownHand?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of a JSON answer; absent if the call returns bytes. */
  answer?: z.ZodType;
  /** `bytes`: a file instead of JSON, with `Range` and `ETag` if the hash of its content is known. Refusals are still JSON. */
  answerKind?: 'json' | 'bytes';
  /** `chunk`: a packed or multipart chunk instead of JSON. `form`: a form with images. If both are possible, the content type decides. */
  bodyKind?: 'json' | 'chunk' | 'json-or-chunk' | 'json-or-form';
  /** The kind of its audit record, if the method does not tell: a GET reads, other methods write. */
  records?: RecordKind;
  /** Called very often: recorded once a minute for each caller, subject and result (docs/decisions/310). */
  repeats?: true;
  summary: string;
}

const PermissionList = z.object({
  permission_version: z.number().int(),
  user_permission: z.array(z.string()),
  /** The given spelling (ODD-01). */
  user_permision: z.array(z.string()),
});

/**
 * What a browser can download: all original files of a study or a series in a zip, one volume, the receipt of a study, or a frozen version of a dataset:
 * its images and label maps in a zip, or the list of its cases. Both require r:datasets and r:studies:detail.
 */
const DownloadRequest = z.union([
  z.object({ kind: z.literal('originals'), study: Uuid }),
  z.object({ kind: z.literal('originals'), series: Uuid }),
  z.object({ kind: z.literal('volume'), volume: z.number().int().min(1) }),
  z.object({ kind: z.literal('receipt'), study: Uuid }),
  z.object({ kind: z.literal('dataset'), version: Uuid }),
  z.object({ kind: z.literal('dataset-list'), version: Uuid }),
]);

export const CALLS = {
  setupState: {
    id: 'setup-state',
    base: 'api',
    method: 'GET',
    path: 'setup',
    access: 'open',
    answer: z.object({
      needed: z.boolean(),
      registration: z.enum(['invitation', 'open']),
      demo: z.boolean(),
      base_domain: z.string(),
      upload_url: z.string(),
    }),
    repeats: true,
    summary: 'Whether the first account still has to be created, and the public settings of the server',
  },
  setup: {
    id: 'setup',
    base: 'api',
    method: 'POST',
    path: 'setup',
    access: 'open',
    body: z.object({
      code: z.string().max(64),
      name: nameUpTo(200),
      email: Email,
      password: NewPassword,
      team: z.object({ title: nameUpTo(200), slug: TeamSlug }),
    }),
    answer: z.object({ token: z.string(), expires_at: DateText, team: TeamSlug }),
    records: 'sign-in',
    summary: 'Create the first account and team, with the one-time code that the server prints when it starts',
  },
  login: {
    id: 'CALL-001',
    base: 'api',
    method: 'POST',
    path: 'login',
    access: 'open',
    body: z.object({ email: textUpTo(254), password: Password }),
    answer: z.object({ token: z.string(), expires_at: DateText }),
    records: 'sign-in',
    summary: 'Sign in. Returns a bearer token and sets the cookie of the base domain',
  },
  logout: {
    id: 'CALL-002',
    base: 'api',
    method: 'POST',
    path: 'logout',
    access: 'signed-in',
    answer: z.null(),
    records: 'sign-in',
    summary: 'End this sign-in on every host',
  },
  user: { id: 'CALL-003', base: 'api', method: 'GET', path: 'user', access: 'signed-in', answer: User, summary: 'The signed-in user' },
  signedAuth: {
    id: 'CALL-004',
    base: 'api',
    method: 'POST',
    path: 'annotator/auth/signed',
    access: 'cookie',
    query: z.object({ permission_version: z.coerce.number().int().optional() }),
    answer: z.object({
      token: z.string(),
      id: z.number().int(),
      user_permission: z.array(z.string()),
      permission_version: z.number().int(),
    }),
    records: 'sign-in',
    summary: 'Exchange the cookie for the bearer token of this host',
  },
  register: {
    id: 'PCALL-02',
    base: 'api',
    method: 'POST',
    path: 'register',
    access: 'open',
    body: z.object({
      name: nameUpTo(200),
      email: Email,
      password: NewPassword,
      password_confirmation: z.string(),
      /** Token of an invitation link to this address. */
      invitation: InvitationToken.optional(),
    }),
    answer: z.object({ token: z.string(), expires_at: DateText }),
    records: 'sign-in',
    summary: 'Create an account. Requires open registration (LIGHTSHIP_REGISTRATION) or an invitation link',
  },
  ...ACCOUNT_CALLS,
  ...SITE_CALLS,
  team: {
    id: 'CALL-007',
    base: 'api',
    method: 'GET',
    path: 'teams/:slug',
    access: 'signed-in',
    params: z.object({ slug: textUpTo(63) }),
    answer: Team,
    summary: 'The team of this subdomain, for its members',
  },
  teamBySlug: {
    id: 'CALL-008',
    base: 'api',
    method: 'GET',
    path: 'teams/get-item',
    access: 'signed-in',
    query: z.object({ slug: textUpTo(63) }),
    answer: Team,
    summary: 'A team by its slug, for its members',
  },
  preferTeam: {
    id: 'CALL-009',
    base: 'api',
    method: 'POST',
    path: 'teams/preferred',
    access: 'signed-in',
    body: z.object({ slug: TeamSlug }),
    answer: z.object({ ok: z.literal(true) }),
    summary: 'Mark one team as preferred',
  },
  ...TEAM_CALLS,
  ...ACTING_CALLS,
  ...ADMINISTRATION_CALLS,
  ...INSTALLATION_CALLS,
  ...API_USER_CALLS,
  ...LOG_CALLS,
  ...ROLE_CALLS,
  permissions: {
    id: 'CALL-013',
    base: 'api',
    method: 'GET',
    path: 'permissions/get-permission',
    access: 'signed-in',
    answer: PermissionList,
    summary: 'Permissions of the caller in the team, with their version',
  },
  notifications: {
    id: 'CALL-014',
    base: 'api',
    method: 'GET',
    path: 'notification',
    access: 'member',
    query: z.object({
      /** 'Load more' asks for ten more than the last time, even if there are no more (ODD-03). */
      per_page: z.coerce.number().int().min(1).max(1_000).default(10),
      permission_version: z.coerce.number().int().optional(),
    }),
    answer: NotificationPage,
    repeats: true,
    summary: 'Newest notifications of the caller in the team, their number, and the current permissions (CALL-018 is the same call)',
  },
  newNotifications: {
    id: 'CALL-015',
    base: 'api',
    method: 'GET',
    path: 'notification-new',
    access: 'member',
    query: z.object({ last_id: z.coerce.number().int().min(0) }),
    answer: z.object({ data: z.array(Notification) }),
    repeats: true,
    summary: 'Notifications of the caller in the team after an ID, newest first',
  },
  seeAllNotifications: {
    id: 'CALL-017',
    base: 'api',
    method: 'PUT',
    path: 'notification/update-all',
    access: 'member',
    /** With `last_id`, only those up to it, so that a late or repeated call marks nothing that was not shown. */
    body: z.object({ is_seen: z.literal(1), last_id: z.number().int().min(0).optional() }),
    answer: z.null(),
    summary: 'Mark all notifications of the caller in the team as seen',
  },
  seeNotification: {
    id: 'CALL-016',
    base: 'api',
    method: 'PUT',
    path: 'notification/:id',
    access: 'member',
    params: z.object({ id: RowId }),
    /** `isPush`: the user clicked the notification where the system shows it. */
    body: z.object({ is_seen: Seen, isPush: z.boolean().optional() }),
    answer: Notification,
    summary: 'Mark a notification of the caller as seen or unseen (CALL-019 is the same call)',
  },
  changes: {
    id: 'changes',
    base: 'api',
    method: 'GET',
    path: 'changes',
    access: 'member',
    query: z.object({ since: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({
      seq: z.number().int(),
      changes: z.array(z.object({ seq: z.number().int(), kind: z.string(), ref: z.string() })),
      more: z.boolean(),
    }),
    repeats: true,
    summary: 'Changes in the team since a sequence number',
  },
  ...SEGMENTATION_CALLS,
  ...MASK_CALLS,
  ...ASIDE_CALLS,
  ...CAMPAIGN_CALLS,
  ...MEASUREMENT_CALLS,
  ...QUALITY_CALLS,
  ...LESION_CALLS,
  ...REGISTRATION_CALLS,
  ...COMMENT_CALLS,
  ...FORM_CALLS,
  ...LAYOUT_CALLS,
  ...STRUCTURE_CALLS,
  ...TRANSFER_FUNCTION_CALLS,
  ...FOLDER_CALLS,
  ...FILE_AREA_CALLS,
  ...LABEL_CALLS,
  ...PATIENT_CALLS,
  ...TASK_CALLS,
  ...DELETED_STUDY_CALLS,
  ...PROJECT_CALLS,
  ...DATASET_CALLS,
  ...DATASET_VERSION_CALLS,
  ...CATALOGUE_CALLS,
  ...INFER_CALLS,
  ...AI_CALLS,
  ...PIPELINE_CALLS,
  ...AI_WORKER_CALLS,
  ...CLICK_SESSION_CALLS,
  ...XR_SESSION_CALLS,
  ...RECOGNITION_CALLS,
  ...DEIDENTIFICATION_CALLS,
  prepareUpload: {
    id: 'CALL-040',
    base: 'api',
    method: 'POST',
    path: 'c-upload',
    access: { permission: 'r:upload-v2' },
    body: z.object({ action: z.literal('prepare'), id: Uuid, started: z.number().int().min(0) }),
    answer: z.object({ session: Uuid, upload_token: z.string() }),
    summary: 'Create an upload under an ID that the client generated. The same ID returns the same upload and a new token',
  },
  sendChunk: {
    id: 'CALL-043',
    base: 'services',
    method: 'POST',
    path: 'c-upload/file',
    access: 'upload-token',
    bodyKind: 'chunk',
    answer: ChunkAnswer,
    repeats: true,
    summary: 'Send one chunk of an upload',
  },
  ...BATCH_CALLS,
  checkStudy: {
    id: 'CALL-049',
    base: 'api',
    method: 'GET',
    path: 'studies/:studyInstanceUid/check',
    access: 'member',
    params: z.object({ studyInstanceUid: textUpTo(64) }),
    answer: z.union([z.object({ uuid: Uuid }), z.literal(false)]),
    summary: 'Whether the team has this study',
  },
  knownContents: {
    id: 'known-contents',
    base: 'api',
    method: 'POST',
    path: 'studies/contents',
    access: { permission: 'r:upload-v2' },
    /** In the body, because proxies log URLs, and a UID leads to its patient. */
    body: z.object({ studyInstanceUid: textUpTo(64) }),
    answer: z.object({
      /** SHA-256 of all files that the team has of this study, from any upload, and of the files that they were made from. Each is listed once. */
      files: z.array(Sha256),
      /** Other teams of the caller that have the study. */
      teams: z.array(z.object({ slug: TeamSlug, title: z.string() })),
    }),
    summary: 'Which files of this study the team has, by content, and which other teams of the caller have it',
  },
  registerStudies: {
    id: 'CALL-050',
    base: 'api',
    method: 'POST',
    path: 'upload/studies',
    access: { permission: 'r:upload-v2' },
    query: z.object({ version: z.never().optional() }),
    body: z.object({
      studies: z.array(OlderStudyRegistration).min(1).max(LIMITS.studiesPerUpload),
      series: z
        .array(OlderSeriesRegistration)
        .min(1)
        .max(LIMITS.studiesPerUpload * LIMITS.seriesPerRegistration),
      session_id: Uuid,
    }),
    answer: z.array(z.object({ studyInstanceUid: z.string(), uuid: Uuid })),
    summary: 'Register the studies of an upload with their series. For older clients; CALL-051 registers one study at a time',
  },
  registerStudy: {
    id: 'CALL-051',
    base: 'api',
    method: 'POST',
    path: 'upload/studies',
    version: '2',
    access: { permission: 'r:upload-v2' },
    query: z.object({ version: z.literal('2') }),
    body: z.object({
      study: StudyRegistration,
      studyInstanceUid: textUpTo(64),
      bodyPart: textUpTo(100),
      labels: z.array(z.number().int()),
      session_id: Uuid,
      anonymize: z.boolean(),
      /** An existing study of the team that these series join. Absent: they form a new study. */
      joins: Uuid.optional(),
    }),
    answer: z.object({
      study: z.object({ id: z.number().int(), uuid: Uuid, pipelineCode: z.string().nullable() }),
      /** Absent: every choice was applied. */
      left_off: z.array(LeftOff).optional(),
      series: z.array(z.object({ clientId: z.string(), id: z.number().int(), uuid: Uuid })),
    }),
    summary: 'Register a study of an upload with its selected series',
  },
  changeStatus: {
    id: 'CALL-052',
    base: 'api',
    method: 'POST',
    path: 'upload/change-status',
    access: { permission: 'r:upload-v2' },
    body: z.object({ uuid: Uuid, id: z.number().int(), state: z.enum(['error', 'converted']) }),
    answer: z.object({ uuid: Uuid, id: z.number().int(), state: z.string() }),
    summary: 'Report the conversion result that the client saw. It is recorded but not trusted',
  },
  uploadFinished: {
    id: 'CALL-053',
    base: 'api',
    method: 'POST',
    path: 'upload-finished',
    access: { permission: 'r:upload-v2' },
    body: z.object({ studies: z.array(z.object({ studyUuid: Uuid })).max(500) }),
    answer: z.null(),
    summary: 'Report that the client has seen these studies finish. Closes complete uploads',
  },
  uploads: {
    id: 'CALL-054',
    base: 'api',
    method: 'GET',
    path: 'uploads',
    access: { permission: 'r:upload-history' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Words of a name, or the beginning of a session. Names of patients are searched only for callers who may see studies. */
      search: textUpTo(200).optional(),
      /** Only uploads of the caller. */
      mine: z.literal('1').optional(),
      progress: UploadProgress.optional(),
    }),
    answer: UploadList,
    summary: 'Upload history of the team',
  },
  convertSeries: {
    id: 'CALL-055',
    base: 'services',
    method: 'POST',
    path: 'c-upload/convert/serie/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    body: z.object({
      studyClientId: z.string(),
      studyRemoteId: z.number().int(),
      studyRemoteUuid: Uuid,
      serieClientUploadId: z.string(),
      serieRemoteId: z.number().int(),
      serieRemoteUuid: Uuid,
      type: z.enum(['dcm', 'nii']),
      location: z.enum(['local', 'server']),
      files: z.array(z.string()).max(10),
      modalityCode: z.string(),
      anonymize: z.boolean(),
      idx: z.number().int().min(0),
    }),
    answer: z.object({ idx: z.number().int(), accepted: z.literal(true) }),
    summary: 'Convert a series. If it is already being converted or has finished, the answer is the same and the event is repeated',
  },
  studies: {
    id: 'CALL-077',
    base: 'api',
    method: 'GET',
    path: 'studies-v2',
    access: { permission: 'r:studies' },
    query: StudyFilters.extend({
      page: z.coerce.number().int().min(1).default(1),
      /** Asks for `without`, which is counted for each filter. */
      without: z.literal('1').optional(),
    }),
    answer: FilteredStudies,
    summary: 'Studies of the team, in pages',
  },
  study: {
    id: 'CALL-078',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/:id',
    access: { permission: 'r:studies' },
    params: z.object({ id: textUpTo(64) }),
    answer: z.object({ data: StudyDetail }),
    summary: 'One study with its series',
  },
  studyUuid: {
    id: 'CALL-039',
    base: 'api',
    method: 'POST',
    path: 'study/uuid',
    access: { permission: 'r:studies' },
    /** The text that answers carry as `p`, an id or a UUID (ODD-36). */
    body: z.object({ p: textUpTo(64) }),
    answer: z.object({ uuid: Uuid }),
    records: 'read',
    summary: 'The UUID of a study',
  },
  studySeries: {
    id: 'CALL-079',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/series/:id',
    access: { permission: 'r:studies' },
    /** ID or UUID of the study. */
    params: z.object({ id: textUpTo(64) }),
    answer: z.object({ data: z.array(Series) }),
    summary: 'The series of a study with their volumes',
  },
  seriesFiles: {
    id: 'series-files',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/series/:uuid/files',
    access: { permission: 'r:studies' },
    params: z.object({ uuid: Uuid }),
    answer: z.object({ data: z.array(SeriesFile) }),
    summary: 'The verified files of a series, in slice order',
  },
  seriesThumbnail: {
    id: 'series-thumbnail',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/series/:uuid/thumbnail',
    access: { permission: 'r:studies' },
    params: z.object({ uuid: Uuid }),
    answerKind: 'bytes',
    summary: 'Middle slice of a series as PNG, at most 160 px. 404 if there is none; the series reading has the reason',
  },
  originalFile: {
    id: 'original-file',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/files/:id',
    access: { permission: 'r:studies' },
    params: z.object({ id: RowId }),
    answerKind: 'bytes',
    summary: 'Verified bytes of one original file',
  },
  volumeFile: {
    id: 'volume-file',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/volumes/:id',
    access: { permission: 'r:studies' },
    params: z.object({ id: RowId }),
    answerKind: 'bytes',
    summary: 'A volume of a series, as uncompressed NIfTI',
  },
  volumeBricks: {
    id: 'volume-bricks',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/volumes/:id/bricks',
    access: { permission: 'r:studies' },
    params: z.object({ id: RowId }),
    answerKind: 'bytes',
    summary: 'A volume in bricks of 64 x 64 x 64 voxels at full, half and quarter resolution, with an index. 404 if it has none',
  },
  sortSeries: {
    id: 'CALL-080',
    base: 'api',
    method: 'PUT',
    path: 'studies-v2/change-sort-for-acquisition',
    access: { permission: 'r:studies:detail' },
    body: z.object({
      series: z
        .array(z.object({ id: z.number().int().min(1), sort: z.number().int().min(0) }))
        .min(1)
        .max(LIMITS.seriesPerRegistration),
      acquisitionCode: textUpTo(64),
    }),
    answer: z.object({ data: z.array(z.object({ id: z.number().int(), sort: z.number().int() })) }),
    summary: 'Order the series of an acquisition. Answers with all of them, numbered from 1',
  },
  prepareDownload: {
    id: 'prepare-download',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/downloads',
    access: { permission: 'r:studies' },
    body: DownloadRequest,
    answer: z.object({ url: z.string() }),
    summary: 'Create a download address for one file. It works once, within a minute, on the host of the request',
  },
  download: {
    id: 'download',
    base: 'api',
    method: 'GET',
    path: 'downloads/:ticket',
    access: 'ticket',
    params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/) }),
    answerKind: 'bytes',
    records: 'export',
    summary: 'Download a file at a prepared address',
  },
  uploadStatus: {
    id: 'PCALL-07',
    base: 'services',
    method: 'GET',
    path: 'c-upload/status/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    /** `only=series` omits the chunks and files, of which there can be thousands, for clients that only follow the conversions. */
    query: z.object({ only: z.literal('series').optional() }),
    answer: UploadStatus,
    repeats: true,
    summary: 'Which files of an upload the server has',
  },
  dropUpload: {
    id: 'PCALL-08',
    base: 'services',
    method: 'DELETE',
    path: 'c-upload/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    answer: z.null(),
    summary: 'Delete an unfinished upload',
  },
  receipt: {
    id: 'receipt',
    base: 'services',
    method: 'GET',
    path: 'c-upload/receipt/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    answer: Receipt,
    summary: 'SHA-256 of every file as stored on the server, with one root hash per study',
  },
} as const satisfies Record<string, Call>;

export type Calls = typeof CALLS;
export type CallName = keyof Calls;
export type AnswerOf<C extends Call> = C extends { answer: infer A extends z.ZodType } ? z.infer<A> : never;
/** A call with a JSON answer. */
export type JsonCall = Call & { answer: z.ZodType };
/** A call that returns a file. */
export type BytesCall = Call & { answerKind: 'bytes' };
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type ParamsOf<C extends Call> = C extends { params: infer P extends z.ZodType } ? z.input<P> : undefined;
