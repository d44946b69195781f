import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { ERRORS } from '#contract/errors.ts';
import { JOB_NAMES } from '#contract/jobs.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts';
import { CHUNK_OUTCOMES, JOB_OUTCOMES, REQUEST_RESULTS, TRANSACTION_OUTCOMES, UPLOAD_ENDS } from '#server/rules/measures.ts';
import { openContractServer, type ContractServer } from './contract-server.ts';
import { conversionBody, drop, endedUpload, packFile, registerUpload, sendChunk } from './upload-steps.ts';

/** All values that a label may have: what is not listed here is in no figure. */
const LABEL_VALUES: Record<string, readonly string[]> = {
  call: [...Object.keys(CALLS), 'health', 'page'],
  result: [...REQUEST_RESULTS, ...Object.keys(ERRORS)],
  outcome: [...CHUNK_OUTCOMES, ...JOB_OUTCOMES, ...TRANSACTION_OUTCOMES],
  how: UPLOAD_ENDS,
  name: JOB_NAMES,
  // Of the process itself, named by Node.
  version: [process.version],
  major: [process.versions.node.split('.')[0]!],
  minor: [process.versions.node.split('.')[1]!],
  patch: [process.versions.node.split('.')[2]!],
  kind: ['major', 'minor', 'incremental', 'weakcb'],
  space: ['read_only', 'new', 'old', 'code', 'shared', 'trusted', 'shared_trusted', 'large_object', 'new_large_object', 'code_large_object']
    .flatMap((space) => [space, space.replace('large_object', 'shared_large_object')])
    .concat('shared_trusted_large_object', 'trusted_large_object'),
};

describe.each(TEST_ENGINES)('metrics on %s', (engine) => {
  let metrics: Metrics;
  let server: ContractServer;
  beforeEach(async () => {
    metrics = createMetrics();
    server = await openContractServer(engine, { metrics });
  });
  afterEach(() => server.close());

  const scrape = () =>
    metrics.text({
      db: server.db,
      now: server.context.now,
      openSockets: () => 3,
      passwordHashesWaiting: () => 4,
      chunkBytesHeld: () => 5,
    });
  /** Values by series, as they are written. */
  const figures = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await scrape())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );

  test('count an upload: its chunks, repeats, refusals, files and jobs [BACK-19]', async () => {
    const upload = await registerUpload(server);
    const bytes = Buffer.from('one file');
    for (const _try of [1, 2]) expect((await sendChunk(server, upload.token, packFile(upload, { bytes }))).status).toBe(200);
    const spoilt = packFile(upload, { chunk: 1, bytes, change: { crc: 1 } });
    expect((await sendChunk(server, upload.token, spoilt)).body.code).toBe('checksum_wrong');
    server.clock.now += 90_000;
    expect(await figures()).toMatchObject({
      'lightship_chunks_total{outcome="stored"}': 1,
      'lightship_chunks_total{outcome="repeated"}': 1,
      'lightship_chunk_bytes_total{outcome="stored"}': bytes.length,
      lightship_files_verified_total: 1,
      'lightship_requests_total{call="sendChunk",result="done"}': 2,
      'lightship_requests_total{call="sendChunk",result="checksum_wrong"}': 1,
      'lightship_request_seconds_count{call="sendChunk"}': 3,
      lightship_uploads_open: 1,
      lightship_database_answered: 1,
      lightship_database_writes_waiting: 0,
      'lightship_jobs_queued{name="read-series"}': 1,
      'lightship_job_oldest_due_seconds{name="read-series"}': 90,
      'lightship_jobs_queued{name="send-mail"}': 0,
      lightship_sockets_open: 3,
      lightship_password_hashes_waiting: 4,
      lightship_chunk_memory_bytes: 5,
    });
    const { lightship_database_wait_seconds_count: waits, 'lightship_database_transaction_seconds_count{outcome="committed"}': commits } =
      await figures();
    expect(commits).toBeGreaterThan(3);
    expect(waits).toBeGreaterThanOrEqual(commits!);
  });

  test('count a file that came in two chunks once, when it is verified [BACK-19]', async () => {
    const upload = await registerUpload(server);
    const half = (chunk: number, offset: number, bytes: Buffer<ArrayBuffer>) =>
      packFile(upload, { chunk, bytes, change: { size: 8, offset, sha256: SHA256_OF_ONE_FILE } });
    await sendChunk(server, upload.token, half(0, 0, Buffer.from('one ')));
    expect((await figures())['lightship_files_verified_total']).toBe(0);
    const last = half(1, 4, Buffer.from('file'));
    expect((await sendChunk(server, upload.token, last)).body.proved).toEqual(['f1']);
    await sendChunk(server, upload.token, last);
    expect((await figures())['lightship_files_verified_total']).toBe(1);
  });

  test('count how uploads end, once each [BACK-19]', async () => {
    const upload = await endedUpload(server);
    const finish = () => server.asAda('POST /api/upload-finished', { body: { studies: [{ studyUuid: upload.study.uuid }] } });
    for (const _try of [1, 2]) await finish();
    const dropped = await registerUpload(server);
    for (const _try of [1, 2]) await drop(server, dropped.session);
    expect(await figures()).toMatchObject({
      'lightship_uploads_ended_total{how="finished"}': 1,
      'lightship_uploads_ended_total{how="dropped"}': 1,
      lightship_uploads_open: 0,
    });
  });

  test('have no label and no value outside the closed lists, whatever is asked [BACK-20]', async () => {
    const upload = await endedUpload(server);
    await server.asAda(`POST /services/c-upload/convert/serie/${upload.session}`, { body: conversionBody(upload) });
    await server.asAda('GET /api/studies?search=Doe%5EJane');
    await server.ask('GET /Doe%5EJane');
    await server.ask('GET /api/no-such-call/1234');
    await server.ask('GET /health/ready');
    await server.ask('POST /api/login', { body: { email: 'jane@example.org', password: 'wrong' } });
    const text = await scrape();
    expect(text).toContain('call="login",result=');
    expect(unlisted(text)).toEqual([]);
    expect(text).not.toMatch(/north|south|ada|example|Doe/i);
  });

  test('leave out stored figures that the database cannot give, and say so [BACK-19]', async () => {
    await scrape();
    const broken = { ...server.db, read: null as never };
    const text = await metrics.text({
      ...{ db: broken, now: Date.now, openSockets: () => 0, passwordHashesWaiting: () => 0, chunkBytesHeld: () => 0 },
    });
    expect(text).toContain('lightship_database_answered 0\n');
    expect(text).not.toMatch(/^lightship_(?:uploads_open|jobs_queued|job_oldest_due_seconds)/m);
  });
});

const SHA256_OF_ONE_FILE = '5a62d4db4ce377b04f588b21222bfc34327396698cddc75e09a4a9862b07a2a6';

test('a label that is not of a closed list is found [BACK-20]', () => {
  expect(unlisted('lightship_requests_total{call="/api/teams/north",result="done"} 1\nx{team="done"} 2')).toEqual([
    'call="/api/teams/north"',
    'team="done"',
  ]);
});

/** Pairs of label and value that are not listed; `le` of a histogram is a number. */
function unlisted(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)])
    .filter(([, label, value]) => (label === 'le' ? !/^(?:[\d.]+|\+Inf)$/.test(value!) : !LABEL_VALUES[label!]?.includes(value!)))
    .map(([pair]) => pair);
}
