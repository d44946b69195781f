import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import { registerVolumes } from '#imaging/registration/register-volumes.ts';
import type { ScalarVolume } from '#imaging/registration/shrink.ts';
import { randomOf } from '#model/campaigns/random.ts';
import { patientToVoxel, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length, minus, scaled } from '#model/pictures/vector.ts';
import { inverseOf, pointThrough, rigidAbout, type RigidMatrix } from '#model/registrations/rigid.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

const STARTS = 20;
const [START_MM, START_DEGREES] = [10, 10];
/** Of the starts of a pair. */
const TARGET = 90;

const [BRAIN, PROSTATE, SECOND, XA30] = [
  'mr-brain-registered',
  'mr-prostate-siemens-skyra/ProstateX-0000/07-07-2011',
  'mr-prostate-second-patient/ProstateX-0001/07-08-2011',
  'mr-enhanced-siemens-xa30',
];

/** Folders of two series of one frame of reference. `isGate`: nothing says that the patient moved between them. */
const PAIRS: readonly { name: string; fixed: string; moving: string; isGate: boolean }[] = [
  { name: 'brain, T1 and FLAIR', fixed: `${BRAIN}/12-T1post-05670`, moving: `${BRAIN}/36459-FLAIRreg-76244`, isGate: true },
  { name: 'head, T1 and gradient echo', fixed: `${XA30}/5_anat-T1w_acq-tfl`, moving: `${XA30}/8_gre_field_mapping`, isGate: true },
  {
    name: 'prostate, ADC and calculated b-value',
    fixed: `${PROSTATE}/7.000000-ep2ddifftraDYNDISTADC-48780`,
    moving: `${PROSTATE}/8.000000-ep2ddifftraDYNDISTCALCBVAL-83202`,
    isGate: true,
  },
  {
    name: 'second prostate, ADC and calculated b-value',
    fixed: `${SECOND}/8.000000-ep2ddifftraDYNDISTMIXADC-33954`,
    moving: `${SECOND}/9.000000-ep2ddifftraDYNDISTMIXCALCBVAL-58431`,
    isGate: true,
  },
  {
    name: 'prostate, T2 transverse and sagittal',
    fixed: `${PROSTATE}/4.000000-t2tsetra-00702`,
    moving: `${PROSTATE}/3.000000-t2tsesag-87368`,
    isGate: false,
  },
  {
    name: 'prostate, T2 transverse and coronal',
    fixed: `${PROSTATE}/4.000000-t2tsetra-00702`,
    moving: `${PROSTATE}/5.000000-t2tsecor-03471`,
    isGate: false,
  },
  {
    name: 'prostate, T2 transverse and ADC',
    fixed: `${PROSTATE}/4.000000-t2tsetra-00702`,
    moving: `${PROSTATE}/7.000000-ep2ddifftraDYNDISTADC-48780`,
    isGate: false,
  },
];

/**
 * Pairs of real series that are registered by their frame of reference, each from 20 random starts 10 mm and 10 degrees away. A start came back if the error at every
 * marked point is less than a voxel of the moving series, its three axes together. Refused is what the registration itself called failed.
 */
export async function measureRegistration(runs: number): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  if (data === null) return [{ gate: 'registration', unit: '%', target: TARGET, reason: NO_REAL_IMAGES }];
  const results: (Measured | Skipped)[] = [];
  for (const { name, fixed, moving, isGate } of PAIRS) {
    const gate = `registration, ${name}: starts that came back`;
    const [from, to] = [await readSeries(join(data, fixed)), await readSeries(join(data, moving))];
    const rounds: Round[] = [];
    for (let round = 0; round < runs; round += 1) rounds.push(await measurePair(from, to, `${name}/${round}`));
    const [{ note }] = rounds as [Round];
    results.push({ gate, unit: '%', target: isGate ? TARGET : null, runs: rounds.map(({ percent }) => percent), note });
    console.log(`${gate}: ${rounds.map(({ percent }) => percent).join(', ')} %; ${note}`);
  }
  return results;
}

interface Round {
  percent: number;
  note: string;
}

async function measurePair(fixed: ScalarVolume, moving: ScalarVolume, seed: string): Promise<Round> {
  const random = randomOf(seed);
  const points = markedPoints(fixed.space, moving.space);
  const toVoxel = patientToVoxel(moving.space);
  const errors: { mm: number; voxels: number; estimateMm: number }[] = [];
  let refused = 0;
  const startedMs = performance.now();
  for (let start = 0; start < STARTS; start += 1) {
    const result = await registerVolumes(fixed, moving, { seed: `${seed}/${start}`, start: randomStart(fixed.space, random) });
    if (!result.ok) {
      refused += 1;
      continue;
    }
    const found = points.map((point) => pointThrough(result.matrix, point));
    errors.push({
      mm: Math.max(...found.map((point, at) => length(minus(point, points[at]!)))),
      voxels: Math.max(...found.map((point, at) => length(minus(toVoxel(point) as Vector, toVoxel(points[at]!) as Vector)))),
      estimateMm: result.errorMm,
    });
  }
  const seconds = (performance.now() - startedMs) / 1000 / STARTS;
  const back = errors.filter(({ voxels }) => voxels < 1).length;
  const told = (of: (error: (typeof errors)[number]) => number): string => {
    const sorted = errors.map(of).toSorted((a, b) => a - b);
    return sorted.length === 0 ? '-' : `${sorted[Math.floor(sorted.length / 2)]!.toFixed(2)} (${sorted.at(-1)!.toFixed(2)})`;
  };
  const figures = [
    `largest error of the ${points.length} points, median and worst start: ${told(({ mm }) => mm)} mm, ${told(({ voxels }) => voxels)} voxels`,
    `estimate ${told(({ estimateMm }) => estimateMm)} mm`,
    `refused ${refused} of ${STARTS}, elsewhere ${errors.length - back}`,
    `${seconds.toFixed(1)} s each`,
  ];
  return { percent: (100 * back) / STARTS, note: figures.join('; ') };
}

/** A grid of points of the moving volume that lie in the middle four fifths of the fixed one. */
function markedPoints(fixed: VoxelSpace, moving: VoxelSpace): Vector[] {
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const toFixed = patientToVoxel(fixed);
  const places = parts.flatMap((x) => parts.flatMap((y) => parts.map((z): Voxel => [x, y, z])));
  return places
    .map((part) => voxelToPatient(moving, [0, 1, 2].map((axis) => part[axis]! * (moving.size[axis]! - 1)) as unknown as Voxel))
    .filter((point) => toFixed(point).every((place, axis) => place > 0.1 * fixed.size[axis]! && place < 0.9 * fixed.size[axis]!));
}

function randomStart(space: VoxelSpace, random: () => number): RigidMatrix {
  const direction = (): Vector => {
    const way: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    return scaled(way, 1 / length(way));
  };
  const middle = voxelToPatient(space, space.size.map((count) => (count - 1) / 2) as unknown as Voxel);
  return inverseOf(rigidAbout(middle, scaled(direction(), (START_DEGREES * Math.PI) / 180), scaled(direction(), START_MM)));
}

const converter = createDicomConverter();

/** As the server converts it: the first volume. */
async function readSeries(folder: string): Promise<ScalarVolume> {
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(folder, name))) })));
  const converted = await converter.convert({ files, owner: 'bench' }, new AbortController().signal);
  if (!converted.ok) throw new Error(`${folder}: ${converted.why}`);
  const { bytes } = converted.volumes[0]!;
  const read = await readChannel(createMemorySource(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes), 2 ** 30);
  if (!read.ok) throw new Error(`${folder}: ${read.why}`);
  return read.image;
}
