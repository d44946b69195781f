/** The account that chose on this host to verify its address later; deleted at sign-out. */
export const VERIFY_LATER_KEY = 'mt_auth.verify-later';

export function verifyLater(userId: number): void {
  localStorage.setItem(VERIFY_LATER_KEY, String(userId));
}

export function verifiesLater(userId: number): boolean {
  return localStorage.getItem(VERIFY_LATER_KEY) === String(userId);
}
