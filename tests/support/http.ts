import { request } from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Parsed at each call, because most answers are read once. */
  json(): unknown;
}

export interface HttpRequest {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: Uint8Array | string | object;
  signal?: AbortSignal;
}

/** To a server on this machine under a host name that only browsers resolve: Node does not know *.localhost, and its fetch drops a `Host`. */
export function httpRequest(url: string, { method = 'GET', headers = {}, body, signal }: HttpRequest = {}): Promise<HttpAnswer> {
  const { host, port, pathname, search } = new URL(url);
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
  const bytes = body === undefined ? undefined : isJson ? JSON.stringify(body) : (body as Uint8Array | string);
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `${pathname}${search}`,
        headers: { host, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(signal ? { signal } : {}),
        // A kept-alive connection would outlive the server that a test kills.
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) as unknown });
        });
      },
    );
    asking.on('error', reject);
    asking.end(bytes);
  });
}
