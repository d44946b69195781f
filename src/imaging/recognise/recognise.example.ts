import { exampleInstance } from '#model/studies/instance.example.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { mergeInstance } from '#model/studies/series.ts';
import type { SeriesFacts } from '#model/studies/study.ts';

/** Headers of a series without texts for tests: by default twenty slices, one series per b-value. */
export function exampleSeriesFacts(
  header: Partial<InstanceDescription>,
  { slices = 20, bValues = [null] }: { slices?: number; bValues?: readonly (number | null)[] } = {},
): SeriesFacts {
  const instances = bValues.flatMap((diffusionBValue, turn) =>
    Array.from({ length: slices }, (_, slice) =>
      exampleInstance({
        seriesDescription: '',
        protocolName: '',
        echoTime: null,
        repetitionTime: null,
        diffusionBValue,
        ...header,
        instanceNumber: turn * slices + slice + 1,
      }),
    ),
  );
  const facts = instances.reduce<SeriesFacts | null>((sum, description) => mergeInstance(sum, { fileId: '', size: 1, description }), null);
  if (!facts) throw new Error('A series needs a slice');
  return facts;
}
