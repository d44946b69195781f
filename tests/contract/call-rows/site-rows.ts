import { expect } from 'vitest';
import type { Rows } from './rows.ts';

const MESSAGE = { name: 'Pat Moreno', email: 'pat@example.org', text: 'How do we join?' };

/** What everybody may know and ask of those who run the server. */
export const SITE_ROWS = {
  contact: [
    [
      'takes a message of anybody',
      ({ server }) => server.ask('POST /api/contact', { body: MESSAGE }),
      204,
      ({ text }) => expect(text).toBe(''),
    ],
    ['takes it twice', ({ server }) => server.ask('POST /api/contact', { body: MESSAGE }), 204],
    ['takes only an address', ({ server }) => server.ask('POST /api/contact', { body: { ...MESSAGE, email: 'pat' } }), 'invalid'],
    ['takes no empty message', ({ server }) => server.ask('POST /api/contact', { body: { ...MESSAGE, text: ' ' } }), 'invalid'],
  ],
} satisfies Rows;
