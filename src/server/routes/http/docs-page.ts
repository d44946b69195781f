import type { FastifyInstance } from 'fastify';
import { CALLS } from '#contract/calls.ts';
import type { Call } from '#contract/calls.ts';
import { ERRORS } from '#contract/errors.ts';
import { callersToText, openApi } from './openapi.ts';

/**
 * Documents the calls of the contract for people (`/api/docs`) and for programs (`/api/docs/json`). Uses no script, so it works under the
 * page's policy. Built on the first request, so that it does not slow down the start.
 */
export function serveDocs(app: FastifyInstance, version: string): void {
  let json: string | undefined;
  let page: string | undefined;
  app.get('/api/docs/json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((json ??= JSON.stringify(openApi(version)))),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= docsPage())));
}

function docsPage(): string {
  const calls = Object.values(CALLS) as Call[];
  const rows = calls.map(
    (call) => `<tr id="${call.id}">
<td><code>${call.method}</code></td><td><code>/${call.base}/${escapeHtml(call.path)}</code></td>
<td>${escapeHtml(call.summary)}</td><td>${escapeHtml(callersToText(call))}</td><td><a href="#${call.id}">${call.id}</a></td></tr>`,
  );
  const errors = Object.entries(ERRORS).map(
    ([code, { status, message }]) => `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Lightship API</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8884 }
code { font: 13px ui-monospace, monospace; white-space: nowrap }
</style></head><body>
<h1>Lightship API</h1>
<p>Read off the contract. The whole of it, with the schemas of every body and answer, as <a href="/api/docs/json">OpenAPI 3.1</a>.</p>
<h2>Calls</h2><div class="wide"><table><thead><tr><th>Method</th><th>Path</th><th>What</th><th>Who</th><th>Id</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
<h2>Refusals</h2><p>Every answer that is not a success is <code>{message, code, errors?, limit?}</code>.</p>
<div class="wide"><table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>
${errors.join('\n')}
</tbody></table></div></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
