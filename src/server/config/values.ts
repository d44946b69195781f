import { readFileSync } from 'node:fs';
import { SETTINGS, type ChoiceName, type NumberName, type SecretName, type SettingName } from './settings.ts';

/** A valid value, or one line that says what is wrong with it. */
export type Read<T> = { ok: true; value: T } | { ok: false; line: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value in the environment, or the default; '' for neither. */
export function textOf(env: Environment, name: SettingName): string {
  return env[name] || SETTINGS[name].default;
}

export function wholeNumber(env: Environment, name: NumberName): Read<number> {
  const { least, most } = SETTINGS[name];
  const text = textOf(env, name);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return { ok: true, value };
  return { ok: false, line: `${name} must be a whole number from ${least} to ${most}, not "${text}".` };
}

/** Null if it is not set and has no default. */
export function optionalNumber(env: Environment, name: NumberName): Read<number | null> {
  return textOf(env, name) === '' ? { ok: true, value: null } : wholeNumber(env, name);
}

export function oneOf<N extends ChoiceName>(env: Environment, name: N): Read<ChoiceOf<N>> {
  const values: readonly ChoiceOf<N>[] = SETTINGS[name].values;
  const text = textOf(env, name);
  const value = values.find((one) => one === text);
  return value === undefined ? { ok: false, line: `${name} must be ${values.join(' or ')}, not "${text}".` } : { ok: true, value };
}

type ChoiceOf<N extends ChoiceName> = (typeof SETTINGS)[N]['values'][number];

/** Scheme, host and port only. */
export function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isOrigin ? url.origin : null;
}

/** Parts between commas, without spaces and without empty ones. */
export function listOf(env: Environment, name: SettingName): string[] {
  return textOf(env, name)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function isSecretSet(env: Environment, name: SecretName): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]);
}

/** From the environment, or from the file that it names. Neither a wrong value nor the contents of the file are repeated. */
export function secretOf(env: Environment, name: SecretName, neededFor: string): Read<string> {
  const given = env[name];
  const path = env[`${name}_FILE`];
  if (given && path) return { ok: false, line: `${name} and ${name}_FILE are both set. Remove one of them.` };
  if (given) return { ok: true, value: given };
  if (!path) return { ok: false, line: `${name} or ${name}_FILE must be set for ${neededFor}.` };
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { ok: false, line: `${name}_FILE names an empty file.` } : { ok: true, value: text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { ok: false, line: `${name}_FILE names a file that cannot be read (${code}).` };
  }
}
