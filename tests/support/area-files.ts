import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { chunkHeaderToBytes, UNSORTED } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import type { HttpAnswer } from './http.ts';
import type { TestServer } from './server.ts';

/** The file manager by its calls, as a page uses them. */
export function areaFiles(server: Pick<TestServer, 'request'>, bearer: string, team = 'north') {
  const headers = { authorization: `Bearer ${bearer}`, team };

  async function call<Answer>(path: string, body: object): Promise<Answer> {
    const answer = await server.request(`/services/cmd/${path}`, { method: 'POST', headers, body });
    return accepted(answer, path).json() as Answer;
  }

  /** Files with these bytes, by an upload that the server keeps. Names may have folders, which are made. */
  async function put(dir: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const [session, uuid] = [randomUUID(), randomUUID()];
    const prepared = await server.request('/api/batch-upload', {
      method: 'POST',
      headers,
      body: { action: 'prepare', id: session, started: Date.now() },
    });
    const { upload_token: token } = accepted(prepared, 'batch-upload').json() as { upload_token: string };
    const named = Object.entries(files);
    await call('take', { session, uuid, dir, files: named.length });
    for (const [chunk, [name, bytes]] of named.entries()) {
      const part = {
        ...{ file_id: `f${chunk}`, name, serie_id: UNSORTED, size: bytes.length, offset: 0, length: bytes.length, enc: '' as const },
        ...{ plain: bytes.length, crc: crc32(bytes), sha256: createHash('sha256').update(bytes).digest('hex') },
      };
      const header = chunkHeaderToBytes({ v: 1, session_id: session, chunk, preview: 'server', studyUuid: session, parts: [part] });
      const sent = await server.request('/services/c-upload/file', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, team, 'content-type': 'application/octet-stream' },
        body: Buffer.concat([header, bytes]),
      });
      // The last file was received before a kill, and sent again after the upload had ended, with its credential.
      if (sent.status === 401 && (sent.json() as { code?: string }).code === 'upload_token_ended') break;
      accepted(sent, 'file');
    }
    await ended(uuid);
  }

  async function ended(uuid: string): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      const { data } = await call<{ data: { uuid: string; state: string; failure: string | null }[] }>('works', {});
      const work = data.find((each) => each.uuid === uuid);
      if (work?.state === 'done') return;
      if (work?.state === 'failed') throw new Error(`A work failed: ${work.failure}`);
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
    throw new Error('A work did not end');
  }

  /** A file of ASCII text. */
  async function read(path: string): Promise<string> {
    for (let text = ''; ;) {
      const body = { path, offset: text.length, length: LIMITS.filePreviewBytes };
      const answer = await server.request('/services/cmd/read', { method: 'POST', headers, body });
      const piece = accepted(answer, 'read').text;
      text += piece;
      if (piece.length < LIMITS.filePreviewBytes) return text;
    }
  }

  return {
    call,
    put,
    read,
    ended,
    mkdir: (dir: string) => call('mkdir', { dir }),
    names: async (dir: string): Promise<string[]> => {
      const { data } = await call<{ data: { basename: string }[] }>('ls', { dir });
      return data.map(({ basename }) => basename);
    },
  };
}

function accepted(answer: HttpAnswer, what: string): HttpAnswer {
  if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}: ${answer.text}`);
  return answer;
}
