import { readFileSync } from 'node:fs';

/** A value that was understood, or one line that says what is wrong with it. */
export type Read<T> = { ok: true; value: T } | { ok: false; line: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export function wholeNumber(env: Environment, name: string, otherwise: number, least: number, most: number): Read<number> {
  const text = env[name] || String(otherwise);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return { ok: true, value };
  return { ok: false, line: `${name} must be a whole number from ${least} to ${most}, not "${text}".` };
}

export function oneOf<const T extends string>(env: Environment, name: string, values: readonly [T, ...T[]]): Read<T> {
  const text = env[name] || values[0];
  const value = values.find((one) => one === text);
  return value === undefined ? { ok: false, line: `${name} must be ${values.join(' or ')}, not "${text}".` } : { ok: true, value };
}

/** Scheme, host and port alone. */
export function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isOrigin ? url.origin : null;
}

/** From the environment, or from a file that it names. Neither a wrong value nor what a file holds is repeated. */
export function secretOf(env: Environment, name: string, neededFor: string): Read<string> {
  const given = env[name];
  const path = env[`${name}_FILE`];
  if (given && path) return { ok: false, line: `${name} and ${name}_FILE are both set: leave one of them out.` };
  if (given) return { ok: true, value: given };
  if (!path) return { ok: false, line: `${name} or ${name}_FILE must be set for ${neededFor}.` };
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { ok: false, line: `${name}_FILE names a file that is empty.` } : { ok: true, value: text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { ok: false, line: `${name}_FILE names a file that cannot be read (${code}).` };
  }
}
