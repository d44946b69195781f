import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunkHeaderToBytes, parseChunk, type ChunkHeader, type ParsedChunk } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { deflateChunk } from '#server/rules/uploads/uploads-test-bench.ts';
import { openContractServer, type ContractServer } from './contract-server.ts';
import { firstAccepted, GOLDEN_CHUNK, goldenOfCall } from './golden.ts';

/** As it travels: two files, of the second only a piece. */
const CHUNK = new Uint8Array(Buffer.from(readFileSync(GOLDEN_CHUNK, 'utf8').replaceAll(/\s/g, ''), 'hex'));
const FIRST = Buffer.from('the first file, whole\n');
const SECOND = Buffer.from('the second file is longer than this chunk takes of it\n');
const HEADER: ChunkHeader = {
  v: 1,
  session_id: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01',
  chunk: 7,
  preview: 'client',
  studyUuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02',
  parts: [partOf('f1', 'IM0001', FIRST), partOf('f2', 'Größe 山.dcm', SECOND, 4, 30)],
};
const WHYS = ['short', 'header_too_large', 'not_json', 'not_a_header', 'length_mismatch', 'plain_too_large'];

describe('the golden chunk', () => {
  it('is parsed into its header and its bytes [CHUNK-010]', () => {
    const parsed = parseChunk(CHUNK);
    expect(parsed).toEqual({ ok: true, header: HEADER, bodyOffset: CHUNK.length - 48 });
    expect(Buffer.from(CHUNK.subarray(-48))).toEqual(Buffer.concat([FIRST, SECOND.subarray(4, 30)]));
  });

  it('is what the client writes [CHUNK-008, CHUNK-009]', () => {
    expect(Buffer.concat([chunkHeaderToBytes(HEADER), FIRST, SECOND.subarray(4, 30)]).equals(CHUNK)).toBe(true);
  });

  it('is parsed the same way in the middle of other bytes', () => {
    const around = new Uint8Array(CHUNK.length + 200).fill(0xff);
    around.set(CHUNK, 101);
    expect(parseChunk(around.subarray(101, 101 + CHUNK.length))).toEqual(parseChunk(CHUNK));
  });

  it('is refused by name when it is truncated anywhere', () => {
    for (let length = 0; length < CHUNK.length; length += 1) {
      const parsed = parseChunk(CHUNK.subarray(0, length));
      const bodyOffset = CHUNK.length - 48;
      expect([length, parsed]).toEqual([length, { ok: false, why: length < bodyOffset ? 'short' : 'length_mismatch' }]);
    }
  });

  it('is refused with an extra byte', () => {
    expect(parseChunk(Buffer.concat([CHUNK, Buffer.alloc(1)]))).toEqual({ ok: false, why: 'length_mismatch' });
  });

  it('with any flipped bit in its first 200 bytes is refused by name, or is another consistent chunk', () => {
    const outcomes = new Map<string, number>();
    for (let bit = 0; bit < 200 * 8; bit += 1) {
      const flipped = withBit(CHUNK, bit);
      const parsed = parseChunk(flipped);
      expectSound(parsed, flipped);
      const outcome = parsed.ok ? 'read' : parsed.why;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    // A digit of an id or a letter of a name can turn into another; everything else is found.
    expect([...outcomes.keys()].toSorted()).toEqual(['header_too_large', 'not_a_header', 'not_json', 'read', 'short']);
    expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(1600);
  });

  it.each([...Array(32).keys()])('with bit %i of its length flipped is never accepted', (bit) => {
    expect(parseChunk(withBit(CHUNK, bit)).ok).toBe(false);
  });
});

describe('the header of a chunk', () => {
  const withHeader = (json: Uint8Array, body = new Uint8Array()): Uint8Array => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length);
    return Buffer.concat([length, json, body]);
  };
  /** JSON may end in spaces, which makes it as long as a test wants it. */
  const paddedTo = (bytes: number): Uint8Array =>
    Buffer.from(JSON.stringify(HEADER).padEnd(bytes - (Buffer.byteLength(JSON.stringify(HEADER)) - JSON.stringify(HEADER).length)));

  it('may be as large as its limit, and not a byte more', () => {
    const body = CHUNK.subarray(-48);
    expect(paddedTo(LIMITS.chunkHeaderMaxBytes).length).toBe(LIMITS.chunkHeaderMaxBytes);
    expect(parseChunk(withHeader(paddedTo(LIMITS.chunkHeaderMaxBytes), body))).toMatchObject({ ok: true, header: HEADER });
    expect(parseChunk(withHeader(paddedTo(LIMITS.chunkHeaderMaxBytes + 1), body))).toEqual({ ok: false, why: 'header_too_large' });
  });

  it('is refused by its announced length before anything is decoded', () => {
    for (const length of [LIMITS.chunkHeaderMaxBytes + 1, 0x7fffffff, 0x80000000, 0xffffffff]) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(length);
      expect(parseChunk(bytes)).toEqual({ ok: false, why: 'header_too_large' });
    }
  });

  it.each([
    ['no bytes', new Uint8Array(), 'not_json'],
    ['a number', Buffer.from('7'), 'not_a_header'],
    ['null', Buffer.from('null'), 'not_a_header'],
    ['a list', Buffer.from(JSON.stringify([HEADER])), 'not_a_header'],
    ['two headers', Buffer.from(JSON.stringify(HEADER).repeat(2)), 'not_json'],
    ['invalid UTF-8', Buffer.from(JSON.stringify(HEADER), 'utf16le'), 'not_json'],
    ['a broken character', Buffer.from(JSON.stringify(HEADER), 'latin1'), 'not_json'],
    ['endless brackets', Buffer.from('['.repeat(200_000)), 'not_json'],
  ])('that is %s is refused', (_what, json, why) => {
    expect(parseChunk(withHeader(json))).toEqual({ ok: false, why });
  });

  it.each<[string, Partial<ChunkHeader['parts'][0]>]>([
    ['ends after its file', { offset: 1 }],
    ['begins after its file', { offset: 9_007_199_254_740_991 }],
    ['is shorter decoded than sent', { plain: 21 }],
    ['is longer than the file', { size: 21 }],
  ])('is refused when a part %s', (_what, change) => {
    const [first, second] = HEADER.parts;
    const header = { ...HEADER, parts: [{ ...first!, ...change }, second!] };
    expect(parseChunk(Buffer.concat([chunkHeaderToBytes(header), CHUNK.subarray(-48)]))).toEqual({ ok: false, why: 'length_mismatch' });
  });

  it('may have parts without bytes, because an empty file is a file', () => {
    const empty = partOf('f3', 'empty', Buffer.alloc(0));
    expect(parseChunk(chunkHeaderToBytes({ ...HEADER, parts: [empty] })).ok).toBe(true);
  });

  describe('of deflated parts', () => {
    const deflated = { ...partOf('f1', 'IM0001', Buffer.alloc(1_000)), enc: 'deflate-raw' as const, length: 7 };
    const parse = (...parts: ChunkHeader['parts']) =>
      parseChunk(
        Buffer.concat([chunkHeaderToBytes({ ...HEADER, parts }), Buffer.alloc(parts.reduce((sum, { length }) => sum + length, 0))]),
      );
    const large = { ...deflated, size: 2 * LIMITS.chunkMaxBytes, plain: LIMITS.chunkMaxBytes };

    it.each([
      ['as announced', [deflated]],
      ['that did not shrink', [{ ...deflated, length: 1_000 }]],
      ['next to plain ones', [deflated, partOf('f2', 'IM0002', Buffer.alloc(30))]],
      ['of as many plain bytes as a chunk may have', [large]],
    ])('is accepted: %s', (_what, parts) => {
      expect(parse(...parts)).toMatchObject({ ok: true, header: { parts } });
    });

    it.each([
      ['that grew', [{ ...deflated, length: 1_001 }]],
      ['without bytes', [{ ...deflated, length: 0 }]],
      ['that inflate to nothing', [{ ...deflated, length: 0, plain: 0 }]],
      ['that end after their file', [{ ...deflated, offset: 1 }]],
    ])('is refused: %s', (_what, parts) => {
      expect(parse(...parts)).toEqual({ ok: false, why: 'length_mismatch' });
    });

    it.each([
      ['by one byte', [{ ...large, plain: LIMITS.chunkMaxBytes + 1 }]],
      ['together', [large, { ...deflated, plain: 7 }]],
      ['beyond measure', Array.from({ length: 2_000 }, () => ({ ...large, size: LIMITS.bytesPerFile, plain: LIMITS.bytesPerFile }))],
    ])('is refused when it inflates beyond the limit of a chunk: %s', (_what, parts) => {
      expect(parse(...parts)).toEqual({ ok: false, why: 'plain_too_large' });
    });
  });

  it.each(goldenOfCall('sendChunk').header?.refused ?? [])('is refused: $why', ({ value }) => {
    const { parts } = value as ChunkHeader;
    const bytes = Array.isArray(parts) ? parts.reduce((sum, part) => sum + Math.max(0, Number(part.length) || 0), 0) : 0;
    expect(parseChunk(Buffer.concat([chunkHeaderToBytes(value as ChunkHeader), Buffer.alloc(bytes)]))).toEqual({
      ok: false,
      why: 'not_a_header',
    });
  });
});

