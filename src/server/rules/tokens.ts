import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; the server stores only the hash, so that a stolen database grants no access. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, hexadecimal. The token is random, so a slow hash would add nothing. */
export function tokenToHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
