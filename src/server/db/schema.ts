import type { Generated } from 'kysely';
import type { JobFailure } from '#contract/ai/trainings.ts';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { StudyState } from '#contract/entities.ts';
import type { NoVolume } from '#contract/grids.ts';
import type { VersionFailure, VersionState } from '#contract/dataset-versions.ts';
import type { InferModel, InferState } from '#contract/infers.ts';
import type { FindingCode, FindingMark, FindingSeverity } from '#contract/quality.ts';
import type { RecordKind } from '#contract/logs.ts';
import type { AsideReason, MaskOperationKind } from '#contract/mask-operations.ts';
import type { FormAnswer } from '#contract/forms.ts';
import type { CampaignState, ReadState, SkipReason } from '#contract/campaigns.ts';
import type { LesionKind, LesionState, Response } from '#contract/lesions.ts';
import type { MeasurementKind } from '#contract/measurements.ts';
import type { RegistrationFailure } from '#contract/registrations.ts';
import type { NotificationType } from '#contract/notifications.ts';
import type { PromptType } from '#contract/recognition.ts';
import type { ProjectState } from '#contract/projects.ts';
import type { SegmentationRoleId } from '#contract/segmentations.ts';
import type { TaskAct, TaskDecision, TaskKind, TaskState } from '#contract/tasks.ts';
import type { TransferUnit } from '#contract/transfer-functions.ts';
import type { AiTables } from './ai-tables.ts';
import type { FileAreaTables } from './file-area-tables.ts';
import type { FlowTables } from './flow-tables.ts';

/**
 * The tables, once for SQLite and PostgreSQL: a portable subset. Booleans are 0 and 1, times are integer milliseconds since 1970 (UTC),
 * JSON is text. Differences between the engines are only in dialect.ts.
 */
type Bit = 0 | 1;
type Ms = number;

export interface UserTable {
  id: Generated<number>;
  /** Lower case. */
  email: string;
  name: string;
  color: string;
  /** argon2id in PHC string form. */
  password_hash: string;
  email_verified_at: Ms | null;
  /** Has role 6 of OQ-01 in every team that they belong to, in addition to their role there. */
  platform_admin: Bit;
  preferred_team_id: number | null;
  /** Increases with every change of the user's roles or memberships (BACK-08). */
  permission_version: number;
  disabled_at: Ms | null;
  created_at: Ms;
}

/** One sign-in of one browser; its cookie and all its bearers end together. */
export interface SignInTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the random cookie value, hexadecimal. */
  cookie_hash: string;
  /** "Firefox on Windows"; empty if unknown. */
  device: Generated<string>;
  created_at: Ms;
  /** When a page of it was last opened, to within some minutes; null before the first. */
  last_used_at: Generated<Ms | null>;
  /** Expires at this time in any case. */
  expires_at: Ms;
  /** Expires at this time if it is not used before. Null for older rows until their next use. */
  idle_until: Generated<Ms | null>;
  /** When its password was last entered; null for older rows. */
  password_at: Generated<Ms | null>;
  revoked_at: Ms | null;
}

/** A technical account of a team. Its name is that of its row in `user`, which nobody can sign in to. */
export interface ApiUserTable {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  /** A sign-in that no browser has; it ends with the API user, and with it what its keys began. */
  sign_in_id: number;
  team_id: number;
  /** JSON: Permission[]. */
  permissions: string;
  /** JSON: IP addresses and networks; empty: any. */
  addresses: string;
  expires_at: Ms;
  created_by: number | null;
  /** Whose rights bound those of the keys: who created it, changed it or made its key last. */
  vouched_by: number | null;
  created_at: Ms;
  revoked_at: Ms | null;
}

export interface ApiKeyTable {
  id: Generated<number>;
  api_user_id: number;
  /** Of the call that made it. */
  uuid: string;
  /** SHA-256 of the random key, hexadecimal. */
  secret_hash: string;
  created_at: Ms;
  /** Null: with its API user. */
  ends_at: Ms | null;
  /** To within a minute. */
  last_used_at: Ms | null;
  last_used_from: string | null;
}

/** A browser in which the account has signed in before. Password guessing by others does not delay it. */
export interface KnownDeviceTable {
  /** SHA-256 of the random value of its cookie, hexadecimal. */
  token_hash: string;
  user_id: number;
  last_used_at: Ms;
}

/** A mailed link, which works once. */
export interface AccountLinkTable {
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  user_id: number;
  purpose: 'verify' | 'reset';
  created_at: Ms;
  expires_at: Ms;
}

/** An unsent mail, with its links in clear: the platform administrator forwards it. */
export interface MailTable {
  id: Generated<number>;
  to_email: string;
  subject: string;
  text: string;
  why: 'no_server' | 'not_taken' | 'contact';
  created_at: Ms;
}

/** A bearer token of one host, exchanged for the cookie. */
export interface BearerTable {
  token_hash: string;
  sign_in_id: number;
  host: string;
  created_at: Ms;
}

export interface TeamTable {
  id: Generated<number>;
  slug: string;
  title: string;
  color: string;
  /** Last number of the team's change log. Its row lock orders the log on PostgreSQL. */
  change_seq: number;
  /** When it was suspended: nothing of it can be read or written. Null if it is open. */
  suspended_at: Generated<Ms | null>;
  created_at: Ms;
  /** The creator, with open registration; null if it was created by a platform administrator. */
  created_by: Generated<number | null>;
  /** Idle minutes after which the screens of the team are locked. */
  lock_minutes: Generated<number>;
  /** `Deidentification` as JSON; null: the default. */
  deidentification: Generated<string | null>;
  /** 256 bits in hexadecimal, for hashing the names of patients; null until the first one. */
  name_key: Generated<string | null>;
}

export interface MembershipTable {
  team_id: number;
  user_id: number;
  role_id: number;
  created_at: Ms;
  /** Accepted with the token of the invitation, so it is valid before the address of the account is verified. */
  with_token: Generated<Bit>;
}

