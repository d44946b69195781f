import type { FastifyInstance } from 'fastify';

export interface Health {
  /** True from the signal to stop: a proxy must send no new requests. */
  isStopping(): boolean;
  /** What the server needs, by name. A check that rejects, or takes longer than two seconds, makes the server not ready. */
  needs: Readonly<Record<string, () => Promise<unknown>>>;
  /** What this server works without, by name. It is ready all the same. */
  without?: readonly string[];
}

const CHECK_MS = 2_000;

/**
 * For proxies and orchestrators, on every host and without sign-in. `live`: the process answers; restarting it would help against nothing else.
 * `ready`: it may be sent requests. The answers name parts of the server and nothing else.
 */
export function serveHealth(app: FastifyInstance, { isStopping, needs, without = [] }: Health): void {
  const config = { measuredAs: 'health' } as const;
  app.get('/health/live', { config }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/health/ready', { config }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    const failing = await failingOf(needs);
    const ready = { status: 'ready', ...(without.length > 0 && { without }) };
    return failing.length === 0 ? reply.send(ready) : reply.code(503).send({ status: 'unavailable', failing });
  });
}

async function failingOf(needs: Health['needs']): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(needs).map(async ([name, check]) => {
      const isWell = await Promise.race([
        check().then(
          () => true,
          () => false,
        ),
        afterCheckTime(),
      ]);
      return isWell ? [] : [name];
    }),
  );
  return results.flat();
}

function afterCheckTime(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), CHECK_MS).unref());
}
