import { expect } from 'vitest';
import { NORTH, SOUTH } from '#tests/contract/contract-server.ts';
import type { Rows } from './rows.ts';

/** What a person chooses from before Process. */
export const CATALOGUE_ROWS = {
  modalities: [
    [
      'answers codes [ENT-38, UPL2-042]',
      ({ server }) => server.asAda('GET /api/modality'),
      200,
      ({ body }) => expect(body.data).toEqual(expect.arrayContaining([{ code: 'CT' }, { code: 'MR' }, { code: 'XA' }, { code: 'PT' }])),
    ],
    ['is for members', ({ server, ute }) => server.ask('GET /api/modality', { host: NORTH, token: ute }), 'not_a_member'],
    ['is for who may upload', ({ server, nell }) => server.asAda('GET /api/modality', { token: nell }), 'not_allowed'],
  ],
  acquisitions: [
    [
      'answers the codes of each modality that has some [REC-026, ENT-40, UPL2-043]',
      ({ server }) => server.asAda('GET /api/acquisition'),
      200,
      ({ body }) =>
        expect(body.data).toEqual([
          { code: 'AR', modality: 'CT' },
          { code: 'NONE', modality: 'CT' },
          ...['T2W', 'DWI', 'ADC', 'COR', 'SAG', 'NONE'].map((code) => ({ code, modality: 'MR' })),
        ]),
    ],
    ['is for who may upload', ({ server, nell }) => server.asAda('GET /api/acquisition', { token: nell }), 'not_allowed'],
  ],
  pipelines: [
    [
      'answers those of the team, with the acquisitions that each needs [ENT-39]',
      ({ server }) => server.asAda('GET /api/pipelines'),
      200,
      ({ body }) =>
        expect(body.data).toContainEqual({
          id: expect.any(Number),
          code: 'prostate-mr',
          name: 'Prostate MR',
          modality_code: 'MR',
          acquisitions: [{ code: 'T2W' }, { code: 'DWI' }, { code: 'ADC' }],
        }),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        const teamId = server.teams.north;
        const values = { team_id: teamId, code: 'own', name: 'Own of north', modality_code: 'CT', created_at: 0 };
        await server.db.write((tx) => tx.insertInto('pipeline').values(values).execute());
        const answer = await server.ask('GET /api/pipelines', { host: SOUTH, token: ute });
        await server.db.write((tx) => tx.deleteFrom('pipeline').where('code', '=', 'own').execute());
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toEqual([expect.objectContaining({ code: 'prostate-mr' })]),
    ],
    ['is for who may upload', ({ server, nell }) => server.asAda('GET /api/pipelines', { token: nell }), 'not_allowed'],
  ],
} satisfies Rows;