export interface RoleTable {
  id: number;
  /** The team that it belongs to; null for one of the server. Never changes. */
  team_id: Generated<number | null>;
  name: string;
  invitable: Bit;
  /** Created with the server, which refers to it by its ID. */
  built_in: Generated<Bit>;
  /** Increases with every change. */
  version: Generated<number>;
  /** The row is kept, because older records refer to its ID. */
  deleted_at: Generated<Ms | null>;
}

export interface RolePermissionTable {
  role_id: number;
  permission: string;
}

/** Changes in a team, numbered without gaps: clients ask "since N". */
export interface ChangeTable {
  team_id: number;
  seq: number;
  kind: string;
  ref: string;
  created_at: Ms;
}

export interface JobTable {
  id: Generated<number>;
  name: string;
  payload: string;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Jobs of one group run one at a time, in the order of their ids; null: no group. */
  group_key: string | null;
  /** No second job with the same key is created while the first one waits or runs. */
  unique_key: string | null;
  /** Teams take turns; null: of no team. */
  team_id: number | null;
  /** Its place in the order of turns: the first jobs of all teams, then the second ones, and so on. */
  turn: Generated<number>;
  priority: number;
  /** Earliest start. */
  run_at: Ms;
  tries: number;
  max_tries: number;
  /** Who runs it, and until when without a sign of life. */
  lease_by: string | null;
  lease_until: Ms | null;
  /** 0 to 1. */
  progress: number;
  error: string | null;
  created_at: Ms;
  updated_at: Ms;
}

/** An upload; `session` is the ID that the client generated. */
export interface UploadTable {
  id: Generated<number>;
  session: string;
  team_id: number;
  user_id: number;
  /** `Upload` header: when it was started on the device, ms. */
  started: Ms;
  state: 'open' | 'finished' | 'dropped';
  /** When the last of its announced files was verified. Losing and resending files does not change it. */
  sent_at: Generated<Ms | null>;
  created_at: Ms;
  updated_at: Ms;
}

/** The tokens of an upload: [Note: Upload tokens]. */
export interface UploadTokenTable {
  upload_id: number;
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  /** The sign-in under which it was created; null once that is removed, long after it expired. */
  sign_in_id: number | null;
  created_at: Ms;
  expires_at: Ms;
}

/** The number that replaces a patient's name in a team. The name itself is not stored. */
export interface AnonymousNameTable {
  team_id: number;
  name_hash: string;
  number: number;
  created_at: Ms;
}

export interface StudyTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  /** The upload that created it. Others may have added series: `JoinedStudyTable`. */
  upload_id: number;
  /** ID that the client gave it in its upload. */
  client_id: string;
  study_instance_uid: string;
  patient_name: string;
  original_patient_name: string;
  patient_sex: string;
  study_date: string;
  study_time: string;
  modality: string;
  body_part: string;
  /** Code of the chosen pipeline; null: none. */
  pipeline_code: Generated<string | null>;
  /** `studyState` of its series, kept by `noteStudyChange`. */
  state: Generated<StudyState>;
  /** The user whose upload created it. Null only in rows that tests write. */
  uploaded_by: Generated<number | null>;
  patient_id: number;
  /**
   * Who decided that: nobody yet (it is its own patient), the headers of its files, or a person. A person's decision is never changed by files.
   */
  patient_from: Generated<'none' | 'file' | 'person'>;
  anonymize: Bit;
  /** The de-identification that was claimed and must be fulfilled: `Deidentification` as JSON. Null: not checked. */
  deidentification: Generated<string | null>;
  dirty: Bit;
  /** Patient name and descriptions of its series in lower case: src/server/rules/studies/studies-search.ts. */
  search_text: Generated<string>;
  /** When it was deleted, and by whom. It can be restored for a time: src/server/rules/studies/deleted-studies.ts. Null: not deleted. */
  deleted_at: Generated<Ms | null>;
  deleted_by: Generated<number | null>;
  /** The start of the patient name in lower case, by which lists are ordered. */
  name_key: Generated<string>;
  folder_id: Generated<number | null>;
  created_at: Ms;
  updated_at: Ms;
}
/** A named group of studies. A study is in at most one. */
export interface FolderTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  /** The name in lower case: unique in a team. */
  name_key: string;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}
/** Filters and order of the studies list under a name. */
export interface SavedViewTable {
  id: Generated<number>;
  team_id: number;
  /** Who made it, and alone sees it unless it is the view of the team. */
  user_id: number;
  name: string;
  /** `StudyFilters` as JSON. */
  query: string;
  of_team: Bit;
  created_at: Ms;
  updated_at: Ms;
}

/**
 * A series of a deleted study whose rows and objects were removed. The device that sent it still asks for it, and would send it again if it
 * were missing.
 */
export interface RemovedSeriesTable {
  uuid: string;
  upload_id: number;
  study_uuid: string;
  /** ID that the client gave to the study in this upload. */
  study_client_id: string;
  idx: number;
  state: 'converted' | 'error';
}

/** A patient of a team. Names are those of the studies: two patients may share one. Texts are '' where nothing is known. */
export interface PatientTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  /** As in the files: Patient ID, its issuer, birth date (YYYYMMDD) and sex. */
  patient_id: string;
  issuer: string;
  birth_date: string;
  sex: string;
  /** The patient that this one became part of. It has no studies then, and no texts: only its address is still valid. */
  merged_into: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** What the files of a patient have in common: several after a merge, none if nothing is known. */
export interface PatientKeyTable {
  team_id: number;
  /** SHA-256 of `identityText`. */
  key: string;
  patient_id: number;
}

/** A study that an upload announced and that joined an existing one: its series belong to that study, and to this upload. */
export interface JoinedStudyTable {
  upload_id: number;
  /** Id that the client gave it in its upload. */
  client_id: string;
  study_id: number;
  created_at: Ms;
}

