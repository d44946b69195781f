import type { ModelPlace } from '#server/recognition/model-recogniser.ts';
import { isSecretSet, secretOf, textOf, type Environment, type Read } from './values.ts';

/** The language models for recognition, if an endpoint is set. */
export function modelPlace(env: Environment): Read<ModelPlace | null> {
  const url = textOf(env, 'LIGHTSHIP_LLM_URL');
  const named = NAMES.find((name) => env[name]);
  if (!url) {
    if (named === undefined) return { ok: true, value: null };
    return { ok: false, line: `${named} is set without LIGHTSHIP_LLM_URL. Set LIGHTSHIP_LLM_URL, or remove ${named}.` };
  }
  const base = baseOf(url);
  const key = isSecretSet(env, 'LIGHTSHIP_LLM_KEY') ? secretOf(env, 'LIGHTSHIP_LLM_KEY', 'the endpoint') : NO_KEY;
  const [textModel, imageModel] = [textOf(env, 'LIGHTSHIP_LLM_TEXT_MODEL') || null, textOf(env, 'LIGHTSHIP_LLM_IMAGE_MODEL') || null];
  if (base === null) return { ok: false, line: NO_BASE };
  if (!key.ok) return key;
  if (textModel === null && imageModel === null) return { ok: false, line: NO_MODEL };
  if (key.value !== null && !isPrivate(base)) return { ok: false, line: OPEN_KEY };
  return { ok: true, value: { url: base.href.replace(/\/+$/, ''), key: key.value, textModel, imageModel } };
}

const NAMES = ['LIGHTSHIP_LLM_KEY', 'LIGHTSHIP_LLM_KEY_FILE', 'LIGHTSHIP_LLM_TEXT_MODEL', 'LIGHTSHIP_LLM_IMAGE_MODEL'] as const;
const NO_KEY: Read<string | null> = { ok: true, value: null };

/** It may contain a secret, so a wrong one is not repeated. */
const NO_BASE =
  'LIGHTSHIP_LLM_URL must be the base URL of an endpoint, without user, query or fragment, such as https://models.hospital.org/v1.';
const NO_MODEL = 'LIGHTSHIP_LLM_TEXT_MODEL or LIGHTSHIP_LLM_IMAGE_MODEL must be set when LIGHTSHIP_LLM_URL is set.';
const OPEN_KEY =
  'LIGHTSHIP_LLM_URL must be an https:// URL or an address of this machine, so that LIGHTSHIP_LLM_KEY is not sent unencrypted.';

function baseOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBase =
    url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBase ? url : null;
}

function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
