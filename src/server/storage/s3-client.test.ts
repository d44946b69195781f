import { expect, test } from 'vitest';
import { createS3Client, type S3Place } from './s3-client.ts';

const place: S3Place = {
  endpoint: 'http://127.0.0.1:9000',
  region: 'eu-central-1',
  bucket: 'images',
  prefix: '',
  pathStyle: true,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

test('a store is configured by its location, with calls that every compatible store knows, and our time limits', async () => {
  const { config } = createS3Client(place);
  expect(await config.region()).toBe('eu-central-1');
  expect(await config.credentials()).toMatchObject({ accessKeyId: 'key', secretAccessKey: 'secret' });
  expect(config.forcePathStyle).toBe(true);
  expect(await config.endpoint?.()).toMatchObject({ protocol: 'http:', hostname: '127.0.0.1', port: 9000 });
  expect(await config.maxAttempts()).toBe(3);
  expect(await config.retryStrategy()).toMatchObject({ mode: 'standard' });
  expect(await config.requestChecksumCalculation()).toBe('WHEN_REQUIRED');
  expect(await config.responseChecksumValidation()).toBe('WHEN_REQUIRED');
});

/** The part of the SDK's Node handler that is used here. The SDK's type also covers the browser's. */
interface NodeHttpHandler {
  handle(request: never): Promise<unknown>;
  httpHandlerConfigs(): object;
}

test('a silent store is given up after the time limit', async () => {
  const handlerOf = async (client: ReturnType<typeof createS3Client>) => {
    const requestHandler = client.config.requestHandler as unknown as NodeHttpHandler;
    // The configuration is read at its first request.
    await requestHandler.handle(undefined as never).catch(() => undefined);
    return requestHandler.httpHandlerConfigs();
  };
  const patience = { connectionTimeout: 5_000, socketTimeout: 30_000, requestTimeout: 60_000, throwOnRequestTimeout: true };
  expect(await handlerOf(createS3Client(place))).toMatchObject(patience);
  const short = createS3Client(place, { attempts: 1, connectMs: 1, idleMs: 2, answerMs: 3 });
  expect(await handlerOf(short)).toMatchObject({ connectionTimeout: 1, socketTimeout: 2, requestTimeout: 3 });
  expect(await short.config.maxAttempts()).toBe(1);
});
