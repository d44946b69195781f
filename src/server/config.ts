import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Subprocessor } from '#contract/site-calls.ts';
import { isIpAddress, RESERVED_LABELS } from '#model/hosts.ts';
import type { DatabasePlace } from '#server/db/open-database.ts';
import type { SmtpPlace } from '#server/mail/smtp.ts';
import type { ObjectPlace } from '#server/storage/open-objects.ts';
import type { ModelPlace } from '#server/recognition/model-recogniser.ts';
import { isNetwork } from './forwarded.ts';
import { mailPlace } from './config-mail.ts';
import { modelPlace } from './config-models.ts';
import { objectPlace } from './config-objects.ts';
import { sitePlace } from './config-site.ts';
import { oneOf, originOf, wholeNumber, type Environment, type Read } from './config-values.ts';

/** The settings of a server. This file and those beside it alone read the environment. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly database: DatabasePlace;
  readonly objects: ObjectPlace;
  readonly baseDomain: string;
  /** null: `upload.` before the base domain, under scheme and port of the request. */
  readonly uploadUrl: string | null;
  readonly reservedLabels: readonly string[];
  readonly registration: 'invitation' | 'open';
  readonly log: 'silent' | 'info';
  /** Addresses and networks whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly signInDays: number;
  /** A sign-in that is not used for so long ends before. */
  readonly signInIdleHours: number;
  /** How long a device may send under the token of an upload before it needs a new one. */
  readonly uploadTokenDays: number;
  /** null: mails are kept for who runs the server. */
  readonly smtp: SmtpPlace | null;
  /** Origin of the main domain for the links in mails; null: made of the base domain (config-mail.ts). */
  readonly publicUrl: string | null;
  /** null: those who run the server are written to by the contact page alone. */
  readonly contactEmail: string | null;
  /** Who else handles data for them. */
  readonly subprocessors: readonly Subprocessor[];
  /** null: no limit. */
  readonly bytesPerTeam: number | null;
  /** What the unpacking of one archive on the server may take. */
  readonly unpackMinutes: number;
  /** Which converted series wait for models. */
  readonly inferredSeries: 'every' | 'reference';
  /** Language models that recognition may ask; null: rules alone. */
  readonly models: ModelPlace | null;
  readonly demo: boolean;
}

/** `line` names every wrong value, a line each. */
export type LoadedConfig = Read<Config>;

export function loadConfig(env: Environment, argv: readonly string[]): LoadedConfig {
  const wrong: string[] = [...unknownNames(env), ...unknownFlags(argv)];
  const take = <T>(read: Read<T>, otherwise: T): T => {
    if (read.ok) return read.value;
    wrong.push(read.line);
    return otherwise;
  };
  const dataFolder = resolve(env['LIGHTSHIP_DATA'] || 'data');
  const config: Config = {
    port: take(wholeNumber(env, 'LIGHTSHIP_PORT', 8080, 0, 65_535), 0),
    host: take(hostToListenOn(env), ''),
    dataFolder,
    database: take(databasePlace(env, dataFolder), { engine: 'sqlite', folder: '' }),
    objects: take(objectPlace(env, dataFolder), { kind: 'disk', folder: '' }),
    baseDomain: take(baseDomain(env), ''),
    uploadUrl: take(uploadUrl(env), null),
    reservedLabels: take(reservedLabels(env), []),
    registration: take(oneOf(env, 'LIGHTSHIP_REGISTRATION', ['invitation', 'open']), 'invitation'),
    log: take(oneOf(env, 'LIGHTSHIP_LOG', ['info', 'silent']), 'info'),
    trustedProxies: take(trustedProxies(env), []),
    signInDays: take(wholeNumber(env, 'LIGHTSHIP_SIGN_IN_DAYS', 30, 1, 400), 30),
    signInIdleHours: take(wholeNumber(env, 'LIGHTSHIP_SIGN_IN_IDLE_HOURS', 336, 1, 9600), 336),
    uploadTokenDays: take(wholeNumber(env, 'LIGHTSHIP_UPLOAD_TOKEN_DAYS', 30, 1, 400), 30),
    ...take(mailPlace(env), { smtp: null, publicUrl: null }),
    ...take(sitePlace(env), { contactEmail: null, subprocessors: [] }),
    bytesPerTeam: take(wholeNumber(env, 'LIGHTSHIP_TEAM_STORAGE_GB', 0, 0, 1_000_000), 0) * 1_000_000_000 || null,
    unpackMinutes: take(wholeNumber(env, 'LIGHTSHIP_UNPACK_MINUTES', 30, 1, 1440), 30),
    inferredSeries: take(oneOf(env, 'LIGHTSHIP_INFERRED_SERIES', ['every', 'reference']), 'every'),
    models: take(modelPlace(env), null),
    demo: argv.includes('--demo'),
  };
  if (config.demo && config.host !== '' && !isLoopback(config.host)) {
    wrong.push(
      `--demo has accounts with known passwords, so it listens on this machine only: leave LIGHTSHIP_HOST out instead of "${config.host}".`,
    );
  }
  return wrong.length === 0 ? { ok: true, value: Object.freeze(config) } : { ok: false, line: wrong.join('\n') };
}

