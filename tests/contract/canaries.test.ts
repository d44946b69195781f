import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CALLS, type Call } from '#contract/calls.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { credentialsFor, NORTH, openContractServer, requestOf, type ContractServer } from './contract-server.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';

/** What may be in no log: of a patient, of a person, of a sign-in. */
const CANARIES = [
  ...['CANARYDOE^JOHN^^DR', 'Canary Müller', 'canary müller, anna', 'Кана́рейка Анна', 'CANARY=金丝雀=かなりあ', 'O’Canary-Jones'],
  ...['canary.doe@example.org', 'MRN-CANARY-0815', '1.2.840.113619.2.99.424242', '19.07.1949 canary', 'CANARY_1949-07-19'],
  ...['canary knee left', 'canary; drop table audit_record', '<script>canary()</script>', 'C:\\canary\\DOE.dcm', '/home/canary/DOE JOHN'],
  ...['up_canaryTOKENcanaryTOKENcanaryTOKEN', 'CaNaRyBearerTokenCaNaRyBearerTokenCaNaRyBea', 'mt_auth.canary=1', 'Canary passw0rd !'],
];

describe.each(TEST_ENGINES)('logs on %s', (engine) => {
  let server: ContractServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openContractServer(engine, { log: { write: (line) => void lines.push(line) } });
  });
  afterAll(() => server.close());

  /** A text for each text that the schema leaves free, alone and then all at once; the fields that are not in it come beside them. */
  function withCanaries(schema: z.ZodType | undefined, value: unknown, canary: string): unknown {
    if (schema === undefined) return { canary, search: canary };
    let filled = structuredClone(value);
    for (const path of textsIn(value)) {
      const tried = withAt(filled, path, canary);
      if (schema.safeParse(tried).success) filled = tried;
    }
    return typeof filled === 'object' && filled !== null && !Array.isArray(filled) ? { ...filled, canary, patientName: canary } : filled;
  }

  const calls = Object.entries(CALLS) as [string, Call][];
  it.each(calls)('contain nothing of what is sent with %s [READ-019]', async (name, call) => {
    const golden = goldenOfCall(name);
    const statuses = new Set<number>();
    const before = await endOfLogs();
    // A sign-in of its own: some calls end it, or what it holds. From an address of its own: one address has 120 a minute.
    const from = `10.8.${calls.findIndex(([one]) => one === name)}.1`;
    const ada = { ...server.ada, ...(await server.signIn('ada@example.org', NORTH, from)) };
    for (const [index, canary] of CANARIES.entries()) {
      const query = withCanaries(call.query, firstAccepted(golden, 'query'), canary);
      const body = call.bodyKind === 'chunk' ? undefined : withCanaries(call.body, firstAccepted(golden, 'body'), canary);
      const sent = { ...(body === undefined ? { payload: Buffer.from(canary) } : { body }), ip: `10.7.${index}.1` };
      const headers = {
        'user-agent': encodeURI(canary),
        referer: `http://canary/${encodeURI(canary)}`,
        'idempotency-key': encodeURI(canary),
      };
      const known = requestOf(call, { params: firstAccepted(golden, 'params'), query });
      const owned = credentialsFor(call, { ...server, ada });
      const inPath = Object.fromEntries((call.path.match(/:(\w+)/g) ?? []).map((param) => [param.slice(1), canary]));
      const answers = [
        await server.ask(known, { ...sent, ...owned, headers }),
        ...(call.params === undefined
          ? []
          : [await server.ask(requestOf(call, { params: inPath, query }), { ...sent, ...owned, headers })]),
        await server.ask(known, { ...sent, token: encodeURI(canary), team: encodeURI(canary), cookie: encodeURI(canary), headers }),
      ];
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status >= 500 && status !== 501)).toEqual([]);
    expect(found(await logsAfter(before))).toEqual([]);
  });

  it('have entries for all of these calls', async () => {
    const { records, entries } = await logsAfter({ seq: 0, id: 0, line: 0 });
    expect(new Set(records.map(({ call }) => call))).toEqual(new Set(Object.keys(CALLS)));
    // Nobody of this test was signed out by it.
    expect(records.filter(({ result }) => result === 'done').length).toBeGreaterThan(calls.length);
    expect(entries.length).toBeGreaterThanOrEqual(CANARIES.length);
    expect(lines.length).toBeGreaterThan(calls.length * CANARIES.length * 2);
  });

  it.each(CANARIES)('would be detected if they contained %s', (canary) => {
    const written = { records: [], entries: [], lines: [JSON.stringify({ url: `/x?search=${encodeURIComponent(canary)}`, canary })] };
    expect(found(written).length).toBeGreaterThan(0);
  });

  /** The logs grow with each call, so a test reads its own part of them. */
  async function logsAfter({ seq, id, line }: LogEnd) {
    const records = await server.db.read.selectFrom('audit_record').selectAll().where('seq', '>', seq).orderBy('seq').execute();
    const entries = await server.db.read.selectFrom('activity_entry').selectAll().where('id', '>', id).orderBy('id').execute();
    return { records, entries, lines: lines.slice(line) };
  }

  async function endOfLogs(): Promise<LogEnd> {
    const { read } = server.db;
    const record = await read.selectFrom('audit_record').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
    const entry = await read.selectFrom('activity_entry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return { seq: record?.seq ?? 0, id: entry?.id ?? 0, line: lines.length };
  }

  function found(written: Record<string, unknown[]>): string[] {
    const text = Object.values(written)
      .flat()
      .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join('\n')
      .toLowerCase();
    const spelled = (canary: string) => [canary, encodeURI(canary), encodeURIComponent(canary), JSON.stringify(canary).slice(1, -1)];
    const traces = [...CANARIES.flatMap(spelled), 'canary', 'patientname'];
    return traces.filter((trace) => text.includes(trace.toLowerCase()));
  }
});

/** Its last record, entry and number of lines. */
interface LogEnd {
  seq: number;
  id: number;
  line: number;
}

type Path = readonly (string | number)[];

function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key]));
}

function withAt(value: unknown, path: Path, put: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = withAt(copy[key], rest, put);
  return copy;
}
