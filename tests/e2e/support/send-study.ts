import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { chunkHeaderToBytes } from '#contract/chunk.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { SeriesAcquisition } from '#model/studies/acquisition.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { mergeInstance } from '#model/studies/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import { mergeStudy } from '#model/studies/study-merging.ts';
import { studyName } from '#model/studies/study-name.ts';
import { seriesToRegistration, studyToRegistration } from '#model/uploads/registration.ts';
import type { TestServer } from '#tests/support/server.ts';

interface Read {
  bytes: Uint8Array;
  description: InstanceDescription;
}

interface SentAs {
  /** Slug. */
  bodyPart?: string;
  /** What the device recognises. */
  acquisitionOf?: (facts: SeriesFacts) => SeriesAcquisition | null;
  /** UUID of the study that the series are added to. */
  joins?: string;
}

/**
 * Sends the files of one study to north as a client other than the page would: also those without pixel data, which the page leaves behind (FILE-015).
 * Returns the UUID of the study.
 */
export async function sendStudy(
  server: Pick<TestServer, 'request' | 'teamOrigin'>,
  bearer: string,
  files: readonly Uint8Array[],
  { bodyPart = 'head', acquisitionOf = () => null, joins }: SentAs = {},
): Promise<string> {
  const read = await Promise.all(files.map(async (bytes) => ({ bytes, description: await describe(bytes) })));
  const series = [...Map.groupBy(read, ({ description }) => description.seriesInstanceUid)].map(([id, own], idx) => {
    const facts = own.reduce<SeriesFacts | null>(
      (before, { bytes, description }) => mergeInstance(before, { fileId: nameOf(description), size: bytes.length, description }),
      null,
    )!;
    const counted = { count: own.length, bytes: facts.totalFileSize, names: own.map(({ description }) => nameOf(description)) };
    return { facts, registration: seriesToRegistration(facts, { id, idx, files: counted, acquisition: acquisitionOf(facts) }) };
  });
  const facts = read.map(({ description }) => description).reduce<StudyFacts | null>(mergeStudy, null)!;
  const session = randomUUID();
  const post = async <T>(path: string, token: string, body: object | Uint8Array): Promise<T> => {
    const type: Record<string, string> = body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {};
    const answer = await server.request(`${server.teamOrigin('north')}/${path}`, {
      ...{ method: 'POST', body },
      headers: { authorization: `Bearer ${token}`, ...type },
    });
    if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
    return answer.json() as T;
  };
  const { upload_token: token } = await post<{ upload_token: string }>('api/c-upload', bearer, {
    ...{ action: 'prepare', id: session, started: Date.now() },
  });
  const { study } = await post<{ study: { uuid: string } }>('api/upload/studies?version=2', bearer, {
    study: studyToRegistration({ id: 'study', pipeline: null }, facts, studyName(facts.patientName, null), series),
    ...{ studyInstanceUid: facts.studyInstanceUid, bodyPart, labels: [], session_id: session, anonymize: false },
    ...(joins !== undefined && { joins }),
  });
  for (const [chunk, own] of inChunks(read).entries()) {
    const header = chunkHeaderToBytes({
      ...{ v: 1, session_id: session, chunk, preview: 'client', studyUuid: study.uuid },
      parts: own.map(toPart),
    });
    await post('services/c-upload/file', token, Buffer.concat([header, ...own.map(({ bytes }) => bytes)]));
  }
  return study.uuid;
}

/** As the page sends them: the server takes no larger ones than 12 MiB. */
const CHUNK_BYTES = 8 * 1024 ** 2;

/** Whole files, at least one in each. */
function inChunks(read: readonly Read[]): Read[][] {
  const chunks: Read[][] = [];
  let held = Infinity;
  for (const one of read) {
    if (held + one.bytes.length > CHUNK_BYTES) {
      chunks.push([]);
      held = 0;
    }
    chunks.at(-1)!.push(one);
    held += one.bytes.length;
  }
  return chunks;
}

function toPart({ bytes, description }: Read) {
  const { length } = bytes;
  const name = nameOf(description);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const whole = { size: length, offset: 0, length, enc: '' as const, plain: length };
  return { ...{ file_id: name, name, serie_id: description.seriesInstanceUid }, ...whole, crc: crc32(bytes), sha256 };
}

function nameOf({ sopInstanceUid }: InstanceDescription): string {
  return `${sopInstanceUid}.dcm`;
}

async function describe(bytes: Uint8Array): Promise<InstanceDescription> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(`A file cannot be read: ${header.why}`);
  return header.description;
}
