import type { PhantomRequest, PhantomStudy } from '#imaging/phantom.ts';
import type { DemoTeam } from './demo.ts';

/** A study of an invented person, and the upload that brings it. */
export interface DemoStudy {
  /** Fixed ID of its upload, so that no start creates it twice. */
  session: string;
  team: DemoTeam;
  /** Address of one of DEMO_PEOPLE. */
  uploader: string;
  bodyPart: 'head' | 'abdomen';
  study: PhantomStudy;
  series: readonly DemoSeries[];
}

export type DemoSeries = Pick<PhantomRequest, 'contrast' | 'plane' | 'slices' | 'matrix' | 'seriesNumber' | 'seriesDescription'>;

/** Realistic sizes that take about a second of one core to create. */
export const DEMO_STUDIES: readonly DemoStudy[] = [
  {
    session: 'd0000000-0000-4000-8000-000000000001',
    team: 'north',
    uploader: 'annotator@demo.test',
    bodyPart: 'head',
    study: {
      seed: 41,
      patientName: 'Plover^Amber',
      patientId: 'DEMO-1',
      patientSex: 'F',
      date: '20251014',
      time: '091230',
      description: 'MR head',
    },
    series: [
      { contrast: 't1', plane: 'axial', slices: 20, matrix: 160, seriesNumber: 2, seriesDescription: 't1_se_tra' },
      { contrast: 't2', plane: 'coronal', slices: 20, matrix: 160, seriesNumber: 3, seriesDescription: 't2_tse_cor' },
      { contrast: 'flair', plane: 'sagittal', slices: 18, matrix: 160, seriesNumber: 4, seriesDescription: 't2_flair_sag' },
    ],
  },
  {
    session: 'd0000000-0000-4000-8000-000000000002',
    team: 'north',
    uploader: 'annotator@demo.test',
    bodyPart: 'abdomen',
    study: {
      seed: 42,
      patientName: 'Curlew^Silas',
      patientId: 'DEMO-2',
      patientSex: 'M',
      date: '20251103',
      time: '140805',
      description: 'CT abdomen',
    },
    series: [{ plane: 'axial', slices: 24, matrix: 192, seriesNumber: 3, seriesDescription: 'Abdomen portal venous 7.5 mm' }],
  },
  {
    session: 'd0000000-0000-4000-8000-000000000003',
    team: 'north',
    uploader: 'scientist@demo.test',
    bodyPart: 'head',
    study: {
      seed: 43,
      patientName: 'Avocet^Mira',
      patientId: 'DEMO-3',
      patientSex: 'F',
      date: '20251118',
      time: '163355',
      description: 'MR head',
    },
    series: [
      { contrast: 'flair', plane: 'axial', slices: 18, matrix: 128, seriesNumber: 5, seriesDescription: 't2_flair_tra' },
      { contrast: 'diffusion', plane: 'axial', slices: 18, matrix: 128, seriesNumber: 6, seriesDescription: 'ep2d_diff_tra' },
    ],
  },
  {
    session: 'd0000000-0000-4000-8000-000000000004',
    team: 'south',
    uploader: 'admin@demo.test',
    bodyPart: 'head',
    study: {
      seed: 44,
      patientName: 'Dunlin^Theo',
      patientId: 'DEMO-4',
      patientSex: 'M',
      date: '20251120',
      time: '110540',
      description: 'MR head',
    },
    series: [{ contrast: 't2', plane: 'axial', slices: 20, matrix: 160, seriesNumber: 2, seriesDescription: 't2_tse_tra' }],
  },
];
