import type { FastifyInstance } from 'fastify';
import type { Measured, Measures } from '#server/rules/measures.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What its requests are counted as; without it, as requests for the page. */
    measuredAs?: Measured;
  }
}

/** Counts each request under the name of its call, never under its address. */
export function measureRequests(app: FastifyInstance, measures: Measures): void {
  app.addHook('onResponse', async (request, reply) => {
    const result = request.refusedWith ?? (reply.statusCode < 400 ? 'done' : 'failed');
    measures.request(request.routeOptions.config.measuredAs ?? 'page', result, reply.elapsedTime / 1000);
  });
}
