import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { PART_BYTES, sendModelFile } from './send-model-file.ts';

const bytes = new Uint8Array(PART_BYTES + 5).map((_, at) => at % 251);
const hash = (part: Uint8Array): string => createHash('sha256').update(part).digest('hex');
const { signal } = new AbortController();

it('a model file is sent in parts with their hashes, and the hash of the whole is known at the end [AI-66]', async () => {
  const sent: [number, number, number, string][] = [];
  const progress: number[] = [];
  const answer = await sendModelFile(new Blob([bytes]), {
    file: 'f',
    signal,
    onProgress: (done) => progress.push(done),
    send: (body, { part, parts, sha256 }) => {
      sent.push([part, parts, body.size, sha256]);
      return Promise.resolve({ ok: true, value: null });
    },
  });
  expect(sent).toEqual([
    [0, 2, PART_BYTES, hash(bytes.slice(0, PART_BYTES))],
    [1, 2, 5, hash(bytes.slice(PART_BYTES))],
  ]);
  expect(progress).toEqual([PART_BYTES, PART_BYTES + 5]);
  expect(answer).toEqual({ ok: true, value: hash(bytes) });
});

it('sending stops at the first part that does not arrive', async () => {
  const sent: number[] = [];
  const answer = await sendModelFile(new Blob([bytes]), {
    file: 'f',
    signal,
    onProgress: () => undefined,
    send: (_, { part }) => {
      sent.push(part);
      return Promise.resolve({ ok: false, failure: { kind: 'network' } });
    },
  });
  expect(sent).toEqual([0]);
  expect(answer).toEqual({ ok: false, failure: { kind: 'network' } });
});
