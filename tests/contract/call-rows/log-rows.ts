import { expect } from 'vitest';
import type { Answered } from '#server/test-server.ts';
import { NORTH } from '#tests/contract/contract-server.ts';
import type { Rows, Scene } from './rows.ts';

const log = ({ server }: Scene, query: Record<string, string>, token = server.ada.token): Promise<Answered> =>
  server.ask(`POST /api/log?${new URLSearchParams(query)}`, { host: NORTH, token });
const newest = ({ server }: Scene) => server.db.read.selectFrom('activity_entry').selectAll().orderBy('id', 'desc').executeTakeFirst();

/** What a person does, for the activity log. */
export const LOG_ROWS = {
  log: [
    [
      'takes an empty body and a query of app, type, path and data [AUTH-22]',
      (scene) => log(scene, { app: 'admin', type: 'route', path: '/studies-v2', data: '' }),
      204,
      ({ text }) => expect(text).toBe(''),
    ],
    [
      'keeps the press on the annotator [NOTIF-23, AUTH-23]',
      async (scene) => {
        const data = JSON.stringify({ name: 'open_annotator', uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d' });
        const answer = await log(scene, { app: 'admin', type: 'click', path: '/notifications', data });
        expect(await newest(scene)).toMatchObject({ type: 'click', name: 'open_annotator', path: '/notifications' });
        return answer;
      },
      204,
    ],
    [
      'is for whoever is signed in, without a permission',
      (scene) => log(scene, { app: 'admin', type: 'route', path: '/' }, scene.nell),
      204,
    ],
    ['is not for nobody', ({ server }) => server.ask('POST /api/log?app=admin&type=route&path=/', { host: NORTH }), 'signed_out'],
    ['asks for what it takes', ({ server }) => server.asAda('POST /api/log?app=admin'), 'invalid'],
  ],
} satisfies Rows;
