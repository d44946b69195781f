import type { PersistedClient } from '@tanstack/react-query-persist-client';

/** Limit of the stored answers: about the latest 50 pages of a list. Kept small, because every change writes all of it again. */
const MOST_CHARACTERS = 2_000_000;
const MOST_QUERIES = 200;

type Query = PersistedClient['clientState']['queries'][number];

/**
 * Serialises a client as JSON, with the latest answers that fit. Each answer is serialised once, not with every change of another one:
 * otherwise ten thousand viewed studies would block the page each second.
 */
export function createBoundedJson(): (client: PersistedClient) => string {
  const written = new WeakMap<object, { updatedAt: number; json: string }>();

  function jsonOf(query: Query): string {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    if (typeof data !== 'object' || data === null) return JSON.stringify(query);
    const known = written.get(data);
    if (known?.updatedAt === updatedAt) return known.json;
    const json = JSON.stringify(answeredQuery(query));
    written.set(data, { updatedAt, json });
    return json;
  }

  return ({ timestamp, buster, clientState: { mutations, queries } }) => {
    const kept: string[] = [];
    let characters = 0;
    for (const query of [...queries].sort(latestFirst)) {
      const json = jsonOf(query);
      if (kept.length === MOST_QUERIES || characters + json.length > MOST_CHARACTERS) break;
      kept.push(json);
      characters += json.length;
    }
    const head = JSON.stringify({ timestamp, buster }).slice(0, -1);
    return `${head},"clientState":{"mutations":${JSON.stringify(mutations)},"queries":[${kept.join(',')}]}}`;
  };
}

/** One that could not be asked for again is restored as its last answer. */
function answeredQuery(query: Query): Query {
  return { ...query, state: { ...query.state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } };
}

function latestFirst(a: Query, b: Query): number {
  return b.state.dataUpdatedAt - a.state.dataUpdatedAt;
}
