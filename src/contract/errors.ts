import { marked } from '#language/t.ts';
import type { Measurement } from './measurements.ts';

/**
 * Every refusal that crosses the wire is an entry here (BACK-03). `message` is for a person and is safe to log:
 * it never repeats what was sent. Code looks at the key.
 */
export const ERRORS = {
  malformed: { status: 400, message: marked('The request could not be read.') },
  signed_out: { status: 401, message: marked('Sign in to continue.') },
  wrong_credentials: { status: 422, message: marked('E-mail or password is wrong') },
  upload_token_ended: { status: 401, message: marked('This upload is no longer allowed to send. Sign in to continue.') },
  not_allowed: { status: 403, message: marked('Not authorized') },
  not_a_member: { status: 403, message: marked('Not authorized') },
  worker_key_ended: { status: 401, message: marked('The key of this worker is not known or was revoked.') },
  key_ended: { status: 401, message: marked('This key is not known, or it has ended.') },
  key_address: { status: 403, message: marked('This key cannot be used from this address.') },
  not_for_keys: { status: 403, message: marked('This call is for people. It cannot be made with a key.') },
  account_blocked: { status: 403, message: marked('This account is blocked. Ask a platform administrator.') },
  other_address: { status: 403, message: marked('This invitation is for another e-mail address.') },
  role_not_invitable: { status: 403, message: marked('This role cannot be assigned.') },
  /** The password was entered too long ago. The call can be repeated after it is entered again. */
  password_needed: { status: 403, message: marked('Enter your password again to do this.') },
  acting: { status: 403, message: marked('Not while you act as another person.') },
  act_as_administrator: { status: 403, message: marked('Nobody can act as a platform administrator.') },
  not_acting: { status: 409, message: marked('You do not act as another person.') },
  foreign_origin: { status: 403, message: marked('Sign-in is not allowed from this address.') },
  not_found: { status: 404, message: marked('There is nothing at this address.') },
  time_out: { status: 408, message: marked('The request took too long to arrive.') },
  conflict: { status: 409, message: marked('This was already sent with different content.') },
  already_answered: { status: 409, message: marked('This invitation has already been answered.') },
  last_administrator: { status: 409, message: marked('A team must keep at least one administrator.') },
  last_platform_administrator: { status: 409, message: marked('The server must keep at least one platform administrator.') },
  api_user_ended: { status: 409, message: marked('This API user has expired or was revoked.') },
  role_in_use: { status: 409, message: marked('Someone has this role or is invited to it.') },
  role_built_in: { status: 409, message: marked('This role is built in and cannot be deleted.') },
  role_keeps: { status: 409, message: marked('This permission cannot be removed from this role, because nobody could give it back.') },
  role_changed: { status: 409, message: marked('Someone else changed this role in the meantime.') },
  lease_lost: { status: 410, message: marked('This job is no longer with this worker.') },
  model_in_use: { status: 409, message: marked('This model has results or trainings. Withdraw its versions instead of deleting it.') },
  model_fixed: { status: 409, message: marked('Structure and segments of a model cannot change once it has a version or a training.') },
  model_takes_clicks: {
    status: 409,
    message: marked('This model corrects masks by clicks. It is used in the annotator, and does not run on its own.'),
  },
  no_worker_for_clicks: { status: 409, message: marked('No worker that answers clicks was seen lately. Clicks on this device need none.') },
  model_not_promoted: { status: 409, message: marked('This model has no version that runs. Promote one first.') },
  version_withdrawn: { status: 409, message: marked('This version was withdrawn.') },
  training_running: { status: 409, message: marked('This training is already running or has ended.') },
  training_not_running: { status: 409, message: marked('This training is not running.') },
  segments_differ: { status: 409, message: marked('The segments of the dataset are not those of the model.') },
  too_few_cases: { status: 409, message: marked('A training needs at least one patient to learn from and one to measure on.') },
  infer_ended: { status: 409, message: marked('This inference has already ended.') },
  rules_changed: { status: 409, message: marked('Someone else changed the configuration in the meantime.') },
  own_account: { status: 409, message: marked('You cannot block your own account.') },
  own_team: { status: 409, message: marked('You are using this team. Switch to another one to suspend it.') },
  structure_shipped: { status: 409, message: marked('This structure is in every team. Teams cannot change or delete it.') },
  transfer_function_shipped: {
    status: 409,
    message: marked('This transfer function came with the product. Copy it to change it.'),
  },
  study_arriving: {
    status: 409,
    message: marked('This study is still being uploaded or converted. It can be deleted when that has ended.'),
  },
  study_deleted: {
    status: 409,
    message: marked('This study was deleted from the team. An administrator can restore it. To send it again, start a new upload.'),
  },
  role_of_creator: { status: 409, message: marked('The person who created the segmentation always owns it.') },
  measurement_deleted: { status: 409, message: marked('This measurement was deleted.') },
  lesion_deleted: { status: 409, message: marked('This lesion was deleted, or is one of another patient.') },
  comment_deleted: { status: 409, message: marked('This comment was deleted.') },
  answer_deleted: { status: 409, message: marked('This answer was deleted.') },
  read_closed: { status: 409, message: marked('This read is finished. Its answer can only be read.') },
  project_answered: { status: 409, message: marked('This project cannot be removed because its forms have been answered') },
  grid_missing: { status: 409, message: marked('Masks cannot be created on this series.') },
  setup_done: { status: 409, message: marked('The first account already exists. Sign in instead.') },
  task_moved: { status: 409, message: marked('This task is in another state now, or somebody else has it.') },
  read_by_administrator: {
    status: 409,
    message: marked('An administrator of the team reads a case of it blinded and could open it there. Wait until the campaign has ended.'),
  },
  case_of_campaign: { status: 409, message: marked('You read this study in a campaign. Open it from there to work on it.') },
  campaign_state: { status: 409, message: marked('This campaign is in another state now. Reload the page.') },
  campaign_started: { status: 409, message: marked('This campaign has started. Only its guideline and its date can be changed.') },
  project_started: { status: 409, message: marked('This project cannot be removed because it has already been started') },
  project_finished: { status: 409, message: marked('This project is finished. It can only be read.') },
  project_state: { status: 409, message: marked('A project is created, then started, then finished, and never goes back.') },
  project_empty: { status: 409, message: marked('Add a study first. The list of studies is locked when the project starts.') },
  structure_in_use: { status: 409, message: marked('A segmentation or a dataset uses this structure, so it cannot be deleted.') },
  series_incomplete: { status: 409, message: marked('Some files of the series are not on the server yet.') },
  version_studies: {
    status: 409,
    message: marked('Studies that cannot be in the version must be left out first. Look at the list again.'),
  },
  version_empty: { status: 409, message: marked('There is no study that can be in the version.') },
  version_not_frozen: { status: 409, message: marked('This version is not complete.') },
  faces_unconfirmed: { status: 409, message: marked('Images of a head can show a face. Somebody must confirm first that they may leave.') },
  file_exists: { status: 409, message: marked('A file or folder with this name already exists.') },
  file_busy: { status: 409, message: marked('Something is still being written into this folder. Wait until it has ended, or cancel it.') },
  invitation_ended: { status: 410, message: marked('This invitation has ended. Ask for a new one.') },
  link_ended: { status: 410, message: marked('This link has expired or was already used. Request a new one.') },
  session_closed: { status: 410, message: marked('This upload is closed.') },
  mask_changed: { status: 412, message: marked('Somebody has changed the mask since. Nothing was written.') },
  too_large: { status: 413, message: marked('The request is larger than the limit.') },
  range_outside: { status: 416, message: marked('The requested range is outside the file.') },
  invalid: { status: 422, message: marked('Some values are not valid.') },
  /** `errors` has the reason under the name of the field. */
  file_name_refused: { status: 422, message: marked('This name is not allowed for a file or folder.') },
  folder_into_itself: { status: 422, message: marked('A folder cannot be moved or copied into itself.') },
  folder_full: { status: 422, message: marked('A folder holds at most 10,000 files and folders.') },
  folder_too_deep: { status: 422, message: marked('Folders can be nested at most 64 deep.') },
  not_a_file: { status: 422, message: marked('This is a folder, or something that cannot be read like a file.') },
  weak_password: { status: 422, message: marked('This password is too easy to guess.') },
  wrong_code: { status: 422, message: marked('The one-time code is not valid. The server prints it when it starts.') },
  duplicate_email: { status: 422, message: marked('Duplicate email') },
  duplicate_label: { status: 422, message: marked('A label with this name already exists.') },
  duplicate_folder: { status: 422, message: marked('A folder with this name already exists.') },
  duplicate_structure: { status: 422, message: marked('A structure with this slug already exists.') },
  duplicate_transfer_function: { status: 422, message: marked('A transfer function with this name already exists.') },
  not_shared: { status: 422, message: marked('Users can be added and removed only on shared segmentations.') },
  project_closed: { status: 422, message: marked('No studies can be added to this project because it has already been started') },
  missing_bodypart: { status: 422, message: marked('Missing bodypart') },
  checksum_wrong: { status: 422, message: marked('The bytes that arrived differ from the bytes that were sent.') },
  registration_closed: { status: 403, message: marked('Registration is by invitation.') },
  too_many: { status: 429, message: marked('Too many attempts. Wait a moment.') },
  fault: { status: 500, message: marked('The server had an error. Your work on this device is safe.') },
  not_built: { status: 501, message: marked('This call is not available yet.') },
  unavailable: { status: 503, message: marked('The server is busy or stopping. Try again.') },
  /** 503 instead of 403, so that queued work on devices keeps waiting, also with older clients. */
  team_suspended: { status: 503, message: marked('This team is suspended. Ask a platform administrator.') },
  storage_full: { status: 507, message: marked('The server has no space left. Data on this device is kept.') },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Body of every error response. `errors` names fields, never their values. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: Record<string, string[]>;
  /** The limit that was exceeded, with 413, 429 and 507. */
  limit?: { name: string; max: number };
  /** Numbers of people and open invitations, with `role_in_use`. */
  held_by?: HeldBy;
  /** The measurement as it is on the server, if a change of an older version is refused with `conflict`. */
  stored?: Measurement;
}

export interface HeldBy {
  people: number;
  invitations: number;
}
