import type { Study } from './listed-study.ts';

/** Studies as the server lists them, for tests: say what matters. */

export function exampleListedSeries(given: Partial<Study['series'][number]> = {}): Study['series'][number] {
  return {
    id: 1, uuid: '00000000-0000-4000-8000-000000000001', seriesNumber: 4, seriesDescription: 't2_tse_tra', modalityCode: 'MR', cnt: 19,
    state: 'converted', message: null, files: 19, proved: 19, volumes: 1, ...given,
  };
}

export function exampleListedStudy(given: Partial<Study> = {}): Study {
  return {
    id: 1, uuid: '00000000-0000-4000-8000-000000000002', data: { patientName: 'Heron^Quiet' }, studyDate: '20110707', modality: 'MR',
    bodyPart: { slug: 'prostate', title: 'Prostate' }, labels: [], series: [exampleListedSeries()], anonymize: false, dirty: false,
    originalPatientName: 'Heron^Quiet', state: 'converted', size: 5_600_000, created_at: '2026-11-20 09:02:40', updated_at: '2026-11-20 09:03:02',
    ...given,
  };
}