const NAMES = [
  'LIGHTSHIP_PORT',
  'LIGHTSHIP_HOST',
  'LIGHTSHIP_DATA',
  'LIGHTSHIP_BASE_DOMAIN',
  'LIGHTSHIP_UPLOAD_URL',
  'LIGHTSHIP_TRUSTED_PROXIES',
  'LIGHTSHIP_REGISTRATION',
  'LIGHTSHIP_LOG',
  'LIGHTSHIP_SIGN_IN_DAYS',
  'LIGHTSHIP_SIGN_IN_IDLE_HOURS',
  'LIGHTSHIP_UPLOAD_TOKEN_DAYS',
  'LIGHTSHIP_TEAM_STORAGE_GB',
  'LIGHTSHIP_UNPACK_MINUTES',
  'LIGHTSHIP_INFERRED_SERIES',
  'LIGHTSHIP_LLM_URL',
  'LIGHTSHIP_LLM_KEY',
  'LIGHTSHIP_LLM_KEY_FILE',
  'LIGHTSHIP_LLM_TEXT_MODEL',
  'LIGHTSHIP_LLM_IMAGE_MODEL',
  'LIGHTSHIP_RESERVED_LABELS',
  'LIGHTSHIP_PUBLIC_URL',
  'LIGHTSHIP_SMTP_URL',
  'LIGHTSHIP_SMTP_URL_FILE',
  'LIGHTSHIP_MAIL_FROM',
  'LIGHTSHIP_CONTACT_EMAIL',
  'LIGHTSHIP_SUBPROCESSORS',
  'LIGHTSHIP_S3_BUCKET',
  'LIGHTSHIP_S3_ENDPOINT',
  'LIGHTSHIP_S3_REGION',
  'LIGHTSHIP_S3_PREFIX',
  'LIGHTSHIP_S3_PATH_STYLE',
  'LIGHTSHIP_S3_ACCESS_KEY_ID',
  'LIGHTSHIP_S3_ACCESS_KEY_ID_FILE',
  'LIGHTSHIP_S3_SECRET_ACCESS_KEY',
  'LIGHTSHIP_S3_SECRET_ACCESS_KEY_FILE',
] as const;

/** A misspelt setting must not be a setting that silently does nothing. LIGHTSHIP_TEST_… belongs to the tests. */
function unknownNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('LIGHTSHIP_') && !name.startsWith('LIGHTSHIP_TEST_') && !NAMES.some((known) => known === name))
    .map((name) => `${name} is no setting of this server. There are: ${NAMES.join(', ')}.`);
}

function unknownFlags(argv: readonly string[]): string[] {
  return argv
    .filter((flag) => flag.startsWith('-') && flag !== '--demo')
    .map((flag) => `${flag} is no flag of this server. There is: --demo.`);
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label)) && !isIpAddress(text);
}

function hostToListenOn(env: Environment): Read<string> {
  const text = env['LIGHTSHIP_HOST'] || '127.0.0.1';
  if (isHostName(text) || isIP(text) !== 0) return { ok: true, value: text };
  return { ok: false, line: `LIGHTSHIP_HOST must be an address or a name of this machine, not "${text}".` };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function baseDomain(env: Environment): Read<string> {
  const text = (env['LIGHTSHIP_BASE_DOMAIN'] || 'app.localhost').toLowerCase();
  if (isHostName(text)) return { ok: true, value: text };
  return {
    ok: false,
    line: `LIGHTSHIP_BASE_DOMAIN must be a host name without scheme and port, such as imaging.hospital.org, not "${text}".`,
  };
}

function uploadUrl(env: Environment): Read<string | null> {
  const text = env['LIGHTSHIP_UPLOAD_URL'];
  if (!text) return { ok: true, value: null };
  const origin = originOf(text);
  if (origin !== null) return { ok: true, value: origin };
  return {
    ok: false,
    line: `LIGHTSHIP_UPLOAD_URL must be scheme, host and port alone, such as https://upload.imaging.hospital.org, not "${text}".`,
  };
}

function reservedLabels(env: Environment): Read<readonly string[]> {
  const added = (env['LIGHTSHIP_RESERVED_LABELS'] ?? '')
    .toLowerCase()
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');
  const wrong = added.find((label) => !LABEL.test(label));
  if (wrong === undefined) return { ok: true, value: [...new Set([...RESERVED_LABELS, ...added])] };
  return { ok: false, line: `LIGHTSHIP_RESERVED_LABELS must be labels of host names with commas between them; "${wrong}" is none.` };
}

function trustedProxies(env: Environment): Read<readonly string[]> {
  const networks = (env['LIGHTSHIP_TRUSTED_PROXIES'] ?? '')
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '');
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return { ok: true, value: networks };
  return {
    ok: false,
    line: `LIGHTSHIP_TRUSTED_PROXIES must be addresses or networks with commas between them, such as 127.0.0.1,10.1.0.0/16; "${wrong}" is none.`,
  };
}

/** The address may hold a password, so a wrong one is not repeated. */
function databasePlace(env: Environment, dataFolder: string): Read<DatabasePlace> {
  const text = env['DATABASE_URL'];
  if (!text) return { ok: true, value: { engine: 'sqlite', folder: join(dataFolder, 'database') } };
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { ok: true, value: { engine: 'postgres', url: text } };
  return { ok: false, line: 'DATABASE_URL must be postgres://user:password@host:port/database, or be left out for SQLite.' };
}
