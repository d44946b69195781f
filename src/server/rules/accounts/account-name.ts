/** Account addresses are case-insensitive. */
export function toAccountName(email: string): string {
  return email.trim().toLowerCase();
}
