import { TEXTS } from '#features/annotator/texts.ts';
import { t } from '#language/t.ts';
import type { FramesRecipe, Recipe } from '#model/computed/recipe.ts';
import { formatDecimal } from '#ui/format.ts';

export const COMPUTED_TEXTS = {
  title: t('Computed series'),
  none: t('As acquired'),
  kinds: {
    adc: t('ADC map'),
    'adc-error': t('Standard error of the ADC'),
    volumes: t('Difference of two volumes'),
    series: t('Minus another series'),
    frames: t('Frames minus a mask'),
  },
  volume: t('Volume'),
  minus: t('Minus volume'),
  other: t('Series that is subtracted'),
  otherReading: t('It is read before the difference is computed.'),
  otherGrid: t('Its slices do not lie at the same places, so pixels cannot be subtracted.'),
  mask: t('Mask frame'),
  right: t('Mask to the right, in pixels'),
  down: t('Mask down, in pixels'),
  notStored: t(
    'It is computed on this device and not stored. Measurements, segments and comments belong to the series that it is computed from.',
  ),
  noTags: t('A computed series is in no file, so it has no tags.'),
  adc: t('One exponential, by least squares of the logarithms. Where a signal is not above 0, there is no value.'),
  intensities: t('Values are proportional to the beam: their logarithms are subtracted, times 1000.'),
  logarithms: t('Values are logarithms of the beam, and subtracted as they are.'),
  unknown: t('The header does not say how values relate to the beam. They are subtracted as they are.'),
} as const;

/** Of a computed series, in the list and over its picture. */
export function computedName(recipe: Recipe, description: string): string {
  const name = description || TEXTS.noDescription;
  switch (recipe.kind) {
    case 'adc':
      return t('ADC map of {name}', { name });
    case 'adc-error':
      return t('Error of the ADC of {name}', { name });
    case 'volumes':
      return t('Volume {volume} minus {minus} of {name}', { ...numbersOf(recipe), name });
    case 'series':
      return t('{name} minus {other}', { name, other: recipe.name });
    case 'frames':
      return t('Frames minus a mask of {name}', { name });
  }
}

/** What it is computed from, under a pane. */
export function computedFromText(recipe: Recipe): string {
  switch (recipe.kind) {
    case 'adc':
      return t('computed on this device from b {values}', { values: valuesOf(recipe) });
    case 'adc-error':
      return t('standard error, computed on this device from b {values}', { values: valuesOf(recipe) });
    case 'volumes':
      return t('computed on this device: volume {volume} minus volume {minus}', numbersOf(recipe));
    case 'series':
      return t('computed on this device: minus the series {name}', { name: recipe.name });
    case 'frames':
      return framesText(recipe);
  }
}

const valuesOf = ({ bValues }: { bValues: readonly number[] }): string => bValues.map((b) => Math.round(b)).join(', ');

/** As people count. */
const numbersOf = ({ volume, minus }: { volume: number; minus: number }) => ({ volume: volume + 1, minus: minus + 1 });

function framesText({ mask, shift: [x, y] }: FramesRecipe): string {
  const text = t(
    '{count, plural, one {computed on this device: minus frame {frames}} other {computed on this device: minus the mean of frames {frames}}}',
    { count: mask.length, frames: mask.map((frame) => frame + 1).join(', ') },
  );
  if (x === 0 && y === 0) return text;
  return `${text}, ${t('mask moved by {x} to the right and {y} down', { x: pixels(x), y: pixels(y) })}`;
}

const pixels = (value: number): string => formatDecimal(value, Number.isInteger(value) ? 0 : Number.isInteger(value * 2) ? 1 : 2);
