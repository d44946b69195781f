/** How a series is computed on a device from the slices of another one, which are numbered from 0. */
export type Recipe = AdcRecipe | VolumesRecipe | SeriesRecipe | FramesRecipe;

/** For each position its slices, in the order of the volumes. */
type Positions = readonly (readonly number[])[];

/** The apparent diffusion coefficient, or its standard error. */
export interface AdcRecipe {
  kind: 'adc' | 'adc-error';
  /** s/mm², each once, from the lowest. */
  bValues: readonly number[];
  positions: Positions;
}

/** One volume minus another, from 0. */
export interface VolumesRecipe {
  kind: 'volumes';
  volume: number;
  minus: number;
  positions: Positions;
}

/** A series minus another one on the same grid: after and before contrast. */
export interface SeriesRecipe {
  kind: 'series';
  /** UUID of the other one, its name, and its id in the worker. */
  minus: string;
  name: string;
  other: number;
  /** For each position the slice, and that of the other series. */
  positions: readonly (readonly [own: number, other: number])[];
}

/** Each frame of a run minus the mean of some of them. */
export interface FramesRecipe {
  kind: 'frames';
  /** The slice that is the first frame of the run. */
  first: number;
  frames: number;
  /** In the run, from 0. */
  mask: readonly number[];
  /** Pixels to the right and down, by which the mask is moved. */
  shift: readonly [x: number, y: number];
  /** Values are proportional to the intensity of the beam, and their logarithms are subtracted. */
  isIntensity: boolean;
}

const PREFIX = 'computed:';

/** In place of the UUID of a series: the same for the same values. */
export function computedId(source: string, recipe: Recipe): string {
  return `${PREFIX}${source}:${nameOf(recipe)}`;
}

/** The server knows nothing of such a series, and nothing is stored on it. */
export function isComputed(series: string): boolean {
  return series.startsWith(PREFIX);
}

/** The series whose places and measurements it shares: of a computed one that which it is computed from. */
export function sourceSeries(series: string): string {
  return isComputed(series) ? series.slice(PREFIX.length, series.indexOf(':', PREFIX.length)) : series;
}

function nameOf(recipe: Recipe): string {
  switch (recipe.kind) {
    case 'adc':
    case 'adc-error':
      return recipe.kind;
    case 'volumes':
      return `volumes:${recipe.volume}:${recipe.minus}`;
    case 'series':
      return `series:${recipe.minus}`;
    case 'frames': {
      const { first, mask, shift, isIntensity } = recipe;
      return `frames:${first}:${mask.join('+')}:${shift.join(',')}:${isIntensity ? 'log' : 'as-stored'}`;
    }
  }
}

/** Those of all volumes, each once, from the lowest; empty if they are not known of all, or if there is only one. */
export function distinctBValues(bValues: readonly (number | null)[]): number[] {
  const known = bValues.filter((b) => b !== null);
  const distinct = [...new Set(known)].toSorted((one, other) => one - other);
  return known.length < bValues.length || distinct.length < 2 ? [] : distinct;
}
