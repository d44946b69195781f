import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeCredentials } from './credentials.ts';

const UPLOAD_HOST = 'http://upload.app.localhost:8080';
const OWN_HOST = 'http://north.app.localhost:8080';
const ACKNOWLEDGED = { ok: true, chunk: 0, proved: [] };
const BODY = new Blob(['chunk']);
const GIVEN = { uploadToken: 'up_token', started: 12, giveUpMs: 60_000 };

let asked: { url: string; init: RequestInit }[];

/** The module remembers which host works: every test begins as a context that has just started. */
async function freshSendChunk(answer: (url: URL) => Response | Error | Promise<Response>) {
  vi.resetModules();
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const given = await answer(new URL(url));
    if (given instanceof Error) throw given;
    return given;
  });
  return (await import('./send-chunk.ts')).sendChunk;
}

const acknowledged = (): Response => Response.json(ACKNOWLEDGED);
const unreachable = (): Error => new TypeError('Failed to fetch');
const hosts = (): string[] => asked.map(({ url }) => new URL(url).origin);

beforeEach(() =>
  writeCredentials({
    token: 't',
    userId: 7,
    team: 'north',
    apiBase: `${OWN_HOST}/api`,
    servicesBase: `${OWN_HOST}/services`,
    uploadBase: UPLOAD_HOST,
  }),
);

describe('a chunk', () => {
  it('is sent as a Blob to one fixed address of the upload host, with the given headers [CHUNK-006, CHUNK-007]', async () => {
    const sendChunk = await freshSendChunk(acknowledged);
    expect(await sendChunk(BODY, GIVEN)).toEqual({ ok: true, value: ACKNOWLEDGED });
    expect(asked).toMatchObject([
      {
        url: `${UPLOAD_HOST}/services/c-upload/file`,
        init: { method: 'POST', body: BODY, headers: { Authorization: 'Bearer up_token', Upload: '12', Team: 'north' } },
      },
    ]);
  });

  it('is not acknowledged when the connection is cut in the middle of the answer', async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"ok":'));
        controller.error(new TypeError('network error'));
      },
    });
    const sendChunk = await freshSendChunk(() => new Response(cut));
    expect(await sendChunk(BODY, GIVEN)).toEqual({ ok: false, failure: { kind: 'network' } });
  });

  it("goes to the page's own host when the upload host cannot be reached, and directly there from then on", async () => {
    const sendChunk = await freshSendChunk(({ origin }) => (origin === UPLOAD_HOST ? unreachable() : acknowledged()));
    await sendChunk(BODY, GIVEN);
    await sendChunk(BODY, GIVEN);
    expect(hosts()).toEqual([UPLOAD_HOST, OWN_HOST, OWN_HOST]);
  });

  it('is not sent twice over a network that fails after the upload host has answered', async () => {
    let isUp = true;
    const sendChunk = await freshSendChunk(() => (isUp ? acknowledged() : unreachable()));
    await sendChunk(BODY, GIVEN);
    isUp = false;
    expect(await sendChunk(BODY, GIVEN)).toEqual({ ok: false, failure: { kind: 'network' } });
    isUp = true;
    await sendChunk(BODY, GIVEN);
    expect(hosts()).toEqual([UPLOAD_HOST, UPLOAD_HOST, UPLOAD_HOST]);
  });

  it('keeps trying the upload host while there is no network at all', async () => {
    let isUp = false;
    const sendChunk = await freshSendChunk(() => (isUp ? acknowledged() : unreachable()));
    await sendChunk(BODY, GIVEN);
    isUp = true;
    await sendChunk(BODY, GIVEN);
    expect(hosts()).toEqual([UPLOAD_HOST, OWN_HOST, UPLOAD_HOST]);
  });

  it("goes to the page's own host while the upload host has no free connection", async () => {
    const held: ((answer: Response) => void)[] = [];
    let isHeld = false;
    const sendChunk = await freshSendChunk(() => (isHeld ? new Promise<Response>((answer) => void held.push(answer)) : acknowledged()));
    await sendChunk(BODY, GIVEN);
    isHeld = true;
    const sending = Array.from({ length: 8 }, () => sendChunk(BODY, GIVEN));
    await vi.waitFor(() => expect(held).toHaveLength(8));
    expect(hosts().filter((host) => host === OWN_HOST)).toHaveLength(2);
    for (const answer of held) answer(acknowledged());
    expect((await Promise.all(sending)).every(({ ok }) => ok)).toBe(true);
    isHeld = false;
    await sendChunk(BODY, GIVEN);
    expect(hosts().at(-1)).toBe(UPLOAD_HOST);
  });
});