export interface SeriesTable {
  id: Generated<number>;
  uuid: string;
  study_id: number;
  upload_id: number;
  client_id: string;
  idx: number;
  series_instance_uid: string;
  series_number: string;
  series_description: string;
  modality: string;
  cnt: number;
  number_of_frames: number;
  rows: number;
  columns: number;
  slice_thickness: number | null;
  type: 'dcm' | 'nii';
  /** The reference series of its study. */
  ref_serie: Bit;
  /** Null: none was assigned. */
  acquisition_code: Generated<AcquisitionCode | null>;
  /** Its certainty: 0 to 1 from a machine, 1.1 from a person (REC-023). */
  acquisition_score: Generated<number | null>;
  /** Position among the series of one acquisition, from 1. */
  acquisition_sort: Generated<number | null>;
  /** The ID under which its files wait in its batch (or have waited) to be de-identified by the server; null for other series. */
  opened_as: Generated<string | null>;
  /** Number of announced files that were left out because patient data could not be removed from them. Not included in `file_count`. */
  left_behind: Generated<number>;
  /** Name of the grid that the device told; null: it told none. Compared with the server's own, never used. */
  device_grid: Generated<string | null>;
  /** JSON of the uptake factors that the device told, from the header before de-identification; null: it told none. */
  device_suv: Generated<string | null>;
  file_count: number;
  total_bytes: number;
  proved_files: number;
  state: 'receiving' | 'proved' | 'converting' | 'converted' | 'error';
  /** Why it could not be converted; no patient data. */
  message: string | null;
  created_at: Ms;
  updated_at: Ms;
}

export interface FileTable {
  id: Generated<number>;
  upload_id: number;
  series_id: number;
  client_file_id: string;
  name: string;
  size: number;
  /** As announced by the client; verified once `proved`. */
  sha256: string;
  /** SHA-256 of the original of a de-identified file, as reported by the device; null if it was sent unchanged. */
  original_sha256: Generated<string | null>;
  received: number;
  proved: Bit;
  /** Position in the slice order, from 0, and number of frames; null until it is read, and if it cannot be read. */
  position: number | null;
  frames: number | null;
  /** SOP instance UID; null until it is read, and if it has none. */
  sop: Generated<string | null>;
}

/** Where the bytes of a file are stored: ranges of the objects made from its chunks. Bytes are stored once. */
export interface PieceTable {
  file_id: number;
  file_offset: number;
  length: number;
  object_key: string;
  object_offset: number;
}

export interface ChunkTable {
  upload_id: number;
  chunk_index: number;
  /** SHA-256 of the whole chunk as received: other content under the same key is a conflict. */
  sha256: string;
  bytes: number;
  object_key: string;
  created_at: Ms;
}

/** A legacy upload: its files wait here until their series is known. */
export interface BatchTable {
  upload_id: number;
  state: 'receiving' | 'reading' | 'read';
  /** JSON text of the result of reading (`SortedStudies`); null before that. */
  sorted: string | null;
}

/** A file as sent, or a file inside it. Files that were moved to a series are no longer here. */
export interface BatchFileTable {
  id: Generated<number>;
  upload_id: number;
  /** The archive that contains it. */
  parent_id: number | null;
  client_file_id: string;
  /** Label, including the folders of its archive. */
  name: string;
  size: number;
  sha256: string;
  received: number;
  proved: Bit;
  /** For an archive: its contents are rows here, and its own bytes are deleted unless it is encrypted. */
  is_unpacked: Bit;
  /** Number of files in it whose kind is not supported. */
  unsupported: number;
  /** Why it is refused (`BatchProblem`). */
  problem: string | null;
}

export interface BatchVolumeTable {
  upload_id: number;
  /** Of the series in `BatchTable.sorted`. */
  series_upload_id: string;
  object_key: string;
  size: number;
  sha256: string;
}

export interface BatchPieceTable {
  file_id: number;
  file_offset: number;
  length: number;
  object_key: string;
  object_offset: number;
}

/** A NIfTI volume converted from a series. */
export interface VolumeTable {
  id: Generated<number>;
  series_id: number;
  name: string;
  object_key: string;
  size: number;
  sha256: string;
  /** JSON text of the converter's sidecar, without patient data; null if there is none. */
  sidecar: string | null;
  converter: string;
  created_at: Ms;
  /** Its bricks [Note: The object of bricks]; null if it has none. */
  bricks_key: Generated<string | null>;
  bricks_size: Generated<number | null>;
  bricks_sha256: Generated<string | null>;
  /** Length of the quarter resolution and the index, at the end. */
  bricks_tail: Generated<number | null>;
  /** Of its size and values, without the rest of its header: `hashOfValues`. Null if all values are the same, and for older volumes. */
  values_sha256: Generated<string | null>;
}

/** Header values of a series and its thumbnail, once it has been read. */
export interface SeriesReadingTable {
  series_id: number;
  /** Version of the reader. Results of an earlier one are read again. */
  version: number;
  /** JSON text of `SeriesFacts` (contract); null with the reason if no file can be read. */
  facts: string | null;
  why: string | null;
  unread_files: number;
  /** Null with the reason if no image can be drawn: JSON text of `NoPicture` (contract). */
  thumbnail_key: string | null;
  thumbnail_hash: string | null;
  thumbnail_bytes: number;
  no_picture: string | null;
  /** Of `GridTable`; null if there is no image or it was read by an earlier version. */
  grid_hash: Generated<string | null>;
  /** Why its slices make no volume. */
  no_volume: Generated<NoVolume | null>;
  /** JSON of `SeriesQuality` (model); null if it was read by an earlier version, or cannot be read. */
  quality: Generated<string | null>;
  read_at: Ms;
}

