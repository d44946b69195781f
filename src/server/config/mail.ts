import type { SmtpPlace } from '#server/mail/smtp.ts';
import { isSecretSet, originOf, secretOf, textOf, type Environment, type Read } from './values.ts';

export interface MailPlace {
  smtp: SmtpPlace | null;
  publicUrl: string | null;
}

/**
 * The mail server, if one is set. The public address is then required as well, because a link in a mail must not depend on the `Host` of the
 * request that caused it.
 */
export function mailPlace(env: Environment): Read<MailPlace> {
  const publicUrl = publicUrlOf(env);
  const named = NAMES.filter((name) => env[name]);
  if (!isSecretSet(env, 'LIGHTSHIP_SMTP_URL')) {
    if (named[0] !== undefined)
      return { ok: false, line: `${named[0]} is set without LIGHTSHIP_SMTP_URL. Set LIGHTSHIP_SMTP_URL, or remove ${named[0]}.` };
    return publicUrl.ok ? { ok: true, value: { smtp: null, publicUrl: publicUrl.value } } : publicUrl;
  }
  const url = smtpUrlOf(env);
  const from = fromOf(env);
  const origin = publicUrl.ok && publicUrl.value === null ? NO_PUBLIC_URL : publicUrl;
  const wrong = [url, from, origin].flatMap((one) => (one.ok ? [] : [one.line]));
  if (!url.ok || !from.ok || !origin.ok) return { ok: false, line: wrong.join('\n') };
  return { ok: true, value: { smtp: { url: url.value, from: from.value }, publicUrl: origin.value } };
}

/**
 * Base of the links in mails: `LIGHTSHIP_PUBLIC_URL`, or the base domain. A base domain of this machine is reached by http on the server's port,
 * every other one by https through a proxy. The `Host` of a request is not used, because a client can send anything.
 */
export function mailOriginOf({ publicUrl, baseDomain }: { publicUrl: string | null; baseDomain: string }, port: number): string {
  if (publicUrl !== null) return publicUrl;
  const isOfThisMachine = baseDomain === 'localhost' || baseDomain.endsWith('.localhost');
  return isOfThisMachine ? `http://${baseDomain}:${port}` : `https://${baseDomain}`;
}

const NAMES = ['LIGHTSHIP_MAIL_FROM'] as const;

const NO_PUBLIC_URL = {
  ok: false,
  line: 'LIGHTSHIP_PUBLIC_URL must be set when LIGHTSHIP_SMTP_URL is set, because links in mails use it. Example: https://imaging.hospital.org.',
} as const;

function publicUrlOf(env: Environment): Read<string | null> {
  const text = textOf(env, 'LIGHTSHIP_PUBLIC_URL');
  if (!text) return { ok: true, value: null };
  const origin = originOf(text);
  if (origin !== null) return { ok: true, value: origin };
  return {
    ok: false,
    line: `LIGHTSHIP_PUBLIC_URL must be only scheme, host and port of the main domain, such as https://imaging.hospital.org, not "${text}".`,
  };
}

/** It contains a password, so a wrong one is not repeated. */
function smtpUrlOf(env: Environment): Read<string> {
  const read = secretOf(env, 'LIGHTSHIP_SMTP_URL', 'mails to be sent');
  if (!read.ok) return read;
  const url = URL.canParse(read.value) ? new URL(read.value) : null;
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return read;
  return { ok: false, line: 'LIGHTSHIP_SMTP_URL must be smtp://user:password@host:port, or smtps://… for implicit TLS.' };
}

function fromOf(env: Environment): Read<string> {
  const text = textOf(env, 'LIGHTSHIP_MAIL_FROM');
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text)) return { ok: true, value: text };
  return {
    ok: false,
    line: `LIGHTSHIP_MAIL_FROM must be the sender address of mails, such as lightship@hospital.org, not "${text}".`,
  };
}
