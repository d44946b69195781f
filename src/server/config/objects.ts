import { join } from 'node:path';
import { isObjectKey } from '#server/storage/object-key.ts';
import type { ObjectPlace } from '#server/storage/open-objects.ts';
import type { SettingName } from './settings.ts';
import { oneOf, originOf, secretOf, textOf, type Environment, type Read } from './values.ts';

const NEEDED_FOR = 'the bucket of LIGHTSHIP_S3_BUCKET';

/** The bucket if one is set, otherwise a folder next to the database. Has one line for each wrong value. */
export function objectPlace(env: Environment, dataFolder: string): Read<ObjectPlace> {
  const bucket = textOf(env, 'LIGHTSHIP_S3_BUCKET');
  if (!bucket) return withoutBucket(env, dataFolder);
  const read = {
    bucket: matching('LIGHTSHIP_S3_BUCKET', bucket, /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
    endpoint: endpointOf(env),
    region: matching('LIGHTSHIP_S3_REGION', textOf(env, 'LIGHTSHIP_S3_REGION'), /^[A-Za-z0-9-]{1,64}$/, 'the name of a region'),
    prefix: prefixOf(env),
    pathStyle: oneOf(env, 'LIGHTSHIP_S3_PATH_STYLE'),
    accessKeyId: secretOf(env, 'LIGHTSHIP_S3_ACCESS_KEY_ID', NEEDED_FOR),
    secretAccessKey: secretOf(env, 'LIGHTSHIP_S3_SECRET_ACCESS_KEY', NEEDED_FOR),
  };
  const wrong = Object.values(read).flatMap((one) => (one.ok ? [] : [one.line]));
  if (wrong.length > 0) return { ok: false, line: wrong.join('\n') };
  const value = (one: Read<string>): string => (one.ok ? one.value : '');
  return {
    ok: true,
    value: {
      kind: 's3',
      bucket: value(read.bucket),
      endpoint: value(read.endpoint),
      region: value(read.region),
      prefix: value(read.prefix),
      pathStyle: value(read.pathStyle) === 'on',
      accessKeyId: value(read.accessKeyId),
      secretAccessKey: value(read.secretAccessKey),
    },
  };
}

/** An incomplete S3 configuration must not lead to a server that stores images on its disk. */
function withoutBucket(env: Environment, dataFolder: string): Read<ObjectPlace> {
  const other = Object.keys(env).find((name) => name.startsWith('LIGHTSHIP_S3_') && env[name]);
  if (other === undefined) return { ok: true, value: { kind: 'disk', folder: join(dataFolder, 'objects') } };
  return {
    ok: false,
    line: `${other} is set without LIGHTSHIP_S3_BUCKET. Set LIGHTSHIP_S3_BUCKET, or remove every LIGHTSHIP_S3_… setting.`,
  };
}

function endpointOf(env: Environment): Read<string> {
  const text = textOf(env, 'LIGHTSHIP_S3_ENDPOINT');
  const origin = originOf(text);
  if (origin !== null) return { ok: true, value: origin };
  return {
    ok: false,
    line: `LIGHTSHIP_S3_ENDPOINT must be only scheme, host and port of the store, such as https://s3.hospital.org${text === '' || text.includes('@') ? '' : `, not "${text}"`}.`,
  };
}

function prefixOf(env: Environment): Read<string> {
  const text = textOf(env, 'LIGHTSHIP_S3_PREFIX').replace(/\/$/, '');
  if (text === '' || (isObjectKey(text) && text.length <= 200)) return { ok: true, value: text };
  return {
    ok: false,
    line: `LIGHTSHIP_S3_PREFIX must consist of parts made of a-z, 0-9, dot and dash, separated by slashes, not "${text}".`,
  };
}

function matching(name: SettingName, text: string, pattern: RegExp, what: string): Read<string> {
  return pattern.test(text) ? { ok: true, value: text } : { ok: false, line: `${name} must be ${what}, not "${text}".` };
}