/** What was found about an incoming study. Computed again whenever its series change; what is no longer found is deleted. */
export interface FindingTable {
  id: Generated<number>;
  uuid: string;
  study_id: number;
  /** Null: of the study. */
  series_id: number | null;
  /** The study with the same images. */
  other_study_id: number | null;
  /** Code, series and other study: a study has each once. */
  place: string;
  code: FindingCode;
  severity: FindingSeverity;
  /** JSON of `FindingSaid` (contract). */
  said: string;
  version: number;
  mark: FindingMark | null;
  reason: string;
  marked_by: number | null;
  marked_at: Ms | null;
  created_at: Ms;
}

/** A grid of a series. It never changes; reading the series again may add another one. */
export interface GridTable {
  series_id: number;
  /** SHA-256 of `gridToText`. */
  hash: string;
  /** JSON of `Grid` (contract). */
  grid: string;
  created_at: Ms;
}

/** An object without a row, and since when. Deleted after a period in which a newer database backup might refer to it. */
export interface StrayObjectTable {
  object_key: string;
  found_at: Ms;
}

/** CALL-052: what a client reports. Recorded, but not trusted. */
export interface SeenStatusTable {
  series_uuid: string;
  user_id: number;
  state: string;
  created_at: Ms;
}

/** A download that a browser can start once without credentials: for one person, one team and one file. */
export interface DownloadTicketTable {
  /** SHA-256 of the random ticket, hexadecimal. */
  token_hash: string;
  user_id: number;
  sign_in_id: number;
  team_id: number;
  /** JSON text: the body of the call that created it. */
  wanted: string;
  created_at: Ms;
  /** It must be started before this time. */
  expires_at: Ms;
  used_at: Ms | null;
}

/** A notification in a team, without patient data; deleted with the membership. */
export interface NotificationTable {
  id: Generated<number>;
  team_id: number;
  user_id: number;
  type_code: NotificationType;
  description: string;
  section: string;
  /** A path on the host of the team. */
  url: string;
  model1_id: number | null;
  model2_id: number | null;
  model3_id: number | null;
  /** Its cause. The same cause is notified once. */
  cause: string;
  is_seen: Bit;
  created_at: Ms;
  updated_at: Ms;
}

/** An invitation to a team, by address, and by link for people without an account. */
export interface InvitationTable {
  id: Generated<number>;
  team_id: number;
  /** Lower case. */
  email: string;
  /** The address again while the invitation is open, then null: a team has one open invitation per address. */
  open_email: string | null;
  role_id: number;
  invited_by: number | null;
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  /** SHA-256 of the random token of its link, hexadecimal. A renewal replaces it. */
  token_hash: string;
  /** When an account was created with the link, which creates no second one. */
  link_used_at: Ms | null;
  created_at: Ms;
  expires_at: Ms;
}

/** A mailed invitation link. The link that was shown to the inviter is in the invitation's row. */
export interface InvitationLinkTable {
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  invitation_id: number;
  created_at: Ms;
  /** Only the mail server got it, so opening it proves access to that mailbox. */
  verifies: Generated<Bit>;
  /** The invitation was renewed since. */
  ended: Bit;
}

/** A step of a signed-in user in the app, without patient data (CALL-005). */
export interface ActivityEntryTable {
  id: Generated<number>;
  sign_in_id: number;
  user_id: number;
  /** Null if the host belonged to no team, or to a team without this person. */
  team_id: number | null;
  type: 'route' | 'click' | 'other';
  path: string;
  name: string | null;
  uuid: string | null;
  /** When it was done. */
  created_at: Ms;
  /** Generated by the client, unique for a person; null if it sent none. */
  key: string | null;
}

/**
 * A call with its result, written once and never changed (src/server/audit). No row refers to another table, because records outlive everything.
 */
/** Somebody who looks, or looked, at surfaces in the viewer for headsets. */
export interface XrSessionTable {
  id: Generated<number>;
  /** Made by the page. */
  uuid: string;
  team_id: number;
  user_id: number;
  study_id: number;
  segmentation_id: number;
  headset: 0 | 1;
  /** The browser, as `deviceName` names it. */
  device: string;
  started_at: Ms;
  seen_at: Ms;
  ended_at: Ms | null;
}

/** A platform administrator who acts, or acted, as another person. */
export interface ActingTable {
  id: Generated<number>;
  /** Null once that row has been removed. */
  sign_in_id: number | null;
  user_id: number;
  actor_id: number;
  /** The administrator's own sign-in. */
  actor_sign_in_id: number | null;
  reason: string;
  started_at: Ms;
  /** It ends at this time in any case. */
  until: Ms;
  ended_at: Ms | null;
}

export interface AuditRecordTable {
  /** From 1, without gaps. */
  seq: number;
  at: Ms;
  team_id: number | null;
  user_id: number | null;
  kind: RecordKind;
  call: string;
  /** UUID of a study, series or upload, or the ID of a row, depending on the call. */
  subject: string | null;
  /** `done`, or the code of the refusal. */
  result: string;
  /** IP address of the client. */
  address: string;
  /** The platform administrator who acted as the user. */
  acted_by: number | null;
  /** SHA-256 of the previous hash and this record, hexadecimal. */
  hash: string;
}

/** The one row with the head of the audit trail; its lock orders the trail on PostgreSQL. */
export interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}

/** A label for the studies of a team. */
export interface LabelTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  /** The name in lower case, for searching: unique in a team. */
  name_key: string;
  color: string;
  created_at: Ms;
  updated_at: Ms;
}

export interface StudyLabelTable {
  id: Generated<number>;
  study_id: number;
  label_id: number;
  created_at: Ms;
}

export interface ProjectTable {
  id: Generated<number>;
  /** From the client, so that creating can be repeated. Null for older rows. */
  uuid: Generated<string | null>;
  team_id: number;
  name: string;
  description: Generated<string>;
  label_id: Generated<number | null>;
  state_code: ProjectState;
  created_by: Generated<number | null>;
  started_at: Generated<Ms | null>;
  finished_at: Generated<Ms | null>;
  created_at: Ms;
  updated_at: Ms;
}

