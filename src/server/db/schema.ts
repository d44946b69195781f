import type { Generated } from 'kysely';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { InferModel, InferState } from '#contract/infers.ts';
import type { RecordKind } from '#contract/logs.ts';
import type { NotificationType } from '#contract/notifications.ts';
import type { PromptType } from '#contract/recognition.ts';
import type { ProjectState } from '#contract/projects.ts';

/**
 * The tables, once for SQLite and PostgreSQL: a portable subset. Booleans are 0 and 1, times are integer milliseconds since 1970 (UTC),
 * JSON is text. What differs between the engines stands in dialect.ts and nowhere else.
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
  /** Holds role 6 of OQ-01 in every team that they are in, beside their role there. */
  platform_admin: Bit;
  preferred_team_id: number | null;
  /** Grows with every change of the user's roles or memberships (BACK-08). */
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
  /** "Firefox on Windows"; empty where it is not known. */
  device: Generated<string>;
  created_at: Ms;
  /** When a page of it was opened last, to within some minutes; null before the first. */
  last_used_at: Generated<Ms | null>;
  /** The absolute end. */
  expires_at: Ms;
  /** The end where it is not used before; null until it is used next, for one of before this was kept. */
  idle_until: Generated<Ms | null>;
  /** When its password was given last; null for one of before this was kept. */
  password_at: Generated<Ms | null>;
  revoked_at: Ms | null;
}

/** A browser in which somebody has signed in before: strangers who guess the password do not delay it. */
export interface KnownDeviceTable {
  /** SHA-256 of the random value of its cookie, hexadecimal. */
  token_hash: string;
  user_id: number;
  last_used_at: Ms;
}

/** What a link in a mail opens, once. */
export interface AccountLinkTable {
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  user_id: number;
  purpose: 'verify' | 'reset';
  created_at: Ms;
  expires_at: Ms;
}

/** A mail that was not sent, with its links in clear: who runs the server hands it over. */
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
  /** Last number of the team's change log; its row lock orders the log on PostgreSQL. */
  change_seq: number;
  /** Since when nothing of it is read or written; null for one that is open. */
  suspended_at: Generated<Ms | null>;
  created_at: Ms;
  /** Who made it where registration is open; null for one that was made for somebody. */
  created_by: Generated<number | null>;
  /** After how many minutes without use the screens of the team are locked. */
  lock_minutes: Generated<number>;
  /** `Deidentification` as JSON; null: the first one. */
  deidentification: Generated<string | null>;
  /** 256 bits, hexadecimal, under which names of patients are hashed; null until the first is. */
  name_key: Generated<string | null>;
}

export interface MembershipTable {
  team_id: number;
  user_id: number;
  role_id: number;
  created_at: Ms;
  /** Accepted with the invitation's own token: it counts before the address of its account is verified. */
  with_token: Generated<Bit>;
}

export interface RoleTable {
  id: number;
  /** The team that it is of; null for one of the server. It never changes. */
  team_id: Generated<number | null>;
  name: string;
  invitable: Bit;
  /** Came with the server, which names it by its id. */
  built_in: Generated<Bit>;
  /** Grows with every change. */
  version: Generated<number>;
  /** Its row stays: what was written of it before names it by its id. */
  deleted_at: Generated<Ms | null>;
}

export interface RolePermissionTable {
  role_id: number;
  permission: string;
}

/** What changed in a team, numbered without holes: clients ask "since N". */
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
  /** No second job with the same key is made while the first waits or runs. */
  unique_key: string | null;
  priority: number;
  /** Not before. */
  run_at: Ms;
  tries: number;
  max_tries: number;
  /** Who runs it, and until when it may be silent. */
  lease_by: string | null;
  lease_until: Ms | null;
  /** 0 to 1. */
  progress: number;
  error: string | null;
  created_at: Ms;
  updated_at: Ms;
}

/** An upload; `session` is the id that the client made. */
export interface UploadTable {
  id: Generated<number>;
  session: string;
  team_id: number;
  user_id: number;
  /** `Upload` header: when it was started on the device, ms. */
  started: Ms;
  state: 'open' | 'finished' | 'dropped';
  /** When the last of its announced files was proved. What is lost later and sent again does not change it. */
  sent_at: Generated<Ms | null>;
  created_at: Ms;
  updated_at: Ms;
}

/** What an upload is sent under: [Note: Upload tokens]. */
export interface UploadTokenTable {
  upload_id: number;
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  /** The sign-in that it was made under; null once that is removed, long after it ran out. */
  sign_in_id: number | null;
  created_at: Ms;
  expires_at: Ms;
}

/** Which number stands for a patient's name in a team: the name itself is kept nowhere. */
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
  /** The one that began it; others may have added series: `JoinedStudyTable`. */
  upload_id: number;
  /** Id that the client gave it in its upload. */
  client_id: string;
  study_instance_uid: string;
  patient_name: string;
  original_patient_name: string;
  patient_sex: string;
  study_date: string;
  study_time: string;
  modality: string;
  body_part: string;
  /** Of the pipeline that was chosen; null: none. */
  pipeline_code: Generated<string | null>;
  anonymize: Bit;
  /** What it was called de-identified by, and has to fulfil: `Deidentification` as JSON. Null: nothing is looked at. */
  deidentification: Generated<string | null>;
  dirty: Bit;
  /** Patient's name and descriptions of its series in small letters: src/server/rules/studies-search.ts. */
  search_text: Generated<string>;
  created_at: Ms;
  updated_at: Ms;
}

