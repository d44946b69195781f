import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';

const BUCKET = {
  LIGHTSHIP_S3_BUCKET: 'images',
  LIGHTSHIP_S3_ENDPOINT: 'https://s3.hospital.org',
  LIGHTSHIP_S3_ACCESS_KEY_ID: 'AKIA1',
  LIGHTSHIP_S3_SECRET_ACCESS_KEY: 'very-secret',
};
const objectsOf = (env: Record<string, string | undefined>) => {
  const loaded = loadConfig(env, []);
  return loaded.ok ? loaded.value.objects : loaded.line;
};
/** The single line of a refusal. */
const lineOf = (env: Record<string, string | undefined>): string => {
  const line = objectsOf(env);
  if (typeof line !== 'string') throw new Error('The settings were taken');
  expect(line.split('\n')).toHaveLength(1);
  expect(line).not.toContain('very-secret');
  return line;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightship-keys-'));
  writeFileSync(join(folder, 'id'), 'AKIA2\n');
  writeFileSync(join(folder, 'secret'), 'from a file\n');
  writeFileSync(join(folder, 'empty'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without a bucket, objects are stored in the data folder', () => {
  expect(objectsOf({ LIGHTSHIP_DATA: '/srv/x' })).toEqual({ kind: 'disk', folder: '/srv/x/objects' });
  expect(objectsOf({ LIGHTSHIP_DATA: '/srv/x', LIGHTSHIP_S3_BUCKET: '', LIGHTSHIP_S3_REGION: '' })).toMatchObject({ kind: 'disk' });
});

test('a bucket gets the usual defaults of a compatible store', () => {
  expect(objectsOf(BUCKET)).toEqual({
    kind: 's3',
    bucket: 'images',
    endpoint: 'https://s3.hospital.org',
    region: 'us-east-1',
    prefix: '',
    pathStyle: true,
    accessKeyId: 'AKIA1',
    secretAccessKey: 'very-secret',
  });
});

test('every setting is read, the keys from files', () => {
  const env = {
    LIGHTSHIP_S3_BUCKET: 'images',
    LIGHTSHIP_S3_ENDPOINT: 'http://10.0.0.5:9000/',
    LIGHTSHIP_S3_REGION: 'eu-central-1',
    LIGHTSHIP_S3_PREFIX: 'lightship/main/',
    LIGHTSHIP_S3_PATH_STYLE: 'off',
    LIGHTSHIP_S3_ACCESS_KEY_ID_FILE: join(folder, 'id'),
    LIGHTSHIP_S3_SECRET_ACCESS_KEY_FILE: join(folder, 'secret'),
  };
  expect(objectsOf(env)).toEqual({
    kind: 's3',
    bucket: 'images',
    endpoint: 'http://10.0.0.5:9000',
    region: 'eu-central-1',
    prefix: 'lightship/main',
    pathStyle: false,
    accessKeyId: 'AKIA2',
    secretAccessKey: 'from a file',
  });
});

describe('a wrong value is refused with a line that names the setting', () => {
  test.each([
    ['LIGHTSHIP_S3_BUCKET', 'My_Bucket'],
    ['LIGHTSHIP_S3_ENDPOINT', 's3.hospital.org'],
    ['LIGHTSHIP_S3_ENDPOINT', 'https://s3.hospital.org/images'],
    ['LIGHTSHIP_S3_ENDPOINT', undefined],
    ['LIGHTSHIP_S3_REGION', 'eu central'],
    ['LIGHTSHIP_S3_PREFIX', '../other'],
    ['LIGHTSHIP_S3_PREFIX', 'Images'],
    ['LIGHTSHIP_S3_PATH_STYLE', 'yes'],
    ['LIGHTSHIP_S3_ACCESS_KEY_ID', undefined],
    ['LIGHTSHIP_S3_SECRET_ACCESS_KEY', undefined],
  ])('%s=%s', (name, value) => expect(lineOf({ ...BUCKET, [name]: value })).toContain(name));

  test('a key that is set twice', () =>
    expect(lineOf({ ...BUCKET, LIGHTSHIP_S3_SECRET_ACCESS_KEY_FILE: join(folder, 'secret') })).toContain('SECRET_ACCESS_KEY_FILE'));

  test.each(['empty', 'none'])('a key file that is %s', (name) => {
    const { LIGHTSHIP_S3_SECRET_ACCESS_KEY: _, ...env } = BUCKET;
    expect(lineOf({ ...env, LIGHTSHIP_S3_SECRET_ACCESS_KEY_FILE: join(folder, name) })).toContain('SECRET_ACCESS_KEY_FILE');
  });

  test('a password in the endpoint is not shown', () =>
    expect(lineOf({ ...BUCKET, LIGHTSHIP_S3_ENDPOINT: 'https://me:very-secret@s3.hospital.org' })).toContain('LIGHTSHIP_S3_ENDPOINT'));

  test('bucket settings without a bucket name are refused, not ignored', () =>
    expect(lineOf({ ...BUCKET, LIGHTSHIP_S3_BUCKET: undefined })).toContain('LIGHTSHIP_S3_BUCKET'));

  test('a misspelt setting', () => expect(lineOf({ ...BUCKET, LIGHTSHIP_S3_BUKCET: 'x' })).toContain('LIGHTSHIP_S3_BUKCET'));
});
