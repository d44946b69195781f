import { httpRequest } from './http.ts';

const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** `fetch` for host names that only browsers resolve, so that the page's own client can be used without a browser. Answers are text. */
export async function fetchByName(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const asked = new Request(input, init);
  const body = asked.body === null ? {} : { body: new Uint8Array(await asked.arrayBuffer()) };
  const { method, signal } = asked;
  try {
    const answer = await httpRequest(asked.url, { method, headers: Object.fromEntries(asked.headers), signal, ...body });
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(WITHOUT_BODY.includes(answer.status) ? null : answer.text, { status: answer.status, headers });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new TypeError('fetch failed', { cause: error });
  }
}
