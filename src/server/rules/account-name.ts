/** An account is found by its address whatever the case of its letters. */
export function toAccountName(email: string): string {
  return email.trim().toLowerCase();
}
