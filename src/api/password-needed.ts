/**
 * The server refuses a call that gives rights where the password was given too long ago (`password_needed`). The page asks for it in one dialog,
 * whichever page called; calls that are refused together wait for the same answer.
 */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** `listener`: true once the server has accepted the password, false if none was entered. */
export function onPasswordNeeded(listener: Ask): () => void {
  ask = listener;
  return () => {
    if (ask === listener) ask = null;
  };
}

/** Immediately false where no user can be asked, as in a worker. */
export async function passwordIsGiven(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
