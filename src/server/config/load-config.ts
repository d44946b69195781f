import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Subprocessor } from '#contract/calls/site-calls.ts';
import { isIpAddress, RESERVED_LABELS } from '#model/addresses/hosts.ts';
import type { DatabasePlace } from '#server/db/open-database.ts';
import type { SmtpPlace } from '#server/mail/smtp.ts';
import type { ObjectPlace } from '#server/storage/open-objects.ts';
import type { ModelPlace } from '#server/recognition/model-recogniser.ts';
import { isNetwork } from '#server/forwarded.ts';
import type { MetricsPlace } from '#server/metrics/metrics-server.ts';
import { mailPlace } from './mail.ts';
import { modelPlace } from './models.ts';
import { objectPlace } from './objects.ts';
import { ROLES, roles, vaultSecret, type Role } from './processes.ts';
import { SETTING_NAMES } from './settings.ts';
import { sitePlace } from './site.ts';
import {
  isSecretSet,
  listOf,
  oneOf,
  optionalNumber,
  originOf,
  secretOf,
  textOf,
  wholeNumber,
  type Environment,
  type Read,
} from './values.ts';

/** The settings of a server. Only this folder reads the environment. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Where `npm run backup` writes to; null: this server does not know. */
  readonly backupFolder: string | null;
  readonly database: DatabasePlace;
  readonly objects: ObjectPlace;
  readonly baseDomain: string;
  /** null: `upload.` before the base domain, under scheme and port of the request. */
  readonly uploadUrl: string | null;
  readonly reservedLabels: readonly string[];
  readonly registration: 'invitation' | 'open';
  readonly log: 'silent' | 'info';
  /** Addresses and networks whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly signInDays: number;
  /** A sign-in that is not used for this long ends. */
  readonly signInIdleHours: number;
  /** How long a device can send with an upload token before it needs a new one. */
  readonly uploadTokenDays: number;
  /** null: mails are kept for the platform administrator. */
  readonly smtp: SmtpPlace | null;
  /** Origin of the main domain for links in mails; null: derived from the base domain (mail.ts). */
  readonly publicUrl: string | null;
  /** null: platform administrators can only be reached through the contact page. */
  readonly contactEmail: string | null;
  /** Other companies that process data. */
  readonly subprocessors: readonly Subprocessor[];
  /** null: no limit. */
  readonly bytesPerTeam: number | null;
  /** Time limit for unpacking one archive on the server. */
  readonly unpackMinutes: number;
  /** Of one inference on this machine. */
  readonly inference: { threads: number; memoryMb: number; maxMs: number };
  /** `npm start` also starts a worker in Python here, where PyTorch is found. */
  readonly localWorker: boolean;
  readonly drainSeconds: number;
  /** What this process does. */
  readonly roles: ReadonlySet<Role>;
  /** Of all processes, for what is stored encrypted; null: a random one of this process. */
  readonly secret: string | null;
  /** Which converted series are queued for models. */
  readonly inferredSeries: 'every' | 'reference';
  /** Language models that recognition may use; null: rules only. */
  readonly models: ModelPlace | null;
  /** null: no metrics. */
  readonly metrics: MetricsPlace | null;
  readonly demo: boolean;
}

/** `line` has one line for each wrong value. */
export type LoadedConfig = Read<Config>;

export function loadConfig(env: Environment, argv: readonly string[]): LoadedConfig {
  const wrong: string[] = [...unknownNames(env), ...unknownFlags(argv)];
  const take = <T>(read: Read<T>, otherwise: T): T => {
    if (read.ok) return read.value;
    wrong.push(read.line);
    return otherwise;
  };
  const dataFolder = resolve(textOf(env, 'LIGHTSHIP_DATA'));
  const config: Config = {
    port: take(wholeNumber(env, 'LIGHTSHIP_PORT'), 0),
    host: take(hostToListenOn(env, 'LIGHTSHIP_HOST'), ''),
    dataFolder,
    backupFolder: textOf(env, 'LIGHTSHIP_BACKUP_FOLDER') === '' ? null : resolve(textOf(env, 'LIGHTSHIP_BACKUP_FOLDER')),
    database: take(databasePlace(env, dataFolder), { engine: 'sqlite', folder: '' }),
    objects: take(objectPlace(env, dataFolder), { kind: 'disk', folder: '' }),
    baseDomain: take(baseDomain(env), ''),
    uploadUrl: take(uploadUrl(env), null),
    reservedLabels: take(reservedLabels(env), []),
    registration: take(oneOf(env, 'LIGHTSHIP_REGISTRATION'), 'invitation'),
    log: take(oneOf(env, 'LIGHTSHIP_LOG'), 'info'),
    trustedProxies: take(trustedProxies(env), []),
    signInDays: take(wholeNumber(env, 'LIGHTSHIP_SIGN_IN_DAYS'), 30),
    signInIdleHours: take(wholeNumber(env, 'LIGHTSHIP_SIGN_IN_IDLE_HOURS'), 336),
    uploadTokenDays: take(wholeNumber(env, 'LIGHTSHIP_UPLOAD_TOKEN_DAYS'), 30),
    ...take(mailPlace(env), { smtp: null, publicUrl: null }),
    ...take(sitePlace(env), { contactEmail: null, subprocessors: [] }),
    bytesPerTeam: take(wholeNumber(env, 'LIGHTSHIP_TEAM_STORAGE_GB'), 0) * 1_000_000_000 || null,
    unpackMinutes: take(wholeNumber(env, 'LIGHTSHIP_UNPACK_MINUTES'), 30),
    inference: {
      threads: take(wholeNumber(env, 'LIGHTSHIP_INFERENCE_THREADS'), 1),
      memoryMb: take(wholeNumber(env, 'LIGHTSHIP_INFERENCE_MEMORY_MB'), 4_096),
      maxMs: take(wholeNumber(env, 'LIGHTSHIP_INFERENCE_MINUTES'), 60) * 60_000,
    },
    localWorker: take(oneOf(env, 'LIGHTSHIP_LOCAL_WORKER'), 'on') === 'on',
    drainSeconds: take(wholeNumber(env, 'LIGHTSHIP_DRAIN_SECONDS'), 0),
    roles: take(roles(env), new Set(ROLES)),
    secret: take(vaultSecret(env), null),
    inferredSeries: take(oneOf(env, 'LIGHTSHIP_INFERRED_SERIES'), 'every'),
    models: take(modelPlace(env), null),
    metrics: take(metricsPlace(env), null),
    demo: argv.includes('--demo'),
  };
  if (config.demo && config.host !== '' && !isLoopback(config.host)) {
    wrong.push(
      `--demo creates accounts with known passwords, so it may listen on this machine only. Remove LIGHTSHIP_HOST, which is "${config.host}".`,
    );
  }
  if (config.database.engine === 'sqlite' && config.roles.size < ROLES.length) {
    wrong.push(
      'LIGHTSHIP_ROLES leaves out some roles, but a SQLite database serves one process. Set DATABASE_URL, or remove LIGHTSHIP_ROLES.',
    );
  }
  return wrong.length === 0 ? { ok: true, value: Object.freeze(config) } : { ok: false, line: wrong.join('\n') };
}

