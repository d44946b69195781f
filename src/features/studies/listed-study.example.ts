import type { Study } from './listed-study.ts';

/** Series as the server lists them, for tests: pass only the relevant fields. */

export function exampleListedSeries(given: Partial<Study['series'][number]> = {}): Study['series'][number] {
  return {
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000001',
    seriesNumber: 4,
    seriesDescription: 't2_tse_tra',
    modalityCode: 'MR',
    cnt: 19,
    ref_serie: false,
    acquisition_code: null,
    score: null,
    sort: null,
    state: 'converted',
    message: null,
    files: 19,
    proved: 19,
    volumes: 1,
    ...given,
  };
}