/** Who works on a project: members of its team. */
export interface ProjectMemberTable {
  project_id: number;
  team_id: number;
  user_id: number;
  created_at: Ms;
}

export interface StudyProjectTable {
  study_id: number;
  project_id: number;
  created_at: Ms;
}

/** Body parts. */
export interface CategoryTable {
  /** Numbered by migration 0052. Whoever adds a body part gives it the next number. */
  id: Generated<number>;
  slug: string;
  title: string;
  sort: number;
  /** Set while teams are not offered it. */
  hidden_at: Generated<Ms | null>;
}

/** Something that is segmented. */
export interface StructureTable {
  id: Generated<number>;
  /** Null if every team has it. */
  team_id: number | null;
  /** Unique in a team, together with those of all teams. That of a structure of all teams never changes. */
  slug: string;
  title: string;
  category_slug: string;
  color: string;
  /** JSON of StructureCodes. */
  codes: string;
  /** What is searched, in lower case: title, slug, codes and their meanings. */
  search_text: string;
  created_by: number | null;
  created_at: Ms;
  /** 0 for a shipped one that nobody has changed: only such a row may be changed by a migration. */
  updated_at: Ms;
  /** Set while teams are not offered it; only for those of all teams. */
  hidden_at: Generated<Ms | null>;
}