/** A misspelt setting must not be ignored silently. LIGHTSHIP_TEST_… belongs to the tests. */
function unknownNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('LIGHTSHIP_') && !name.startsWith('LIGHTSHIP_TEST_') && !SETTING_NAMES.includes(name))
    .map((name) => `${name} is not a setting. The settings are: ${SETTING_NAMES.join(', ')}.`);
}

function unknownFlags(argv: readonly string[]): string[] {
  return argv.filter((flag) => flag.startsWith('-') && flag !== '--demo').map((flag) => `${flag} is not a flag. The only flag is --demo.`);
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label)) && !isIpAddress(text);
}

function hostToListenOn(env: Environment, name: 'LIGHTSHIP_HOST' | 'LIGHTSHIP_METRICS_HOST'): Read<string> {
  const text = textOf(env, name);
  if (isHostName(text) || isIP(text) !== 0) return { ok: true, value: text };
  return { ok: false, line: `${name} must be an address or host name of this machine, not "${text}".` };
}

function metricsPlace(env: Environment): Read<MetricsPlace | null> {
  const port = optionalNumber(env, 'LIGHTSHIP_METRICS_PORT');
  const host = hostToListenOn(env, 'LIGHTSHIP_METRICS_HOST');
  if (!port.ok) return port;
  if (!host.ok) return host;
  return { ok: true, value: port.value === null ? null : { port: port.value, host: host.value } };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function baseDomain(env: Environment): Read<string> {
  const text = textOf(env, 'LIGHTSHIP_BASE_DOMAIN').toLowerCase();
  if (isHostName(text)) return { ok: true, value: text };
  return {
    ok: false,
    line: `LIGHTSHIP_BASE_DOMAIN must be a host name without scheme and port, such as imaging.hospital.org, not "${text}".`,
  };
}

function uploadUrl(env: Environment): Read<string | null> {
  const text = textOf(env, 'LIGHTSHIP_UPLOAD_URL');
  if (!text) return { ok: true, value: null };
  const origin = originOf(text);
  if (origin !== null) return { ok: true, value: origin };
  return {
    ok: false,
    line: `LIGHTSHIP_UPLOAD_URL must be only scheme, host and port, such as https://upload.imaging.hospital.org, not "${text}".`,
  };
}

function reservedLabels(env: Environment): Read<readonly string[]> {
  const added = listOf(env, 'LIGHTSHIP_RESERVED_LABELS').map((label) => label.toLowerCase());
  const wrong = added.find((label) => !LABEL.test(label));
  if (wrong === undefined) return { ok: true, value: [...new Set([...RESERVED_LABELS, ...added])] };
  return { ok: false, line: `LIGHTSHIP_RESERVED_LABELS must be host name labels separated by commas. "${wrong}" is not valid.` };
}

function trustedProxies(env: Environment): Read<readonly string[]> {
  const networks = listOf(env, 'LIGHTSHIP_TRUSTED_PROXIES');
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return { ok: true, value: networks };
  return {
    ok: false,
    line: `LIGHTSHIP_TRUSTED_PROXIES must be addresses or networks separated by commas, such as 127.0.0.1,10.1.0.0/16. "${wrong}" is not valid.`,
  };
}

/** The address may contain a password, so a wrong one is not repeated. */
function databasePlace(env: Environment, dataFolder: string): Read<DatabasePlace> {
  if (!isSecretSet(env, 'DATABASE_URL')) return { ok: true, value: { engine: 'sqlite', folder: join(dataFolder, 'database') } };
  const url = secretOf(env, 'DATABASE_URL', 'PostgreSQL');
  if (!url.ok) return url;
  const text = url.value;
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { ok: true, value: { engine: 'postgres', url: text } };
  return { ok: false, line: 'DATABASE_URL must be postgres://user:password@host:port/database, or be left out for SQLite.' };
}
