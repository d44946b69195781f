import { beforeEach, expect, it, vi } from 'vitest';
import { fetchAuditExport } from './audit-export.ts';
import { fetchBytes } from './call-api.ts';

vi.mock('./call-api.ts', async (original) => ({
  ...(await original<object>()),
  fetchBytes: vi.fn<typeof fetchBytes>(),
}));

beforeEach(() => vi.mocked(fetchBytes).mockReset());

const answer = (start: (body: ReadableStreamDefaultController<Uint8Array>) => void) =>
  vi.mocked(fetchBytes).mockResolvedValue({
    ok: true,
    value: new Response(new ReadableStream({ start }), {
      headers: { 'Content-Disposition': 'attachment; filename="audit_41.csv"', 'Content-Type': 'text/csv; charset=utf-8' },
    }),
  });
const get = (told: number[] = [], signal = new AbortController().signal) =>
  fetchAuditExport({ format: 'csv' }, { signal, onBytes: (bytes) => told.push(bytes) });

it('an export is a file under the name that the server gives, and tells how much of it is here', async () => {
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

it('an export that breaks off is none', async () => {
  answer((body) => {
    body.enqueue(new TextEncoder().encode('number\r\n'));
    body.error(new TypeError('network error'));
  });
  expect(await get()).toEqual({ ok: false, failure: { kind: 'network' } });
});

it('what was refused is told as it is', async () => {
  const failure = { kind: 'refused', status: 403, code: 'not_allowed', message: '' } as const;
  vi.mocked(fetchBytes).mockResolvedValue({ ok: false, failure });
  expect(await get()).toEqual({ ok: false, failure });
});
