import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { LIMITS } from '#contract/limits.ts';
import { packChunk, testStudy, type TestFile } from '#server/rules/uploads/uploads-test-bench.ts';
import { httpRequest } from '#tests/support/http.ts';

/** As the client packs them: whole files up to some 4 MiB. */
const FILES_PER_CHUNK = 8;

/** One study of whole files, over as many lanes as a page has, until the last file is verified. Returns seconds, without the registration. */
export async function sendStudy(port: number, bearer: string, files: readonly TestFile[]): Promise<number> {
  const session = randomUUID();
  const post = async (path: string, body: object): Promise<{ upload_token: string; study: { uuid: string } }> => {
    const headers = { authorization: `Bearer ${bearer}` };
    const answer = await httpRequest(`http://north.app.localhost:${port}/${path}`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json() as never;
  };
  const { upload_token: token } = await post('api/c-upload', { action: 'prepare', id: session, started: Date.now() });
  const registration = testStudy(
    session,
    { 'series-1': files.length },
    { studyInstanceUid: `2.25.${BigInt(`0x${session.replaceAll('-', '')}`)}` },
  );
  const { study } = await post('api/upload/studies?version=2', registration);
  const chunks = Array.from({ length: Math.ceil(files.length / FILES_PER_CHUNK) }, (_, chunk) =>
    packChunk({ session, studyUuid: study.uuid, chunk }, files.slice(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK)),
  );

  const agent = new Agent({ keepAlive: true, maxSockets: LIMITS.lanes });
  const proved = new Set<string>();
  const walk = chunks.values();
  const lane = async (): Promise<void> => {
    for (const chunk of walk) (await sendChunk(port, agent, token, chunk)).proved.forEach((fileId) => proved.add(fileId));
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: LIMITS.lanes }, lane));
  const seconds = (performance.now() - startedMs) / 1000;
  agent.destroy();
  if (proved.size !== files.length) throw new Error(`${proved.size} of ${files.length} files were proved`);
  return seconds;
}

function sendChunk(port: number, agent: Agent, token: string, chunk: Uint8Array): Promise<{ proved: string[] }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `upload.app.localhost:${port}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': chunk.length,
    };
    const asking = request({ host: '127.0.0.1', port, path: '/services/c-upload/file', method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text) as never) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    asking.on('error', reject);
    asking.end(chunk);
  });
}
