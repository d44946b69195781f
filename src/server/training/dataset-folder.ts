import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { ModelClass } from '#contract/ai/manifest.ts';
import { z } from '#contract/zod.ts';

/** The dataset is at fault. Its message is for a person and names cases by their number only. */
export class BadDataset extends Error {
  override readonly name = 'BadDataset';
}

const TrainingCase = z.object({
  id: z.string().min(1).max(200),
  part: z.enum(['train', 'validation', 'test']),
  /** Paths in the folder, one for each channel. */
  images: z.array(z.string()).min(1),
  mask: z.string(),
  /** Cases of one patient share it. */
  patient: z.union([z.string(), z.number()]).optional(),
});

/** Its files were taken out of the dataset. */
const WithdrawnCase = z.object({ withdrawn: z.literal(true) });

const Channel = z.object({ name: z.string().min(1).max(64), acquisition: z.string().max(64).nullable() });

const DatasetFile = z.object({
  /** `value`: in the masks. */
  classes: z.array(ModelClass).min(1).max(255),
  channels: z
    .array(z.union([Channel, z.string().transform((name) => ({ name, acquisition: null }))]))
    .min(1)
    .max(8),
  cases: z.array(z.union([WithdrawnCase, TrainingCase])),
});

/** A case with absolute paths. `number`: its place in the dataset from 1, for messages. */
export interface TrainingCase {
  number: number;
  id: string;
  part: 'train' | 'validation' | 'test';
  images: string[];
  mask: string;
  patient: string;
}

export interface TrainingSet {
  classes: ModelClass[];
  channels: z.infer<typeof Channel>[];
  cases: TrainingCase[];
}

/** `frozen.json` of an exported dataset, or `dataset.json`: classes, channels and cases. Throws `BadDataset` if there is nothing to train on. */
export async function readTrainingSet(folder: string): Promise<TrainingSet> {
  const text = await readFile(resolve(folder, 'frozen.json'), 'utf8').catch(() =>
    readFile(resolve(folder, 'dataset.json'), 'utf8').catch(() => null),
  );
  const read = text === null ? null : DatasetFile.safeParse(parsed(text));
  if (!read?.success) throw new BadDataset('The dataset is not described completely');
  const { classes, channels } = read.data;
  if (classes.some(({ value }, at) => at > 0 && value <= classes[at - 1]!.value))
    throw new BadDataset('The values of the classes must ascend');
  const cases = read.data.cases
    .filter((each): each is z.infer<typeof TrainingCase> => !('withdrawn' in each))
    .map(({ id, part, images, mask, patient = id }, at): TrainingCase => {
      if (images.length !== channels.length) throw new BadDataset(`Case ${at + 1} has not one image for each channel`);
      return {
        number: at + 1,
        id,
        part,
        images: images.map((path) => inside(folder, path)),
        mask: inside(folder, mask),
        patient: String(patient),
      };
    });
  if (!cases.some(({ part }) => part === 'train')) throw new BadDataset('The dataset has no case for training');
  return { classes, channels, cases };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function inside(folder: string, path: string): string {
  const whole = resolve(folder, path);
  if (!whole.startsWith(resolve(folder) + sep)) throw new BadDataset('A file of the dataset is outside of its folder');
  return whole;
}
