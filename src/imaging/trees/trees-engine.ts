import { ModelFault, stopIfAborted, type LoadedEngine, type LoadEngine } from '#imaging/inference/engine.ts';
import { readForest } from './forest-bytes.ts';
import { predictionBytes, predictSlices } from './predict-slices.ts';

/**
 * The engine of models that are trees. Their patch is the whole image, in slabs; memory does not grow with the number of slices.
 *
 * @param pause lets messages of the place where it runs arrive, so that it can be cancelled; awaited after each slab
 */
export function createTreesLoader(pause: () => Promise<void>): LoadEngine {
  return async (model, manifest) => {
    const read = readForest(model);
    if (!read.ok) throw new ModelFault(REFUSALS[read.why]);
    const { forest } = read;
    if (forest.channels !== manifest.channels.length || forest.classes !== manifest.classes.length + 1) {
      throw new ModelFault('The trees have other channels or classes than the manifest');
    }
    const runBySlice: NonNullable<LoadedEngine['runBySlice']> = async (input, { signal, progress }, take) => {
      for (const fraction of predictSlices(forest, input, take)) {
        progress(fraction);
        await pause();
        stopIfAborted(signal);
      }
    };
    return {
      runBySlice,
      async run(input, options) {
        const [columns, rows, slices] = input.size;
        const plane = columns * rows;
        const whole = new Float32Array(forest.classes * slices * plane);
        await runBySlice(input, options, (slice, values) => {
          for (let label = 0; label < forest.classes; label += 1) {
            whole.set(values.subarray(label * plane, (label + 1) * plane), (label * slices + slice) * plane);
          }
        });
        return whole;
      },
      peakBytes: (size) => predictionBytes(size, forest.channels, forest.classes),
      end: async () => undefined,
    };
  };
}

const REFUSALS = {
  'not-trees': 'The file is not a model of trees',
  version: 'The model was made by a newer version of Lightship',
  damaged: 'The file of the model is damaged',
  invalid: 'The file of the model says what no trees do',
};
