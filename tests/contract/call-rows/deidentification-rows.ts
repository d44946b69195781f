import { expect } from 'vitest';
import { NORTH, SOUTH } from '#tests/contract/contract-server.ts';
import type { Rows } from './rows.ts';

const PATH = 'POST /services/c-upload/a';
const body = {
  s: [
    { id: 'study-1', n: 'Heron^Quiet' },
    { id: 'study-2', n: 'Finch^Loud' },
    { id: 'study-3', n: ' heron^quiet' },
  ],
};

/** Names for patients who are to stay unnamed (READ-018). */
export const DEIDENTIFICATION_ROWS = {
  anonymiseNames: [
    [
      'answers a name per patient, the same for the same, and none of theirs [READ-018]',
      ({ server }) => server.asAda(PATH, { body }),
      200,
      ({ body: { a } }) => {
        expect(a).toEqual(body.s.map(({ id }) => ({ id, n: expect.stringMatching(/^Anonymous \d+$/) })));
        expect([a[2].n === a[0].n, a[1].n === a[0].n]).toEqual([true, false]);
      },
    ],
    [
      'answers the same when it is asked again',
      async ({ server }) => {
        const { body: first } = await server.asAda(PATH, { body });
        const again = await server.asAda(PATH, { body });
        expect(again.body).toEqual(first);
        return again;
      },
      200,
    ],
    [
      'counts the patients of each team by themselves',
      async ({ server, ute }) => {
        await server.asAda(PATH, { body });
        return server.ask(PATH, { host: SOUTH, token: ute, body: { s: [{ id: 'study-1', n: 'Finch^Loud' }] } });
      },
      200,
      ({ body: { a } }) => expect(a).toEqual([{ id: 'study-1', n: 'Anonymous 1' }]),
    ],
    ['is for members', ({ server, ute }) => server.ask(PATH, { host: NORTH, token: ute, body }), 'not_a_member'],
    ['is for who may upload', ({ server, nell }) => server.asAda(PATH, { token: nell, body }), 'not_allowed'],
  ],
} satisfies Partial<Rows>;