/** What an upload announced as a study of its own and what is part of one that was there: its series belong to that study, and to this upload. */
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
  /** Null: nothing was said of it. */
  acquisition_code: Generated<AcquisitionCode | null>;
  /** How sure that is: 0 to 1 of a machine, 1.1 of a person (REC-023). */
  acquisition_score: Generated<number | null>;
  /** Its place among the series of one acquisition, from 1. */
  acquisition_sort: Generated<number | null>;
  /** Under which id its files wait in its batch (or have waited) to be de-identified by the server; null of every other series. */
  opened_as: Generated<string | null>;
  /** How many files of what was announced stayed behind there: patient data could not be taken out of them. `file_count` is without them. */
  left_behind: Generated<number>;
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
  /** As announced by the client; found equal once `proved`. */
  sha256: string;
  /** Of what a de-identified one was made of, as its device says; null of one that was sent as it was. */
  original_sha256: Generated<string | null>;
  received: number;
  proved: Bit;
  /** Place in the order of slices, from 0, and its frames; null before it was read, and of what cannot be read. */
  position: number | null;
  frames: number | null;
}

/** Where the bytes of a file lie: ranges of the objects that its chunks became. Bytes are stored once. */
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

/** An upload of the legacy flow: what was sent waits here until it is known of which series it is. */
export interface BatchTable {
  upload_id: number;
  state: 'receiving' | 'reading' | 'read';
  /** JSON text of what was read (`SortedStudies`); null before. */
  sorted: string | null;
}

/** A file as it was sent, or one that was in it. What was moved to a series is no longer here. */
export interface BatchFileTable {
  id: Generated<number>;
  upload_id: number;
  /** The file that it was in. */
  parent_id: number | null;
  client_file_id: string;
  /** With the folders of its archive, as a label. */
  name: string;
  size: number;
  sha256: string;
  received: number;
  proved: Bit;
  /** Of an archive: what was in it is here, and its own bytes are gone unless it is locked. */
  is_unpacked: Bit;
  /** Files in it of a kind that is not taken. */
  unsupported: number;
  /** Why it stays behind (`BatchProblem`). */
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

/** A NIfTI volume made of a series. */
export interface VolumeTable {
  id: Generated<number>;
  series_id: number;
  name: string;
  object_key: string;
  size: number;
  sha256: string;
  /** JSON text of the converter's sidecar, without patient data; null where it wrote none. */
  sidecar: string | null;
  converter: string;
  created_at: Ms;
}

/** What the headers of a series say, and its thumbnail; there once it was read. */
export interface SeriesReadingTable {
  series_id: number;
  /** Of the reader: what an earlier one read is read again. */
  version: number;
  /** JSON text of `SeriesFacts` (contract); null where no file can be read, and why. */
  facts: string | null;
  why: string | null;
  unread_files: number;
  /** Null where no picture can be drawn, and why: JSON text of `NoPicture` (contract). */
  thumbnail_key: string | null;
  thumbnail_hash: string | null;
  thumbnail_bytes: number;
  no_picture: string | null;
  read_at: Ms;
}

/** An object that no row names, and since when: it goes after a time in which a newer backup of the database might claim it. */
export interface StrayObjectTable {
  object_key: string;
  found_at: Ms;
}

/** CALL-052: what a client says it saw. Recorded, never believed. */
export interface SeenStatusTable {
  series_uuid: string;
  user_id: number;
  state: string;
  created_at: Ms;
}

/** What a browser may fetch once without showing who it is: for one person, in one team, one thing. */
export interface DownloadTicketTable {
  /** SHA-256 of the random ticket, hexadecimal. */
  token_hash: string;
  user_id: number;
  sign_in_id: number;
  team_id: number;
  /** JSON text: the body of the call that asked for it. */
  wanted: string;
  created_at: Ms;
  /** It begins before that or never. */
  expires_at: Ms;
  used_at: Ms | null;
}

/** What a person is told in a team, without patient data; it goes with the membership. */
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
  /** What it tells of: the same is told once. */
  cause: string;
  is_seen: Bit;
  created_at: Ms;
  updated_at: Ms;
}

/** Somebody is asked to join a team: by an address, and by a link for who has no account yet. */
export interface InvitationTable {
  id: Generated<number>;
  team_id: number;
  /** Lower case. */
  email: string;
  /** The address again while the invitation waits for its answer, null afterwards: a team has one open invitation per address. */
  open_email: string | null;
  role_id: number;
  invited_by: number | null;
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  /** SHA-256 of the random token of its link, hexadecimal. A renewal puts another in its place. */
  token_hash: string;
  /** An account was made with the link: it makes no second one. */
  link_used_at: Ms | null;
  created_at: Ms;
  expires_at: Ms;
}