describe('the chunk call', () => {
  let server: ContractServer;
  beforeAll(async () => {
    server = await openContractServer('sqlite');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.write((tx) => tx.deleteFrom('upload').execute());
  });

  /** An upload with a study of one series of two files, and the golden chunk's header for it. */
  const registerStudy = async (): Promise<{ token: string; header: ChunkHeader }> => {
    const prepared = await server.asAda('POST /api/c-upload', { body: firstAccepted(goldenOfCall('prepareUpload'), 'body') });
    const registered = await server.asAda('POST /api/upload/studies?version=2', {
      body: firstAccepted(goldenOfCall('registerStudy'), 'body'),
    });
    return { token: prepared.body.upload_token, header: { ...HEADER, studyUuid: registered.body.study.uuid } };
  };
  const send = (token: string, payload: Buffer, headers: Record<string, string> = {}) =>
    server.asAda('POST /services/c-upload/file', { token, payload, headers: { 'content-type': 'application/octet-stream', ...headers } });
  const pack = (header: ChunkHeader, body = CHUNK.subarray(-48)) => Buffer.concat([chunkHeaderToBytes(header), body]);
  const objects = async () => {
    const listed = [];
    for await (const object of server.context.objects.list('')) listed.push(object);
    return listed;
  };
  const held = () => server.db.read.selectFrom('chunk').select(['chunk_index', 'sha256', 'bytes']).execute();

  it('accepts the golden chunk: one file is verified, the other has begun', async () => {
    const { token, header } = await registerStudy();
    const answer = await send(token, pack(header));
    expect([answer.status, answer.body]).toEqual([200, { ok: true, chunk: 7, proved: ['f1'] }]);
    const status = await server.asAda(`GET /services/c-upload/status/${header.session_id}`);
    expect(status.body.files).toEqual([
      { file_id: 'f1', size: 22, received: 22, proved: true },
      { file_id: 'f2', size: 54, received: 26, proved: false },
    ]);
  });

  it('lists the original of a de-identified file in the receipt', async () => {
    const { token, header } = await registerStudy();
    const original = 'ab'.repeat(32);
    const parts = header.parts.map((part, n) => (n === 0 ? { ...part, original_sha256: original } : part));
    expect((await send(token, pack({ ...header, parts }))).status).toBe(200);
    const receipt = await server.asAda(`GET /services/c-upload/receipt/${header.session_id}`);
    const files = receipt.body.studies[0].files as { name: string }[];
    const [made, asItWas] = header.parts.map(({ name }) => files.find((file) => file.name === name));
    expect(made).toMatchObject({ sha256: header.parts[0]!.sha256, original_sha256: original });
    expect(asItWas).not.toHaveProperty('original_sha256');
  });

  it('accepts a form of one part like the packed chunk', async () => {
    const { token, header } = await registerStudy();
    const one: ChunkHeader = { ...header, parts: [header.parts[0]!] };
    const packed = await send(token, pack(one, FIRST));
    const asPacked = await held();
    const form = formOf(
      { ...one.parts[0], session_id: one.session_id, chunk_index: one.chunk, preview: one.preview, studyUuid: one.studyUuid },
      FIRST,
    );
    const sent = await send(token, form, { 'content-type': 'multipart/form-data; boundary=golden' });
    expect([sent.status, sent.text]).toEqual([200, packed.text]);
    // The same key with other content would be a conflict: the form is the same chunk, bit for bit.
    expect(await held()).toEqual(asPacked);
  });

  const cutsOf = (chunk: Uint8Array) =>
    [0, 1, 3, 4, 5, 100, chunk.length - 49, chunk.length - 48, chunk.length - 1].map((length) => chunk.subarray(0, length));
  const turnedBitsOf = (from: number) => (chunk: Uint8Array) =>
    Array.from({ length: 50 }, (_, at) => withBit(chunk, (from + at) * 8 + (at % 8)));

  it.each([
    ['every truncation', cutsOf],
    ['a flipped bit in each byte of 0 to 49', turnedBitsOf(0)],
    ['a flipped bit in each byte of 50 to 99', turnedBitsOf(50)],
    ['a flipped bit in each byte of 100 to 149', turnedBitsOf(100)],
    ['a flipped bit in each byte of 150 to 199', turnedBitsOf(150)],
  ])('answers %s of a real chunk as specified, and stores nothing', async (_, damagesOf) => {
    const { token, header } = await registerStudy();
    const damaged = damagesOf(pack(header)).filter((bytes) => !parseChunk(bytes).ok);
    expect(damaged.length).toBeGreaterThan(0);
    for (const bytes of damaged) {
      const answer = await send(token, Buffer.from(bytes));
      expect([400, 413]).toContain(answer.status);
      expect(['malformed', 'too_large']).toContain(answer.body.code);
    }
    expect(await held()).toEqual([]);
  });

  it('detects a flipped bit in the bytes by their CRC', async () => {
    const { token, header } = await registerStudy();
    const answer = await send(token, Buffer.from(withBit(pack(header), (pack(header).length - 1) * 8)));
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'checksum_wrong', errors: { f2: ['crc'] } }]);
    expect(await held()).toEqual([]);
  });

  describe('of deflated parts', () => {
    const file = Buffer.from('a slice of air. '.repeat(1_000));
    const compressible = async () => {
      const { token, header } = await registerStudy();
      const plain = pack({ ...header, parts: [partOf('f1', 'Größe 山.dcm', file), partOf('f2', 'IM2', file, 5, 9_000)] }, bodyOf(file));
      return { token, plain, compressed: Buffer.from(deflateChunk(plain)) };
    };
    const bodyOf = (bytes: Buffer) => Buffer.concat([bytes, bytes.subarray(5, 9_000)]);

    it.each(['plain', 'compressed'] as const)('is the same chunk as the plain one, in any order: %s', async (first) => {
      const chunk = await compressible();
      const before = await objects();
      expect(chunk.compressed.length).toBeLessThan(chunk.plain.length / 10);
      const answer = await send(chunk.token, chunk[first]);
      expect([answer.status, answer.body]).toEqual([200, { ok: true, chunk: 7, proved: ['f1'] }]);
      const afterFirst = await held();
      expect(afterFirst).toMatchObject([{ chunk_index: 7, bytes: bodyOf(file).length }]);
      const stored = await objects();
      expect(stored).toHaveLength(before.length + 1);
      for (const again of ['plain', 'compressed'] as const) {
        const repeated = await send(chunk.token, chunk[again]);
        expect([repeated.status, repeated.text]).toEqual([200, answer.text]);
      }
      expect(await held()).toEqual(afterFirst);
      expect(await objects()).toEqual(stored);
    });

    it('with other content under the same key is a conflict', async () => {
      const { token, plain, compressed } = await compressible();
      const other = Buffer.from(deflateChunk(plain, undefined, { name: 'another' }));
      expect((await send(token, other)).status).toBe(200);
      expect((await send(token, compressed)).body.code).toBe('conflict');
    });

    it('that was damaged in transit is requested again: nothing is stored, and the intact one is accepted', async () => {
      const { token, plain, compressed } = await compressible();
      const spoilt = [
        deflateChunk(plain, (bytes, nth) => (nth === 1 ? deflateRawSync(bytes).subarray(0, -1) : deflateRawSync(bytes))),
        deflateChunk(plain, (bytes, nth) => (nth === 1 ? deflateRawSync(bytes.subarray(1)) : deflateRawSync(bytes))),
        deflateChunk(plain, (bytes, nth) => deflateRawSync(nth === 1 ? Buffer.alloc(bytes.length) : bytes)),
        withBit(compressed, compressed.length * 8 - 40),
      ];
      for (const damaged of spoilt) {
        const answer = await send(token, Buffer.from(damaged));
        expect([answer.status, answer.body]).toMatchObject([422, { code: 'checksum_wrong', errors: { f2: ['crc'] } }]);
        expect(Object.keys(answer.body.errors)).toEqual(['f2']);
      }
      expect(await held()).toEqual([]);
      expect((await send(token, compressed)).status).toBe(200);
    });

    it('that would inflate beyond the chunk limit is refused, naming the limit', async () => {
      const { token, plain } = await compressible();
      const bomb = deflateChunk(plain, () => deflateRawSync(Buffer.alloc(LIMITS.chunkMaxBytes)), {
        offset: 0,
        size: LIMITS.chunkMaxBytes,
        plain: LIMITS.chunkMaxBytes,
      });
      const answer = await send(token, Buffer.from(bomb));
      expect([answer.status, answer.body.limit]).toEqual([413, { name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes }]);
      expect(await held()).toEqual([]);
    });
  });

  it('names the limit of the header and of the chunk', async () => {
    const { token } = await registerStudy();
    const tooLong = Buffer.alloc(8);
    tooLong.writeUInt32BE(LIMITS.chunkHeaderMaxBytes + 1);
    expect((await send(token, tooLong)).body).toMatchObject({
      code: 'too_large',
      limit: { name: 'chunkHeaderMaxBytes', max: LIMITS.chunkHeaderMaxBytes },
    });
    expect((await send(token, Buffer.alloc(LIMITS.chunkMaxBytes + 1))).body).toMatchObject({
      code: 'too_large',
      limit: { name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes },
    });
  });
});

