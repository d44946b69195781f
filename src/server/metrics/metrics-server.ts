import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsPlace {
  /** 0: any free port. */
  port: number;
  host: string;
}

interface MetricsServer {
  listen(place: MetricsPlace): Promise<void>;
  port(): number;
  close(): Promise<void>;
}

/** `GET /metrics` on an address of its own. Anything else is not found. */
export function createMetricsServer(contentType: string, text: () => Promise<string>): MetricsServer {
  const server = createServer((request, answer) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void answer.writeHead(404).end();
    text().then(
      (figures) => answer.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(figures),
      () => answer.writeHead(500).end(),
    );
  });
  return {
    listen: (place) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(place, resolve);
      }),
    port: () => (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
