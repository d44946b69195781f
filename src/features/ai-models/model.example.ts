import { AiModelDetail } from '#contract/ai/models.ts';
import { AiTrainingDetail } from '#contract/ai/trainings.ts';

/** A model with two versions, for tests. */
export const VERSION_1 = '00000000-0000-4000-8000-000000000001';
export const VERSION_2 = '00000000-0000-4000-8000-000000000002';

const version = (uuid: string, number: number, dice: readonly number[]) => ({
  uuid,
  number,
  state: 'ready',
  manifest: {
    format: 1,
    engine: 'onnx',
    spacing: [1, 1, 1.2],
    channels: [{ name: 'T1', acquisition: null, normalisation: { kind: 'image' } }],
    patch: [40, 56, 40],
    multiple: [8, 8, 8],
    overlap: 0.5,
    mirror: [],
    classes: [
      { value: 1, title: 'Anterior' },
      { value: 2, title: 'Posterior' },
    ],
    trainedOn: {
      patients: 20,
      spacing: { least: [1, 1, 1], most: [1, 1, 1.5] },
      extent: { least: [31, 40, 24], most: [43, 59, 47] },
      intensity: [],
      entropy: null,
    },
    training: null,
  },
  report: {
    engine: 'unet',
    seed: 7,
    seconds: 414,
    heldOut: dice.map((foreground, at) => ({
      id: `case-000${at + 1}`,
      part: 'test',
      dice: { '1': foreground - 0.02, '2': foreground - 0.03, foreground },
    })),
    mean: {},
    deviation: {},
    settings: { levels: 3, channels: [16, 32, 64] },
  },
  training: number,
  dataset: { id: 6, name: 'Hippocampus T1', version: 3, uuid: '00000000-0000-4000-8000-000000000003' },
  size: 1_400_000,
  sha256: 'a'.repeat(64),
  created_by: 'Ines Okafor',
  created_at: `2026-11-2${number} 10:00:00`,
  reason: null,
});

export const MODEL: AiModelDetail = AiModelDetail.parse({
  id: 4,
  name: 'Hippocampus',
  code: 'hippocampus',
  description: 'Outlines both parts of the hippocampus.',
  structure_name: 'Hippocampus, left',
  structure_id: 3,
  segments: [
    { title: 'Anterior', value: 1 },
    { title: 'Posterior', value: 2 },
  ],
  created_at: '2026-11-20 10:00:00',
  parent_id: null,
  is_private: true,
  is_derived: false,
  user_name: 'Ines Okafor',
  team_name: 'North',
  last_number: 2,
  promoted: { version: VERSION_1, number: 1, reason: 'First', by: 'Ines Okafor', at: '2026-11-21 12:00:00' },
  dice: 0.85,
  editable: true,
  versions: [version(VERSION_2, 2, [0.9, 0.8, 0.85]), version(VERSION_1, 1, [0.88, 0.78, 0.8])],
  used: { proposed: 12, accepted: 7, corrected: 3, refused: 1 },
  quality: [
    { version: 1, week: '2026-11-09', dice: 0.88, results: 4 },
    { version: 1, week: '2026-11-16', dice: 0.86, results: 6 },
  ],
});

export const TRAINING: AiTrainingDetail = AiTrainingDetail.parse({
  id: 2,
  uuid: '00000000-0000-4000-8000-000000000009',
  model: { id: 4, name: 'Hippocampus' },
  dataset: { id: 6, name: 'Hippocampus T1', version: 3 },
  engine: 'unet',
  params: { seconds: 420, seed: 7 },
  state: 'complete',
  fraction: 1,
  waits: null,
  failure: null,
  dice: 0.85,
  created_by: 'Ines Okafor',
  created_at: '2026-11-22 09:00:00',
  started_at: '2026-11-22 09:00:10',
  ended_at: '2026-11-22 09:07:10',
  segments: [
    { title: 'Anterior', value: 1 },
    { title: 'Posterior', value: 2 },
  ],
  message: '',
  worker: 'cpu-01',
  cases: { train: 20, validation: 4, test: 3, withdrawn: 1 },
  rounds: [],
  report: null,
  studies: [{ id: 'case-0002', uuid: '00000000-0000-4000-8000-000000000021', patientName: 'Heron^Quiet' }],
  version: { uuid: VERSION_2, number: 2 },
  previews: [],
  log: [],
  startable: false,
});
