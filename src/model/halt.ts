/** Why an upload stands still until somebody does something. */
export type Halt =
  /** It goes on by itself after the next sign-in. */
  | { why: 'sign-in' }
  /** The person may not upload to this team now; it goes on by itself when they may again. */
  | { why: 'rights'; code: LostRight }
  /** Until 'Try again'. */
  | { why: 'failed'; code: string; message: string };

/** As the server names them: a permission, or the membership. */
export type LostRight = 'not_allowed' | 'not_a_member';
