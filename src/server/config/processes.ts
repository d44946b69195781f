import { isSecretSet, listOf, secretOf, type Environment, type Read } from './values.ts';

/** What one process of an installation does. */
export const ROLES = ['api', 'uploads', 'jobs', 'socket'] as const;
export type Role = (typeof ROLES)[number];

export function roles(env: Environment): Read<ReadonlySet<Role>> {
  const names = listOf(env, 'LIGHTSHIP_ROLES');
  const wrong = names.find((name) => !isRole(name));
  if (wrong === undefined && names.length > 0) return { ok: true, value: new Set(names.filter(isRole)) };
  return { ok: false, line: `LIGHTSHIP_ROLES must be one or more of ${ROLES.join(', ')}, separated by commas, not "${wrong ?? ''}".` };
}

/** null: each process has a key of its own. */
export function vaultSecret(env: Environment): Read<string | null> {
  if (!isSecretSet(env, 'LIGHTSHIP_SECRET')) return { ok: true, value: null };
  const secret = secretOf(env, 'LIGHTSHIP_SECRET', 'several processes');
  if (!secret.ok || secret.value.length >= LEAST_CHARACTERS) return secret;
  return { ok: false, line: `LIGHTSHIP_SECRET must have at least ${LEAST_CHARACTERS} characters.` };
}

const LEAST_CHARACTERS = 32;

function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}
