import { z } from './zod.ts';
import { ADMINISTRATION_CALLS } from './administration-calls.ts';
import { CATALOGUE_CALLS } from './catalogue-calls.ts';
import { INFER_CALLS } from './infer-calls.ts';
import { DEIDENTIFICATION_CALLS } from './deidentification-calls.ts';
import { ACCOUNT_CALLS, NewPassword, Password } from './account-calls.ts';
import { BATCH_CALLS } from './batch.ts';
import { ChunkAnswer } from './chunk.ts';
import {
  Category,
  DateText,
  LeftOff,
  Receipt,
  Sha256,
  StudyList,
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
import { LABEL_CALLS } from './label-calls.ts';
import { LIMITS } from './limits.ts';
import { LOG_CALLS } from './log-calls.ts';
import type { RecordKind } from './logs.ts';
import { Notification, NotificationPage, Seen } from './notifications.ts';
import type { Permission } from './permissions.ts';
import { PROJECT_CALLS } from './project-calls.ts';
import { RECOGNITION_CALLS } from './recognition-calls.ts';
import { ROLE_CALLS } from './role-calls.ts';
import { Series, SeriesFile, StudyDetail } from './study-detail.ts';
import { InvitationToken } from './members.ts';
import { SITE_CALLS } from './site-calls.ts';
import { Email, nameUpTo, RowId, textUpTo } from './text.ts';
import { TEAM_CALLS } from './team-calls.ts';

/**
 * Who may make a call. The server checks it before the handler runs:
 * - `open`: anybody;
 * - `cookie`: the sign-in cookie alone, Origin checked;
 * - `signed-in`: a bearer token;
 * - `member`: bearer token and membership of the team in `Team`;
 * - a permission (or another): member who holds it;
 * - `upload-token`: the token of CALL-040 (or the owner's bearer), membership and r:upload-v2 checked again at each call;
 * - `ticket`: what stands in the path, made a minute ago for one person, one team and one thing; all three are checked again by the call.
 */
export type Access = 'open' | 'cookie' | 'signed-in' | 'member' | 'upload-token' | 'ticket' | { permission: Permission; or?: Permission };

/** `services` is the second API base of the specification, nothing else. */
export type Base = 'api' | 'services';

export interface Call {
  id: string;
  base: Base;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below its base, parameters as `:name`. A last slash is optional on the wire (ODD-06). */
  path: string;
  /** Of two calls with one method and path: what `version` in the query says for this one. The other is for whoever says nothing of it. */
  version?: string;
  access: Access;
  /** It gives rights: the password has to have been given within the last minutes (`password_needed`), as a sign-in or by `unlock`. */
  recentPassword?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Of a JSON answer; a call that answers bytes has none. */
  answer?: z.ZodType;
  /** `bytes`: a file and not JSON, with `Range` and `ETag` where its content is known by hash. A refusal is JSON as ever. */
  answerKind?: 'json' | 'bytes';
  /** `chunk`: the body is a packed chunk or a multipart chunk, not JSON; `form`: a form with pictures. Where it may be either, its type says which. */
  bodyKind?: 'json' | 'chunk' | 'json-or-chunk' | 'json-or-form';
  /** What its record in the audit trail is called, where the method does not say it: a GET reads, the others write. */
  records?: RecordKind;
  /** Comes by the thousand: of one caller, subject and result it is recorded once a minute (docs/decisions/310). */
  repeats?: true;
  summary: string;
}

const PermissionList = z.object({
  permission_version: z.number().int(),
  user_permission: z.array(z.string()),
  /** The given spelling (ODD-01). */
  user_permision: z.array(z.string()),
});

/** What a browser may be given as a file: all originals of a study or a series in a zip, one volume, or the receipt of a study. */
const DownloadRequest = z.union([
  z.object({ kind: z.literal('originals'), study: Uuid }),
  z.object({ kind: z.literal('originals'), series: Uuid }),
  z.object({ kind: z.literal('volume'), volume: z.number().int().min(1) }),
  z.object({ kind: z.literal('receipt'), study: Uuid }),
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
    summary: 'Whether this server still waits for its first account, and its public settings',
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
    summary: 'First account and first team, with the one-time code that the start prints',
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
    summary: 'Sign in: answers a bearer token and sets the cookie of the base domain',
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
      /** Of the link of an invitation to this address. */
      invitation: InvitationToken.optional(),
    }),
    answer: z.object({ token: z.string(), expires_at: DateText }),
    records: 'sign-in',
    summary: 'New account, where the setting LIGHTSHIP_REGISTRATION or the link of an invitation opens it',
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
  ...ADMINISTRATION_CALLS,
  ...LOG_CALLS,
  ...ROLE_CALLS,
  permissions: {
    id: 'CALL-013',
    base: 'api',
    method: 'GET',
    path: 'permissions/get-permission',
    access: 'signed-in',
    answer: PermissionList,
    summary: 'Permissions in the team of the request, with their version',
  },
  notifications: {
    id: 'CALL-014',
    base: 'api',
    method: 'GET',
    path: 'notification',
    access: 'member',
    query: z.object({
      /** 'Load more' asks for ten more than before, also once there are no more (ODD-03). */
      per_page: z.coerce.number().int().min(1).max(1_000).default(10),
      permission_version: z.coerce.number().int().optional(),
    }),
    answer: NotificationPage,
    repeats: true,
    summary: 'The newest notifications of the caller in the team, how many there are, and the permissions of now (CALL-018 is this call)',
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
    summary: 'The notifications of the caller in the team after an id, newest first',
  },
  seeAllNotifications: {
    id: 'CALL-017',
    base: 'api',
    method: 'PUT',
    path: 'notification/update-all',
    access: 'member',
    /** With `last_id` those up to it alone: sent late or once more, it says nothing of what nobody has been shown. */
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
    /** `isPush`: the notification was pressed where the system shows it. */
    body: z.object({ is_seen: Seen, isPush: z.boolean().optional() }),
    answer: Notification,
    summary: 'Mark a notification of the caller as seen or not seen (CALL-019 is this call)',
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
    summary: 'What changed in the team since a number',
  },
  categories: {
    id: 'CALL-035',
    base: 'api',
    method: 'GET',
    path: 'structures/categories',
    access: 'member',
    answer: z.object({ data: z.array(Category) }),
    summary: 'Body parts',
  },
  ...LABEL_CALLS,
  ...PROJECT_CALLS,
  ...CATALOGUE_CALLS,
  ...INFER_CALLS,
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
    summary: 'Open an upload under the id that the client made; the same id again gives the same upload and a fresh token',
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
    summary: 'One chunk of an upload',
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
    /** In the body, where no proxy writes it down: a UID leads to its patient. */
    body: z.object({ studyInstanceUid: textUpTo(64) }),
    answer: z.object({
      /** SHA-256 of all files that the team has of this study, however often it came, and of what they were made of; each once. */
      files: z.array(Sha256),
      /** Others of the caller's own that have it too. */
      teams: z.array(z.object({ slug: TeamSlug, title: z.string() })),
    }),
    summary: 'What the team has of this study, by content, and in which other teams of the caller it is',
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
    summary: 'Register studies of an upload with their series, as older clients do it (CALL-051: one at a time)',
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
      /** A study of the team that these series become part of. Absent: they are a study of their own. */
      joins: Uuid.optional(),
    }),
    answer: z.object({
      study: z.object({ id: z.number().int(), uuid: Uuid, pipelineCode: z.string().nullable() }),
      /** Where it is not said, everything that was chosen was taken. */
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
    summary: 'What the client saw of a conversion: recorded, never believed',
  },
  uploadFinished: {
    id: 'CALL-053',
    base: 'api',
    method: 'POST',
    path: 'upload-finished',
    access: { permission: 'r:upload-v2' },
    body: z.object({ studies: z.array(z.object({ studyUuid: Uuid })).max(500) }),
    answer: z.null(),
    summary: 'The client has seen the end of these studies; closes what is whole',
  },
  uploads: {
    id: 'CALL-054',
    base: 'api',
    method: 'GET',
    path: 'uploads',
    access: { permission: 'r:upload-history' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Words of a name, or the beginning of a session. Patients' names are found by who may see studies. */
      search: textUpTo(200).optional(),
      /** Only those of the caller. */
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
    summary: 'Convert one series; a series already converting or ended answers the same and repeats its event',
  },
  studies: {
    id: 'CALL-077',
    base: 'api',
    method: 'GET',
    path: 'studies-v2',
    access: { permission: 'r:studies' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      bupload_id: z.coerce.number().int().optional(),
      search: textUpTo(200).optional(),
      /** Id of a label (LIST-017). */
      filter_id: z.coerce.number().int().optional(),
      /** Id of a project; for who may see projects. */
      project: z.coerce.number().int().optional(),
    }),
    answer: StudyList,
    summary: 'Studies of the team, a page at a time',
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
  studySeries: {
    id: 'CALL-079',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/series/:id',
    access: { permission: 'r:studies' },
    /** Of the study: id or UUID. */
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
    summary: 'The proved files of a series, in the order of its slices',
  },
  seriesThumbnail: {
    id: 'series-thumbnail',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/series/:uuid/thumbnail',
    access: { permission: 'r:studies' },
    params: z.object({ uuid: Uuid }),
    answerKind: 'bytes',
    summary: 'The middle slice of a series, at most 160 px: a PNG. Not found where there is none; its reading says why',
  },
  originalFile: {
    id: 'original-file',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/files/:id',
    access: { permission: 'r:studies' },
    params: z.object({ id: RowId }),
    answerKind: 'bytes',
    summary: 'The bytes of one original, as they were proved',
  },
  volumeFile: {
    id: 'volume-file',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/volumes/:id',
    access: { permission: 'r:studies' },
    params: z.object({ id: RowId }),
    answerKind: 'bytes',
    summary: 'A volume of a series: an uncompressed NIfTI',
  },
  prepareDownload: {
    id: 'prepare-download',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/downloads',
    access: { permission: 'r:studies' },
    body: DownloadRequest,
    answer: z.object({ url: z.string() }),
    summary: 'An address that gives one file to a browser, once, within a minute. On the host that was asked',
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
    summary: 'The file of a download that was prepared',
  },
  uploadStatus: {
    id: 'PCALL-07',
    base: 'services',
    method: 'GET',
    path: 'c-upload/status/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    /** `only=series`: chunks and files, thousands of them, are left out. For who only follows the conversions. */
    query: z.object({ only: z.literal('series').optional() }),
    answer: UploadStatus,
    repeats: true,
    summary: 'What the server holds of an upload',
  },
  dropUpload: {
    id: 'PCALL-08',
    base: 'services',
    method: 'DELETE',
    path: 'c-upload/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    answer: z.null(),
    summary: 'Clear an upload that is not finished',
  },
  receipt: {
    id: 'receipt',
    base: 'services',
    method: 'GET',
    path: 'c-upload/receipt/:session',
    access: 'upload-token',
    params: z.object({ session: Uuid }),
    answer: Receipt,
    summary: 'SHA-256 of every file as found on the server, one root per study',
  },
} as const satisfies Record<string, Call>;

export type Calls = typeof CALLS;
export type CallName = keyof Calls;
export type AnswerOf<C extends Call> = C extends { answer: infer A extends z.ZodType } ? z.infer<A> : never;
/** A call whose answer is JSON. */
export type JsonCall = Call & { answer: z.ZodType };
/** A call whose answer is a file. */
export type BytesCall = Call & { answerKind: 'bytes' };
export type BodyOf<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type QueryOf<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type ParamsOf<C extends Call> = C extends { params: infer P extends z.ZodType } ? z.input<P> : undefined;
