/** Who chose on this host to verify their address later. Of one account, until it signs out. */
export const VERIFY_LATER_KEY = 'mt_auth.verify-later';

export function verifyLater(userId: number): void {
  localStorage.setItem(VERIFY_LATER_KEY, String(userId));
}

export function verifiesLater(userId: number): boolean {
  return localStorage.getItem(VERIFY_LATER_KEY) === String(userId);
}