/** In the order in which the contract names the fields, which is the one that clients write. */
function partOf(file_id: string, name: string, file: Uint8Array, from = 0, to = file.length): ChunkHeader['parts'][number] {
  const bytes = file.subarray(from, to);
  return {
    file_id,
    name,
    serie_id: 'series-1',
    size: file.length,
    offset: from,
    length: bytes.length,
    enc: '',
    plain: bytes.length,
    crc: crc32(bytes),
    sha256: createHash('sha256').update(file).digest('hex'),
  };
}

function withBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = copy[bit >> 3]! ^ (1 << (bit & 7));
  return copy;
}

/** Refused by a known name, or every length that the header tells is true of these bytes. */
function expectSound(parsed: ParsedChunk, bytes: Uint8Array): void {
  if (!parsed.ok) {
    expect(WHYS).toContain(parsed.why);
    return;
  }
  const { header, bodyOffset } = parsed;
  expect(bodyOffset).toBe(4 + new DataView(bytes.buffer).getUint32(0));
  expect(bodyOffset + header.parts.reduce((sum, part) => sum + part.length, 0)).toBe(bytes.length);
  for (const part of header.parts) {
    expect(part.plain).toBe(part.length);
    expect(part.offset + part.length).toBeLessThanOrEqual(part.size);
  }
}

function formOf(fields: Record<string, unknown>, bytes: Uint8Array): Buffer {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--golden\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const file =
    '--golden\r\ncontent-disposition: form-data; name="chunk"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n';
  return Buffer.concat([Buffer.from(texts.join('') + file), bytes, Buffer.from('\r\n--golden--\r\n')]);
}
