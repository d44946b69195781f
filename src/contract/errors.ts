/**
 * Every refusal that crosses the wire is an entry here (BACK-03). `message` is for a person and is safe to log:
 * it never repeats what was sent. Code looks at the key.
 */
export const ERRORS = {
  malformed: { status: 400, message: 'The request could not be read.' },
  signed_out: { status: 401, message: 'Sign in to continue.' },
  wrong_credentials: { status: 422, message: 'E-mail or password is wrong' },
  upload_token_ended: { status: 401, message: 'This upload is no longer allowed to send. Sign in to continue.' },
  not_allowed: { status: 403, message: 'Not authorized' },
  not_a_member: { status: 403, message: 'Not authorized' },
  account_blocked: { status: 403, message: 'This account is blocked. Ask who runs this server.' },
  other_address: { status: 403, message: 'This invitation is for another e-mail address.' },
  role_not_invitable: { status: 403, message: 'This role cannot be given.' },
  /** Asked for again where it was given some time ago: the same call may be sent again after it. */
  password_needed: { status: 403, message: 'Give your password again to do this.' },
  foreign_origin: { status: 403, message: 'This address may not ask for a sign-in.' },
  not_found: { status: 404, message: 'There is nothing here under this address.' },
  time_out: { status: 408, message: 'The request took too long to arrive.' },
  conflict: { status: 409, message: 'This was already sent with other content.' },
  already_answered: { status: 409, message: 'This invitation was answered already.' },
  last_administrator: { status: 409, message: 'A team keeps at least one administrator.' },
  last_platform_administrator: { status: 409, message: 'The server keeps at least one platform administrator.' },
  role_in_use: { status: 409, message: 'Somebody holds this role, or is invited to it.' },
  role_built_in: { status: 409, message: 'This role came with the server and stays.' },
  role_keeps: { status: 409, message: 'This role keeps what nobody could give back.' },
  role_changed: { status: 409, message: 'Somebody else changed this role meanwhile.' },
  own_account: { status: 409, message: 'Nobody blocks their own account.' },
  own_team: { status: 409, message: 'This is the team that you are in. Suspend it from another one.' },
  setup_done: { status: 409, message: 'The first account exists already. Sign in instead.' },
  project_started: { status: 409, message: 'This project cannot be removed because it has already been started' },
  series_incomplete: { status: 409, message: 'Not every file of the series is on the server yet.' },
  invitation_ended: { status: 410, message: 'This invitation has ended. Ask for a new one.' },
  link_ended: { status: 410, message: 'This link has ended or was used. Ask for a new one.' },
  session_closed: { status: 410, message: 'This upload is closed.' },
  too_large: { status: 413, message: 'The request is larger than the limit.' },
  range_outside: { status: 416, message: 'The file has no such range.' },
  invalid: { status: 422, message: 'Some values are not valid.' },
  weak_password: { status: 422, message: 'This password is too easy to guess.' },
  wrong_code: { status: 422, message: 'The one-time code is not valid. The start of the server prints it.' },
  duplicate_email: { status: 422, message: 'Duplicate email' },
  duplicate_label: { status: 422, message: 'There is a label with this name already.' },
  project_closed: { status: 422, message: 'This project takes no more studies because it has already been started' },
  missing_bodypart: { status: 422, message: 'Missing bodypart' },
  checksum_wrong: { status: 422, message: 'The bytes that arrived differ from the bytes that were sent.' },
  registration_closed: { status: 403, message: 'Registration is by invitation.' },
  too_many: { status: 429, message: 'Too many tries. Wait a moment.' },
  fault: { status: 500, message: 'The server failed. The work on this device is kept.' },
  not_built: { status: 501, message: 'This call is a stub and answers nothing.' },
  unavailable: { status: 503, message: 'The server is busy or stopping. Try again.' },
  /** 503 and not 403: whatever waits on devices goes on waiting, with a client of before as well. */
  team_suspended: { status: 503, message: 'This team is suspended. Ask who runs this server.' },
  storage_full: { status: 507, message: 'The server has no room left. What is stored on this device is kept.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Body of every answer that is not a success. `errors` names fields, never their values. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: Record<string, string[]>;
  /** Names the limit that was passed, with 413, 429 and 507. */
  limit?: { name: string; max: number };
  /** How many people and open invitations, with `role_in_use`. */
  held_by?: HeldBy;
}

export interface HeldBy {
  people: number;
  invitations: number;
}
