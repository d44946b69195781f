import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { chunkHeaderToBytes } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { makeDemoStudy } from '#server/demo-study-made.ts';
import type { DemoStudy } from '#server/demo-studies.ts';
import type { HttpAnswer } from '#tests/support/http.ts';
import type { TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { crc32 } from 'node:zlib';

/** Names as they come: long, of one part, and in other scripts. */
const NAMES = [
  'Avocet^Mira',
  'Wolfeschlegelsteinhausenbergerdorff-Vandermeulen^Maximiliana^Theodora Konstantina',
  'Dunlin^Theo',
  'حداد^نور',
  '山田^太郎',
  'Sanderling',
  '',
];

/** One more than a page of either list shows. */
const STUDIES = Math.max(LIMITS.studiesPerPage, LIMITS.uploadsPerPage) + 1;

/** Sends small studies of one series each to north, as a client does, in uploads of their own; then each gets the end that a list can show. */
export async function sendStudies(server: TestServer): Promise<void> {
  const bearer = await bearerOf(server, DEMO.annotator);
  const made = await makeDemoStudy(demoStudy(0));
  for (let n = 0; n < STUDIES; n += 1) await send(server, bearer, n, made);
  endThem(server);
}

function demoStudy(n: number): DemoStudy {
  return {
    session: sessionOf(n),
    team: 'north',
    uploader: DEMO.annotator.email,
    bodyPart: 'head',
    study: {
      seed: 900,
      patientName: 'Nobody',
      patientId: 'LIST',
      patientSex: 'F',
      date: '20260102',
      time: '101500',
      description: 'MR head',
    },
    series: [{ contrast: 't1', plane: 'axial', slices: 6, matrix: 96, seriesNumber: 2, seriesDescription: 't1_se_tra' }],
  };
}

/** The same bytes under other names: what a list shows of them is not their content. */
async function send(server: TestServer, bearer: string, n: number, { registration, files }: Awaited<ReturnType<typeof makeDemoStudy>>) {
  const north = server.teamOrigin('north');
  const session = sessionOf(n);
  const post = (path: string, token: string, body: object | Uint8Array): Promise<HttpAnswer> =>
    server.request(`${north}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {}) },
      body,
    });
  const patientName = NAMES[n % NAMES.length]!;
  const prepared = answerOf<{ upload_token: string }>(
    await post('api/c-upload', bearer, { action: 'prepare', id: session, started: Date.now() }),
  );
  const { study } = answerOf<{ study: { uuid: string } }>(
    await post('api/upload/studies?version=2', bearer, {
      ...registration,
      studyInstanceUid: `2.25.900${n}`,
      session_id: session,
      study: { ...registration.study, patientName, originalPatientName: patientName },
    }),
  );
  const header = chunkHeaderToBytes({
    v: 1,
    session_id: session,
    chunk: 0,
    preview: 'client',
    studyUuid: study.uuid,
    parts: files.map(({ fileId, seriesId, name, bytes, sha256 }) => {
      const length = bytes.length;
      return {
        file_id: fileId,
        name,
        serie_id: seriesId,
        size: length,
        offset: 0,
        length,
        enc: '',
        plain: length,
        crc: crc32(bytes),
        sha256,
      };
    }),
  });
  answerOf(await post('services/c-upload/file', prepared.upload_token, Buffer.concat([header, ...files.map(({ bytes }) => bytes)])));
}

function sessionOf(n: number): string {
  return `d1000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

function answerOf<T>(answer: HttpAnswer): T {
  if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return answer.json() as T;
}

/** Two in three have become volumes, one of them failed and one is being converted; nobody converts here. */
function endThem({ dataDir }: TestServer): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    db.exec(`update series set state = 'converted' where id % 3 <> 0`);
    db.exec(`update series set state = 'error', message = 'Its transfer syntax 1.2.3.4.5 is read by no converter.' where id % 11 = 0`);
    db.exec(`update series set state = 'converting' where id % 13 = 0`);
    db.exec(`update upload set state = 'finished' where not exists
      (select 1 from series where series.upload_id = upload.id and series.state in ('receiving', 'proved', 'converting'))`);
  } finally {
    db.close();
  }
}