/** A link of an invitation that went by mail; the one that was shown to who invites stands in the invitation's row. */
export interface InvitationLinkTable {
  /** SHA-256 of the random token, hexadecimal. */
  token_hash: string;
  invitation_id: number;
  created_at: Ms;
  /** A mail server took it to the address, and nobody else saw it: who shows it reads that mailbox. */
  verifies: Generated<Bit>;
  /** The invitation was renewed since. */
  ended: Bit;
}

/** A step of a signed-in person in the app, without patient data (CALL-005). */
export interface ActivityEntryTable {
  id: Generated<number>;
  sign_in_id: number;
  user_id: number;
  /** Null where the host was of no team, or of one whose member the person was not. */
  team_id: number | null;
  type: 'route' | 'click' | 'other';
  path: string;
  name: string | null;
  uuid: string | null;
  /** When it was done. */
  created_at: Ms;
  /** Given by the client, once for a person; null where it gave none. */
  key: string | null;
}

/** What somebody called and what became of it; written once and never again (src/server/audit). No row refers to another table: it outlives all. */
export interface AuditRecordTable {
  /** From 1, without holes. */
  seq: number;
  at: Ms;
  team_id: number | null;
  user_id: number | null;
  kind: RecordKind;
  call: string;
  /** UUID of a study, series or upload, or the id of a row, as the call says. */
  subject: string | null;
  /** `done`, or the code of the refusal. */
  result: string;
  /** IP address of the client. */
  address: string;
  /** SHA-256 of the hash before it and of this record, hexadecimal. */
  hash: string;
}

/** The one row that says how far the audit trail goes; its lock orders the trail on PostgreSQL. */
export interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}

/** What the people of a team sort their studies by. */
export interface LabelTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  /** The name as it is searched, in small letters: a team has each once. */
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
  team_id: number;
  name: string;
  state_code: ProjectState;
  created_at: Ms;
  updated_at: Ms;
}

export interface StudyProjectTable {
  study_id: number;
  project_id: number;
  created_at: Ms;
}

/** Body parts. */
export interface CategoryTable {
  slug: string;
  title: string;
  sort: number;
}

export interface ModalityTable {
  code: string;
  sort: number;
}

/** Which acquisitions a series of a modality may be of. */
export interface AcquisitionTable {
  code: AcquisitionCode;
  modality: string;
  sort: number;
}

/** What the studies of a team go through, and the acquisitions that it needs. */
export interface PipelineTable {
  id: Generated<number>;
  team_id: number;
  code: string;
  name: string;
  modality_code: string;
  created_at: Ms;
}

export interface PipelineAcquisitionTable {
  pipeline_id: number;
  code: AcquisitionCode;
  sort: number;
}

/** A model that looks, or is to look, at a series or at a whole study. */
export interface InferTable {
  id: Generated<number>;
  study_id: number;
  /** Null: the whole study. */
  series_id: number | null;
  model: InferModel;
  /** JSON. */
  params: string;
  state: InferState;
  /** Case and model while it waits or runs, so that there is one of each; null afterwards. */
  open_key: string | null;
  /** Null: nobody asked, it followed a conversion. */
  created_by: number | null;
  created_at: Ms;
  updated_at: Ms;
}

export interface AiPromptTable {
  id: Generated<number>;
  modality: string;
  type: PromptType;
  version: number;
  text: string;
  /** Modality and type of the version that is asked, so that there is one of each; null of every other. */
  active_key: string | null;
  created_by: number | null;
  created_at: Ms;
}

/** A study that was asked about. Neither the header nor the answer is kept. */
export interface RecognitionTable {
  /** UUID. */
  id: string;
  team_id: number;
  user_id: number;
  /** As its device calls it. */
  study: string;
  type: PromptType;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  created_at: Ms;
}

export interface Schema {
  user: UserTable;
  sign_in: SignInTable;
  upload_token: UploadTokenTable;
  bearer: BearerTable;
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
  study: StudyTable;
  joined_study: JoinedStudyTable;
  anonymous_name: AnonymousNameTable;
  series: SeriesTable;
  file: FileTable;
  piece: PieceTable;
  chunk: ChunkTable;
  batch: BatchTable;
  batch_file: BatchFileTable;
  batch_piece: BatchPieceTable;
  batch_volume: BatchVolumeTable;
  volume: VolumeTable;
  series_reading: SeriesReadingTable;
  stray_object: StrayObjectTable;
  seen_status: SeenStatusTable;
  download_ticket: DownloadTicketTable;
  notification: NotificationTable;
  invitation: InvitationTable;
  invitation_link: InvitationLinkTable;
  label: LabelTable;
  study_label: StudyLabelTable;
  project: ProjectTable;
  study_project: StudyProjectTable;
  activity_entry: ActivityEntryTable;
  audit_record: AuditRecordTable;
  audit_head: AuditHeadTable;
  category: CategoryTable;
  modality: ModalityTable;
  acquisition: AcquisitionTable;
  pipeline: PipelineTable;
  pipeline_acquisition: PipelineAcquisitionTable;
  infer: InferTable;
  ai_prompt: AiPromptTable;
  recognition: RecognitionTable;
}
