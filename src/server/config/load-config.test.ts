import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightship-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const refused = (env: Record<string, string>, argv: string[] = []) => {
  const loaded = loadConfig(env, argv);
  return loaded.ok ? null : loaded.line;
};
const taken = (env: Record<string, string>, argv: string[] = []) => {
  const loaded = loadConfig(env, argv);
  if (!loaded.ok) throw new Error(loaded.line);
  return loaded.value;
};

test('a server with no setting runs on this machine with everything under ./data [CFG-10]', () => {
  const config = taken({});
  expect(config).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: resolve('data'),
    backupFolder: null,
    database: { engine: 'sqlite', folder: resolve('data/database') },
    objects: { kind: 'disk', folder: resolve('data/objects') },
    baseDomain: 'app.localhost',
    uploadUrl: null,
    reservedLabels: ['www', 'api', 'services', 'upload'],
    registration: 'invitation',
    log: 'info',
    trustedProxies: [],
    signInDays: 30,
    signInIdleHours: 336,
    uploadTokenDays: 30,
    smtp: null,
    publicUrl: null,
    contactEmail: null,
    subprocessors: [],
    bytesPerTeam: null,
    unpackMinutes: 30,
    inference: { threads: 1, memoryMb: 4_096, maxMs: 3_600_000 },
    localWorker: true,
    drainSeconds: 0,
    roles: new Set(['api', 'uploads', 'jobs', 'socket']),
    secret: null,
    inferredSeries: 'every',
    models: null,
    metrics: null,
    demo: false,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('every setting is read', () => {
  expect(
    taken({
      LIGHTSHIP_PORT: '0',
      LIGHTSHIP_HOST: '0.0.0.0',
      LIGHTSHIP_DATA: '/srv/lightship',
      LIGHTSHIP_BACKUP_FOLDER: '/srv/backup',
      LIGHTSHIP_BASE_DOMAIN: 'Imaging.Hospital.org',
      LIGHTSHIP_UPLOAD_URL: 'https://bulk.hospital.org/',
      DATABASE_URL: 'postgres://a:b@db/lightship',
      LIGHTSHIP_REGISTRATION: 'open',
      LIGHTSHIP_LOG: 'silent',
      LIGHTSHIP_UPLOAD_TOKEN_DAYS: '14',
      LIGHTSHIP_TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,2001:db8::/48',
      LIGHTSHIP_SIGN_IN_DAYS: '7',
      LIGHTSHIP_SIGN_IN_IDLE_HOURS: '8',
      LIGHTSHIP_TEAM_STORAGE_GB: '500',
      LIGHTSHIP_UNPACK_MINUTES: '90',
      LIGHTSHIP_INFERENCE_THREADS: '2',
      LIGHTSHIP_LOCAL_WORKER: 'off',
      LIGHTSHIP_INFERENCE_MEMORY_MB: '8192',
      LIGHTSHIP_INFERENCE_MINUTES: '5',
      LIGHTSHIP_DRAIN_SECONDS: '20',
      LIGHTSHIP_ROLES: 'jobs, socket',
      LIGHTSHIP_SECRET: 'thirty-two characters and some more',
      LIGHTSHIP_INFERRED_SERIES: 'reference',
      LIGHTSHIP_LLM_URL: 'https://models.hospital.org/v1/',
      LIGHTSHIP_LLM_KEY: 'secret',
      LIGHTSHIP_LLM_TEXT_MODEL: 'small',
      LIGHTSHIP_PUBLIC_URL: 'https://imaging.hospital.org/',
      LIGHTSHIP_SMTP_URL: 'smtp://lightship:secret@mail.hospital.org',
      LIGHTSHIP_MAIL_FROM: 'lightship@hospital.org',
      LIGHTSHIP_CONTACT_EMAIL: 'imaging@hospital.org',
      LIGHTSHIP_SUBPROCESSORS: 'A hoster | servers | Germany; A mailer|mails|Ireland;',
      LIGHTSHIP_RESERVED_LABELS: 'mail, Intranet,www',
      LIGHTSHIP_METRICS_PORT: '9464',
      LIGHTSHIP_METRICS_HOST: '10.1.0.4',
      PATH: '/bin',
      LIGHTSHIP_TEST_DATA: '/x',
    }),
  ).toEqual({
    port: 0,
    host: '0.0.0.0',
    dataFolder: '/srv/lightship',
    backupFolder: '/srv/backup',
    database: { engine: 'postgres', url: 'postgres://a:b@db/lightship' },
    objects: { kind: 'disk', folder: '/srv/lightship/objects' },
    baseDomain: 'imaging.hospital.org',
    uploadUrl: 'https://bulk.hospital.org',
    reservedLabels: ['www', 'api', 'services', 'upload', 'mail', 'intranet'],
    registration: 'open',
    log: 'silent',
    trustedProxies: ['127.0.0.1', '10.1.0.0/16', '2001:db8::/48'],
    signInDays: 7,
    signInIdleHours: 8,
    uploadTokenDays: 14,
    smtp: { url: 'smtp://lightship:secret@mail.hospital.org', from: 'lightship@hospital.org' },
    publicUrl: 'https://imaging.hospital.org',
    contactEmail: 'imaging@hospital.org',
    subprocessors: [
      { name: 'A hoster', purpose: 'servers', country: 'Germany' },
      { name: 'A mailer', purpose: 'mails', country: 'Ireland' },
    ],
    bytesPerTeam: 500_000_000_000,
    unpackMinutes: 90,
    inference: { threads: 2, memoryMb: 8_192, maxMs: 300_000 },
    localWorker: false,
    drainSeconds: 20,
    roles: new Set(['jobs', 'socket']),
    secret: 'thirty-two characters and some more',
    inferredSeries: 'reference',
    models: { url: 'https://models.hospital.org/v1', key: 'secret', textModel: 'small', imageModel: null },
    metrics: { port: 9464, host: '10.1.0.4' },
    demo: false,
  });
});

test('the address of the database is read from a file, so that its password is in no environment [BACK-23]', () => {
  const path = join(folder, 'url');
  writeFileSync(path, 'postgres://a:b@db/lightship\n');
  expect(taken({ DATABASE_URL_FILE: path }).database).toEqual({ engine: 'postgres', url: 'postgres://a:b@db/lightship' });
  expect(refused({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://x/y' })).toContain('both set');
});

describe('a wrong value is refused with a line that names the setting', () => {
  test.each([
    ['LIGHTSHIP_PORT', '80a'],
    ['LIGHTSHIP_PORT', '65536'],
    ['LIGHTSHIP_PORT', '-1'],
    ['LIGHTSHIP_HOST', 'http://x'],
    ['LIGHTSHIP_BASE_DOMAIN', 'app.localhost:8080'],
    ['LIGHTSHIP_BASE_DOMAIN', 'https://app'],
    ['LIGHTSHIP_BASE_DOMAIN', '10.0.0.1'],
    ['LIGHTSHIP_UPLOAD_URL', 'upload.app.localhost'],
    ['LIGHTSHIP_UPLOAD_URL', 'https://x/services'],
    ['LIGHTSHIP_UPLOAD_URL', 'ftp://x'],
    ['LIGHTSHIP_REGISTRATION', 'yes'],
    ['LIGHTSHIP_PUBLIC_URL', 'imaging.hospital.org'],
    ['LIGHTSHIP_MAIL_FROM', 'lightship@hospital.org'],
    ['LIGHTSHIP_CONTACT_EMAIL', 'imaging'],
    ['LIGHTSHIP_SUBPROCESSORS', 'A hoster | servers'],
    ['LIGHTSHIP_LOG', 'debug'],
    ['LIGHTSHIP_SIGN_IN_DAYS', '0'],
    ['LIGHTSHIP_SIGN_IN_IDLE_HOURS', '0'],
    ['LIGHTSHIP_RESERVED_LABELS', 'a b'],
    ['LIGHTSHIP_PROT', '8080'],
    ['LIGHTSHIP_METRICS_PORT', 'on'],
    ['LIGHTSHIP_METRICS_HOST', 'http://x'],
  ])('%s=%s', (name, value) => {
    const line = refused({ [name]: value });
    expect(line).toContain(name);
    expect(line?.split('\n')).toHaveLength(1);
  });

  test('several at once, one line each', () => expect(refused({ LIGHTSHIP_PORT: 'x', LIGHTSHIP_LOG: 'y' })?.split('\n')).toHaveLength(2));

  test('a mail server without the settings for mails, without showing its password', () => {
    const lines = refused({ LIGHTSHIP_SMTP_URL: 'http://me:secret@mail', LIGHTSHIP_MAIL_FROM: 'a@b, c@d' });
    expect(lines?.split('\n').map((line) => /^LIGHTSHIP_\w+/.exec(line)?.[0])).toEqual([
      'LIGHTSHIP_SMTP_URL',
      'LIGHTSHIP_MAIL_FROM',
      'LIGHTSHIP_PUBLIC_URL',
    ]);
    expect(lines).not.toContain('secret');
  });

  test('a database address, without showing its password', () => {
    const line = refused({ DATABASE_URL: 'mysql://root:secret@db/x' });
    expect(line).toContain('DATABASE_URL');
    expect(line).not.toContain('secret');
  });

  test('a file with a database address that is missing, empty or wrong, without showing what is in it', () => {
    const file = (text: string) => {
      const path = join(folder, 'database-url');
      writeFileSync(path, text);
      return refused({ DATABASE_URL_FILE: path });
    };
    expect(refused({ DATABASE_URL_FILE: join(folder, 'nothing') })).toBe('DATABASE_URL_FILE names a file that cannot be read (ENOENT).');
    expect(file('\n')).toBe('DATABASE_URL_FILE names an empty file.');
    expect(file('mysql://root:secret@db/x')).toMatch(/^DATABASE_URL must be postgres:(?!.*secret)/);
  });

  test('an unknown flag', () => expect(refused({}, ['--dmeo'])).toContain('--dmeo'));
});

describe('the demo', () => {
  test.each(['127.0.0.1', 'localhost', '::1', '127.0.0.2'])('runs on %s', (host) =>
    expect(taken({ LIGHTSHIP_HOST: host }, ['--demo']).demo).toBe(true),
  );
  test.each(['0.0.0.0', '::', '192.168.1.5', 'imaging.hospital.org'])('is refused on %s', (host) =>
    expect(refused({ LIGHTSHIP_HOST: host }, ['--demo'])).toContain('--demo'),
  );
});

test.each([
  ['a model without an endpoint', { LIGHTSHIP_LLM_TEXT_MODEL: 'small' }, 'LIGHTSHIP_LLM_TEXT_MODEL is set without LIGHTSHIP_LLM_URL'],
  [
    'an endpoint without a model',
    { LIGHTSHIP_LLM_URL: 'https://models.hospital.org/v1' },
    'LIGHTSHIP_LLM_IMAGE_MODEL must be set when LIGHTSHIP_LLM_URL is set',
  ],
  [
    'an endpoint that holds a password',
    { LIGHTSHIP_LLM_URL: 'https://a:secret@models.hospital.org', LIGHTSHIP_LLM_TEXT_MODEL: 'small' },
    'without user',
  ],
  [
    'an endpoint of another kind',
    { LIGHTSHIP_LLM_URL: 'file:///etc/passwd', LIGHTSHIP_LLM_TEXT_MODEL: 'small' },
    'the base URL of an endpoint',
  ],
  [
    'a key that would be sent unencrypted',
    { LIGHTSHIP_LLM_URL: 'http://models.hospital.org', LIGHTSHIP_LLM_TEXT_MODEL: 'small', LIGHTSHIP_LLM_KEY: 'secret' },
    'not sent unencrypted',
  ],
])('%s is refused, and no secret is shown', (_, env, words) => {
  expect(refused(env)).toContain(words);
  expect(refused(env)).not.toContain('secret');
});

test('an endpoint on this machine needs no TLS', () => {
  const env = { LIGHTSHIP_LLM_URL: 'http://127.0.0.1:11434/v1', LIGHTSHIP_LLM_IMAGE_MODEL: 'large', LIGHTSHIP_LLM_KEY: 'secret' };
  expect(taken(env).models).toMatchObject({ url: 'http://127.0.0.1:11434/v1', textModel: null, imageModel: 'large' });
});

describe('roles of a process', () => {
  test('are some of four, and only on PostgreSQL less than all', () => {
    expect(refused({ LIGHTSHIP_ROLES: 'api,mail', DATABASE_URL: 'postgres://db/x' })).toContain('not "mail"');
    expect(refused({ LIGHTSHIP_ROLES: ' , ', DATABASE_URL: 'postgres://db/x' })).toContain('LIGHTSHIP_ROLES must be');
    expect(refused({ LIGHTSHIP_ROLES: 'api' })).toContain('a SQLite database serves one process');
    expect(taken({ LIGHTSHIP_ROLES: 'socket,jobs,uploads,api' }).roles.size).toBe(4);
  });

  test('a short secret is refused and not repeated', () => {
    const line = refused({ LIGHTSHIP_SECRET: 'short-word' });
    expect(line).toContain('at least 32 characters');
    expect(line).not.toContain('short-word');
  });
});
