import { beforeEach, expect, it, vi } from 'vitest';
import { fetchAuditExport } from './audit-export.ts';
import { fetchBytes } from './call-api.ts';

vi.mock('./call-api.ts', async (original) => ({
  ...(await original<object>()),
  fetchBytes: vi.fn<typeof fetchBytes>(),
}));

beforeEach(() => vi.mocked(fetchBytes).mockReset());

const answer = (start: (body: ReadableStreamDefaultController<Uint8Array>) => void) => {
  // As in WebKit.
  const body = Object.defineProperty(new ReadableStream({ start }), Symbol.asyncIterator, { value: undefined });
  vi.mocked(fetchBytes).mockResolvedValue({
    ok: true,
    value: new Response(body, {
      headers: { 'Content-Disposition': 'attachment; filename="audit_41.csv"', 'Content-Type': 'text/csv; charset=utf-8' },
    }),
  });
};
const get = (told: number[] = [], signal = new AbortController().signal) =>
  fetchAuditExport({ format: 'csv' }, { signal, onBytes: (bytes) => told.push(bytes) });

it('saves an export under the name that the server sends and reports the progress', async () => {
  answer((body) => {
    for (const text of ['number\r\n', '41\r\n']) body.enqueue(new TextEncoder().encode(text));
    body.close();
  });
  const told: number[] = [];
  const saved = await get(told);
  expect([saved.ok && saved.value.name, saved.ok && (await saved.value.file.text()), told]).toEqual([
    'audit_41.csv',
    'number\r\n41\r\n',
    [8, 12],
  ]);
});

it('fails when an export is interrupted', async () => {
  answer((body) => {
    body.enqueue(new TextEncoder().encode('number\r\n'));
    body.error(new TypeError('network error'));
  });
  expect(await get()).toEqual({ ok: false, failure: { kind: 'network' } });
});

it('a refusal of the server is returned unchanged', async () => {
  const failure = { kind: 'refused', status: 403, code: 'not_allowed', message: '' } as const;
  vi.mocked(fetchBytes).mockResolvedValue({ ok: false, failure });
  expect(await get()).toEqual({ ok: false, failure });
});
