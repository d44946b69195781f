/** Why an upload is stopped until the user acts. */
export type Halt =
  /** It resumes after the next sign-in. */
  | { why: 'sign-in' }
  /** The user may not upload to this team now; it resumes when they may again. */
  | { why: 'rights'; code: LostRight }
  /** Until 'Try again'. */
  | { why: 'failed'; code: string; message: string };

/** The server's name for the lost permission or membership. */
export type LostRight = 'not_allowed' | 'not_a_member';