/** A curve that gives values of a series colours and opacity. */
export interface TransferFunctionTable {
  id: Generated<number>;
  /** Null if it came with the product. */
  team_id: number | null;
  /** From the client, so that creating can be repeated. */
  uuid: string;
  name: string;
  /** The name in lower case: unique in a team, together with the shipped ones. */
  name_key: string;
  /** Default of this modality; at most one in a team. */
  modality: string | null;
  unit: TransferUnit;
  /** JSON of TransferPoint[]. */
  points: string;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A segmentation of a structure in a study. */
export interface SegmentationTable {
  id: Generated<number>;
  /** Given by the client that created it. */
  uuid: string;
  team_id: number;
  study_id: number;
  /** The segmentation that it was copied from. */
  parent_id: number | null;
  structure_id: number;
  /** Who created it; null if the account no longer exists. */
  user_id: number | null;
  origin: 'drawn';
  /** 1: members with a role can open it. */
  rbac: Bit;
  /** 1: segments may not overlap. */
  exclusive: Generated<Bit>;
  /** The series and grid of its mask; null if no mask was created. Never changes afterwards. */
  series_id: number | null;
  grid_hash: string | null;
  /** Number of the last operation of its mask; 0 if nothing was drawn. */
  operation_number: Generated<number>;
  created_at: Ms;
  updated_at: Ms;
}

/** A part of a segmentation. Deleted ones are kept, so that their values are never used again. */
export interface SegmentTable {
  id: Generated<number>;
  /** Given by the client that created it. */
  uuid: string;
  segmentation_id: number;
  sort: number;
  title: string;
  color: string;
  value: number;
  visible: Bit;
  /** Number of its last operation; 0 if nothing was drawn. */
  revision: number;
  deleted_at: Ms | null;
  created_at: Ms;
}

/** An operation of a mask. Its number is its place in the order of the segmentation. */
export interface MaskOperationTable {
  id: Generated<number>;
  segmentation_id: number;
  number: number;
  /** Given by the device that drew it; unique in the segmentation. */
  uuid: string;
  action: string;
  kind: MaskOperationKind;
  /** Null for a withdrawal. */
  segment_id: number | null;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  device: string;
  tab: string;
  base: number;
  /** JSON: UUIDs. */
  withdraws: string;
  /** Packed blocks in Base64. */
  bytes: string;
  created_at: Ms;
}

/** A mask at a number, as one device has handed it in. */
export interface MaskSnapshotTable {
  id: Generated<number>;
  segmentation_id: number;
  number: number;
  device: string;
  /** Null if the account no longer exists. */
  user_id: number | null;
  /** Of the snapshot before it was deflated. */
  sha256: string;
  /** Devices that hand in the same bytes share an object. */
  object_key: string;
  size_bytes: number;
  created_at: Ms;
}

/** An operation that could not take effect when it arrived. */
export interface MaskOperationAsideTable {
  id: Generated<number>;
  team_id: number;
  uuid: string;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  study_uuid: string;
  segmentation_uuid: string;
  reason: AsideReason;
  /** JSON: SentMaskOperation; empty after it was discarded. */
  operation: string;
  size_bytes: number;
  created_at: Ms;
  /** Somebody discarded it. The row stays, so that the devices of its author learn it. */
  discarded_at: Ms | null;
}

/** A name for a number of a segmentation. Removed ones are kept without their names, so that no device brings them back. */
export interface SegmentationRevisionTable {
  id: Generated<number>;
  segmentation_id: number;
  /** Made by the device that named it. */
  uuid: string;
  number: number;
  name: string;
  /** Who named it; null if the account no longer exists. */
  user_id: number | null;
  created_at: Ms;
  deleted_at: Ms | null;
}

/** A measurement of a study. Deleted ones are kept without what was measured, so that no device brings them back and no number is used twice. */
export interface MeasurementTable {
  id: Generated<number>;
  study_id: number;
  /** Given by the device that created it; unique in the study. */
  uuid: string;
  number: number;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  series_id: number;
  grid_hash: string;
  slice: number;
  sop: string;
  frame: number;
  kind: MeasurementKind;
  /** JSON: PixelPoint[]. */
  points: string;
  text: string;
  /** JSON: Measured. */
  measured: string;
  version: number;
  /** The device that saved this version. */
  device: string;
  deleted_at: Ms | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A registration between two series of a study. Not deleted softly: a device that asks again for a deleted one gets a new one. */
export interface RegistrationTable {
  id: Generated<number>;
  team_id: number;
  study_id: number;
  /** Given by the device that asked for it; unique in the study. */
  uuid: string;
  /** Who asked for it; null if the account no longer exists. */
  user_id: number | null;
  fixed_series_id: number;
  fixed_grid_hash: string;
  moving_series_id: number;
  moving_grid_hash: string;
  method: string;
  /** While it is `queued`, its job may be running. */
  state: 'queued' | 'done' | 'failed';
  failure: RegistrationFailure | null;
  /** JSON: 16 numbers; null unless it is done, as are the following ones. */
  matrix: string | null;
  similarity: number | null;
  overlap: number | null;
  error_mm: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A lesion of a patient. Deleted ones are kept without their texts and findings, so that no device brings them back and no number is used twice. */
export interface LesionTable {
  id: Generated<number>;
  team_id: number;
  patient_id: number;
  /** In which it was made. While nothing is said of it anywhere, it goes with that study; null once that study is gone. */
  study_id: number | null;
  /** Given by the device that created it; unique in the team. */
  uuid: string;
  /** Unique in the patient. */
  number: number;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  title: string;
  kind: LesionKind;
  organ: string;
  node: Bit;
  version: number;
  /** The device that saved this version. */
  device: string;
  deleted_at: Ms | null;
  created_at: Ms;
  updated_at: Ms;
}

/** What is said of a lesion in a study. */
export interface LesionFindingTable {
  id: Generated<number>;
  lesion_id: number;
  study_id: number;
  /** Who saved this version; null if the account no longer exists. */
  user_id: number | null;
  /** UUID of a measurement of the study, which may arrive later. */
  measurement: string | null;
  state: LesionState | null;
  version: number;
  device: string;
  created_at: Ms;
  updated_at: Ms;
}

/** The response that somebody has decided on in a study. */
export interface StudyResponseTable {
  id: Generated<number>;
  study_id: number;
  /** Given by the device that created it; unique in the study. */
  uuid: string;
  user_id: number | null;
  response: Response;
  suggested: Response | null;
  version: number;
  device: string;
  created_at: Ms;
  updated_at: Ms;
}

/** The study of a patient that follow-up compares others with, as somebody has chosen it. */
export interface FollowUpBaselineTable {
  id: Generated<number>;
  /** Unique. */
  patient_id: number;
  /** Null: the first study with a lesion. */
  study_id: number | null;
  /** Who saved this version; null if the account no longer exists. */
  user_id: number | null;
  version: number;
  device: string;
  created_at: Ms;
  updated_at: Ms;
}

/** A comment on a study. Deleted ones are kept without text and mentions: other comments keep their thread, and no number is used twice. */
export interface CommentTable {
  id: Generated<number>;
  study_id: number;
  /** Given by the device that wrote it; unique in the study. */
  uuid: string;
  /** UUID of the first comment of its thread. */
  thread: string;
  /** Of a first comment; null: it is an answer. */
  number: number | null;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  task_id: number | null;
  /** What follows is of a first comment. Null: it has no slice, or the series is gone. */
  series_id: number | null;
  /** JSON: CommentPin without its series. */
  pin: string | null;
  /** UUIDs. */
  segmentation: string | null;
  segment: string | null;
  text: string;
  /** JSON: IDs of users. */
  mentions: string;
  version: number;
  /** The device that saved this version. */
  device: string;
  resolved_at: Ms | null;
  resolved_by: number | null;
  deleted_at: Ms | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A form of a project. */
export interface FormTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  /** Given by the device that created it; unique in the team. */
  uuid: string;
  /** Null: it is offered. */
  retired_at: Ms | null;
  created_at: Ms;
}

/** A version of a form. Its row never changes. */
export interface FormVersionTable {
  id: Generated<number>;
  form_id: number;
  number: number;
  title: string;
  /** JSON: FormDefinition. */
  definition: string;
  /** Who saved it; null if the account no longer exists. */
  user_id: number | null;
  created_at: Ms;
}

/** An answer about a study. Deleted ones are kept without what was answered, so that no device brings them back. */
export interface FormAnswerTable {
  id: Generated<number>;
  study_id: number;
  form_version_id: number;
  /** Given by the device that created it; unique in the study. */
  uuid: string;
  /** The author; null if the account no longer exists. */
  user_id: number | null;
  /** The task of a reading campaign; null: outside of one. */
  read_uuid: string | null;
  /** 1: kept beside the answer after a conflict. */
  aside: number;
  state: FormAnswer['state'];
  /** JSON: AnswerContent without its state. */
  content: string;
  version: number;
  /** The device that saved this version. */
  device: string;
  deleted_at: Ms | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A saved layout of the annotator. */
export interface LayoutTable {
  id: Generated<number>;
  team_id: number;
  /** Who made it, and alone sees it; null: it is of the team. */
  user_id: number | null;
  /** Given by the device that created it; unique in the team. */
  uuid: string;
  name: string;
  /** JSON: LayoutContent without its name. */
  content: string;
  version: number;
  /** The device that saved this version. */
  device: string;
  created_at: Ms;
  updated_at: Ms;
}

/** The role of a member of the team on a segmentation: one each. */
export interface SegmentationMemberTable {
  segmentation_id: number;
  team_id: number;
  user_id: number;
  role_id: SegmentationRoleId;
  created_at: Ms;
}

/** Something that waits for a person (docs/decisions/328-tasks.md). */
export interface TaskTable {
  id: Generated<number>;
  uuid: string;
  team_id: number;
  /** Chosen by the client: the tasks that were created together. */
  assignment: string;
  kind: TaskKind;
  subject_kind: 'study';
  subject_uuid: string;
  /** To which the subject belongs, or which it is. */
  study_id: number;
  /** Neither: unassigned. The role stays when a holder of it becomes the assignee. */
  assignee_id: number | null;
  role_id: number | null;
  /** `YYYY-MM-DD`; empty: no date, which sorts differently. */
  due: string;
  note: string;
  state: TaskState;
  reason: string;
  decision: TaskDecision | null;
  minutes: number;
  created_by: number | null;
  /** The last move except a start, and who made it; null if the server did. */
  changed_by: number | null;
  last_act: TaskAct | null;
  created_at: Ms;
  updated_at: Ms;
  finished_at: Ms | null;
  /** Of the study: what exactly the task is about. */
  segmentation_id: number | null;
  /** Who reviews it when it is done. */
  reviewer_id: number | null;
  reviewer_role_id: number | null;
  /** Of a review: the task that it reviews. */
  of_id: number | null;
  /** The read of a campaign that it reviews. */
  read_id: number | null;
  /** Of a review: how many times it was opened; 0 for other tasks. */
  round: Generated<number>;
}

/** What was done with tasks. A move that arrives twice is known by its UUID. */
export interface TaskMoveTable {
  id: Generated<number>;
  task_id: number;
  /** Chosen by the client; by the server for what follows from another move. */
  uuid: string;
  user_id: number | null;
  act: TaskAct;
  reason: string;
  decision: TaskDecision | null;
  round: number;
  created_at: Ms;
}

/** A reading campaign (docs/decisions/364-reading-campaigns.md). */
export interface CampaignTable {
  id: Generated<number>;
  team_id: number;
  /** Given by the device that created it; unique in the team. */
  uuid: string;
  state: CampaignState;
  blinded: 0 | 1;
  title: string;
  /** JSON: CampaignContent. What a running campaign reads of it is in columns and rows. */
  content: string;
  version: number;
  guideline_version: number;
  created_by: number | null;
  reviewer_id: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** Written when the campaign starts, like its readers and reads. */
export interface CampaignCaseTable {
  campaign_id: number;
  /** From 1. */
  number: number;
  study_id: number;
  known: 0 | 1;
}

export interface CampaignReaderTable {
  campaign_id: number;
  /** From 1. */
  number: number;
  user_id: number | null;
}

/** One read of a case by a reader. */
export interface CampaignReadTable {
  id: Generated<number>;
  uuid: string;
  campaign_id: number;
  reader: number;
  case_number: number;
  /** A hidden second read. */
  repeat: 0 | 1;
  user_id: number | null;
  study_id: number;
  /** In the order of the reader, from 1. */
  number: number;
  /** Where it stands now: skipping moves it to the end. */
  position: number;
  state: ReadState;
  skipped: SkipReason | null;
  reason: string;
  spent_ms: number;
  /** UUID of the last move of its reader. */
  last_move: string | null;
  /** When it was started first. */
  started_at: Ms | null;
  finished_at: Ms | null;
}

/** Studies for one structure, from which models learn. */
export interface DatasetTable {
  id: Generated<number>;
  team_id: number;
  /** From the client, so that creating can be repeated. Also the key of the split. */
  uuid: string;
  name: string;
  structure_id: number;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
  /** Number of the newest version there was. */
  last_version: Generated<number>;
}

export interface DatasetStudyTable {
  dataset_id: number;
  study_id: number;
  /** Place in PARTS (src/model/datasets/parts.ts). The part of a patient is the smallest of its studies: [Note: The part of a patient]. */
  part: number;
  created_at: Ms;
}

/** A frozen version of a dataset. Only its state changes, and who confirmed that faces may leave. */
export interface DatasetVersionTable {
  id: Generated<number>;
  dataset_id: number;
  /** Given by the device that froze it; unique in the dataset. */
  uuid: string;
  number: number;
  title: string;
  state: VersionState;
  failure: VersionFailure | null;
  /** JSON: VersionChoice. */
  choice: string;
  /** JSON: VersionClass[]. */
  classes: string;
  /** JSON: names of the channels. */
  channels: string;
  /** JSON: studies of the dataset that are not in it, with the reason. */
  left_out: string;
  faces_by: number | null;
  faces_at: Ms | null;
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}

/** A study in a version. UUIDs and hashes stay when it is withdrawn, objects do not. */
export interface DatasetCaseTable {
  version_id: number;
  /** From 1, in the order of the files. */
  number: number;
  /** Null: it was removed. */
  study_id: number | null;
  study_uuid: string;
  patient_uuid: string;
  /** Place in PARTS. */
  part: number;
  /** 1: its images may show a face. */
  face: Bit;
  /** Null: it was deleted. */
  segmentation_id: number | null;
  segmentation_uuid: string;
  /** The last operation that is in the label map. */
  operation_number: number;
  /** The series that was drawn on. */
  series_id: number;
  grid_hash: string;
  /** JSON: UUID and value of each segment, in the order in which they are written. */
  segments: string;
  /** Null until it is made, and once the case is withdrawn. */
  label_key: string | null;
  label_sha256: string | null;
  label_bytes: number | null;
  /** JSON: how many voxels each class has. */
  voxels: string | null;
  overlapping: number;
  withdrawn_at: Ms | null;
}

/** An image of a case: a converted volume, which is kept while a version has it. */
export interface DatasetImageTable {
  version_id: number;
  number: number;
  channel: number;
  series_uuid: string;
  grid_hash: string | null;
  sha256: string;
  bytes: number;
  /** Null once the case is withdrawn. */
  object_key: string | null;
  /** Hash of the volume, if that lies on other voxels than the first image of the case. Until it was resampled, the row names the volume itself. */
  resampled_from: Generated<string | null>;
}

export interface ModalityTable {
  code: string;
  sort: number;
}

/** The acquisitions that a series of a modality can have. */
export interface AcquisitionTable {
  code: AcquisitionCode;
  modality: string;
  sort: number;
}

/** A pipeline for the studies of a team, and the acquisitions that it requires. */
export interface PipelineTable {
  id: Generated<number>;
  team_id: number;
  code: string;
  name: string;
  modality_code: string;
  created_at: Ms;
  /** Null: not deleted. The code of a deleted one is free again. */
  deleted_at: Generated<Ms | null>;
}

export interface PipelineAcquisitionTable {
  pipeline_id: number;
  code: AcquisitionCode;
  sort: number;
}

/** A model run on a series or a whole study, planned or done. */
export interface InferTable {
  id: Generated<number>;
  study_id: number;
  /** Null: the whole study. */
  series_id: number | null;
  /** A model that workers bring, or the id of a model of the team. */
  model: InferModel;
  /** JSON. */
  params: string;
  state: InferState;
  /** Case and model while it waits or runs, so that there is only one; then null. */
  open_key: string | null;
  /** Null: started by a conversion, not by a user. */
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
  /** Null: a model that workers bring. */
  version_id: Generated<number | null>;
  batch_id: Generated<number | null>;
  failure: Generated<JobFailure | null>;
  /** JSON: InferSummary. */
  summary: Generated<string | null>;
  labels_file_id: Generated<number | null>;
  started_at: Generated<Ms | null>;
  ended_at: Generated<Ms | null>;
  /** Name of the worker that did it. */
  worker: Generated<string | null>;
}

export interface AiPromptTable {
  id: Generated<number>;
  modality: string;
  type: PromptType;
  version: number;
  text: string;
  /** Modality and type if it is the active version, so that there is only one; otherwise null. */
  active_key: string | null;
  created_by: number | null;
  created_at: Ms;
}

/** A study that was sent for recognition. Neither the header nor the answer is stored. */
export interface RecognitionTable {
  /** UUID. */
  id: string;
  team_id: number;
  user_id: number;
  /** ID of the study on its device. */
  study: string;
  type: PromptType;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  created_at: Ms;
}

/** Failed sign-ins of one account, or of one known browser of it. */
export interface SignInFailureTable {
  /** Hash of the account and browser, because strangers type addresses that are not accounts. */
  guesser: string;
  count: number;
  last_at: Ms;
}

/** Codes for the first account, one for each start of a process; none once an account exists. */
export interface SetUpCodeTable {
  /** SHA-256. */
  hash: string;
  created_at: Ms;
}

/** Password of an archive until the reading that needs it has ended. */
export interface ArchivePasswordTable {
  upload_id: number;
  /** Name of the uploaded file, then of each archive in it, separated by slashes. */
  path: string;
  /** Encrypted by the key of the server. */
  sealed: string;
}

/** A server process on PostgreSQL, until it ends in order or its time is over. */
export interface ServerProcessTable {
  id: string;
  /** JSON: names of the migrations that it knows and after which an older server could not work. */
  contracts: string;
  /** By the clock of the database. */
  alive_until: number;
}

export interface Schema extends AiTables, FileAreaTables, FlowTables {
  user: UserTable;
  sign_in: SignInTable;
  acting: ActingTable;
  xr_session: XrSessionTable;
  upload_token: UploadTokenTable;
  bearer: BearerTable;
  api_user: ApiUserTable;
  api_key: ApiKeyTable;
  known_device: KnownDeviceTable;
  account_link: AccountLinkTable;
  mail: MailTable;
  team: TeamTable;
  membership: MembershipTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  change: ChangeTable;
  job: JobTable;
  upload: UploadTable;
  patient: PatientTable;
  patient_key: PatientKeyTable;
  study: StudyTable;
  joined_study: JoinedStudyTable;
  anonymous_name: AnonymousNameTable;
  series: SeriesTable;
  removed_series: RemovedSeriesTable;
  file: FileTable;
  piece: PieceTable;
  chunk: ChunkTable;
  batch: BatchTable;
  batch_file: BatchFileTable;
  batch_piece: BatchPieceTable;
  batch_volume: BatchVolumeTable;
  volume: VolumeTable;
  series_reading: SeriesReadingTable;
  finding: FindingTable;
  stray_object: StrayObjectTable;
  seen_status: SeenStatusTable;
  download_ticket: DownloadTicketTable;
  notification: NotificationTable;
  invitation: InvitationTable;
  invitation_link: InvitationLinkTable;
  folder: FolderTable;
  saved_view: SavedViewTable;
  label: LabelTable;
  study_label: StudyLabelTable;
  project: ProjectTable;
  study_project: StudyProjectTable;
  project_member: ProjectMemberTable;
  dataset: DatasetTable;
  dataset_study: DatasetStudyTable;
  dataset_version: DatasetVersionTable;
  dataset_case: DatasetCaseTable;
  dataset_image: DatasetImageTable;
  activity_entry: ActivityEntryTable;
  audit_record: AuditRecordTable;
  audit_head: AuditHeadTable;
  category: CategoryTable;
  structure: StructureTable;
  transfer_function: TransferFunctionTable;
  grid: GridTable;
  segmentation: SegmentationTable;
  segment: SegmentTable;
  segmentation_member: SegmentationMemberTable;
  mask_operation: MaskOperationTable;
  mask_operation_aside: MaskOperationAsideTable;
  segmentation_revision: SegmentationRevisionTable;
  mask_snapshot: MaskSnapshotTable;
  measurement: MeasurementTable;
  registration: RegistrationTable;
  lesion: LesionTable;
  lesion_finding: LesionFindingTable;
  follow_up_baseline: FollowUpBaselineTable;
  study_response: StudyResponseTable;
  comment: CommentTable;
  form: FormTable;
  form_version: FormVersionTable;
  form_answer: FormAnswerTable;
  campaign: CampaignTable;
  campaign_case: CampaignCaseTable;
  campaign_reader: CampaignReaderTable;
  campaign_read: CampaignReadTable;
  layout: LayoutTable;
  task: TaskTable;
  task_move: TaskMoveTable;
  modality: ModalityTable;
  acquisition: AcquisitionTable;
  pipeline: PipelineTable;
  pipeline_acquisition: PipelineAcquisitionTable;
  infer: InferTable;
  ai_prompt: AiPromptTable;
  recognition: RecognitionTable;
  sign_in_failure: SignInFailureTable;
  set_up_code: SetUpCodeTable;
  archive_password: ArchivePasswordTable;
  server_process: ServerProcessTable;
}
