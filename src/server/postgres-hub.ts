import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Hub } from '#server/realtime/other-processes.ts';

/** One listens, one notifies, one reads long messages. */
const CONNECTIONS = 3;

/** LISTEN and NOTIFY, on connections that no transaction of a rule uses. */
export function openPostgresHub(url: string, onFault: (error: unknown) => void): Hub {
  const listeners = new Set<() => void>();
  const clients = new Set<pg.PoolClient>();
  let isClosed = false;
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The adapter opens another connection, but without a listener here the error would end the process; also of one that was opened too late.
    client.on('error', () => isClosed || listeners.forEach((listener) => listener()));
    if (isClosed) return void client.end();
    clients.add(client);
    client.on('end', () => clients.delete(client));
  });
  // The adapter connects again and again, also after it was closed while it was connecting.
  const untilClosed: Pick<pg.Pool, 'connect' | 'query'> = {
    connect: (() => (isClosed ? new Promise(() => undefined) : pool.connect())) as pg.Pool['connect'],
    query: pool.query.bind(pool) as pg.Pool['query'],
  };
  return {
    adapter: createAdapter(untilClosed as pg.Pool, { errorHandler: (error) => isClosed || onFault(error) }),
    onLost: (listener) => void listeners.add(listener),
    async close() {
      isClosed = true;
      // It waits for a connection that has broken, which the adapter does not give back.
      void pool.end().catch(() => undefined);
      await Promise.all([...clients].map((client) => (client as unknown as pg.Client).end().catch(() => undefined)));
    },
  };
}
