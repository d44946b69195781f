import { adcMap } from '#imaging/computed/adc-map.ts';
import { difference } from '#imaging/computed/difference.ts';
import { maskFrame, minusMask, type MaskFrame } from '#imaging/computed/mask-frame.ts';
import type { SliceValues } from '#imaging/computed/slice-values.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import { measuredWindow, type Window } from '#imaging/render/window.ts';
import type { AdcRecipe, FramesRecipe, Recipe, SeriesRecipe } from '#model/computed/recipe.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import type { SliceField } from '#workers/series/types.ts';

/** A slice of the source, or of another open series. */
type ReadSource = (slice: number, other?: number) => Promise<ReadSlice | NoSlice>;
/** Undefined: there is none. */
type Wanted = number | undefined | { slice: number; of: number };
type GreyRead = ReadSlice & { frame: { kind: 'grey' } };

/** Slices that are computed from those of another series when they are asked for: only the slices that one of them needs are in memory at once. */
export class ComputedSlices implements SliceReader {
  readonly slices: number;
  readonly isCine: boolean;
  readonly #readSource: ReadSource;
  readonly #recipe: Recipe;
  #mask: MaskFrame | null = null;
  #filmWindow: Window | null = null;

  constructor(readSource: ReadSource, recipe: Recipe) {
    this.#readSource = readSource;
    this.#recipe = recipe;
    this.slices = recipe.kind === 'frames' ? recipe.frames : recipe.positions.length;
    this.isCine = recipe.kind === 'frames';
  }

  read(slice: number): Promise<ReadSlice | NoSlice> {
    const recipe = this.#recipe;
    switch (recipe.kind) {
      case 'adc':
      case 'adc-error':
        return this.#readAdc(recipe, slice);
      case 'volumes':
        return this.#readDifference([recipe.positions[slice]?.[recipe.volume], recipe.positions[slice]?.[recipe.minus]]);
      case 'series':
        return this.#readDifference(ofTwoSeries(recipe, slice));
      case 'frames':
        return this.#readFrame(recipe, slice);
    }
  }

  /** No file has it. */
  async fields(): Promise<SliceField[]> {
    return [];
  }

  async #readAdc({ kind, positions }: AdcRecipe, slice: number): Promise<ReadSlice | NoSlice> {
    const sources = await this.#readAll(positions[slice] ?? []);
    if (isNoSlice(sources)) return sources;
    const weighted = sources.flatMap((source) => {
      const b = source.description.diffusionBValue;
      return b === null ? [] : { b, ...valuesOf(source) };
    });
    const samples = weighted.length < sources.length ? null : adcMap(weighted, kind);
    if (samples === null) return UNFIT;
    const made = computedFrom(sources, samples, ADC_UNIT);
    return { ...made, startWindow: kind === 'adc' ? ADC_WINDOW : windowOf(made, 'percentile') };
  }

  async #readDifference(of: readonly [Wanted, Wanted]): Promise<ReadSlice | NoSlice> {
    const sources = await this.#readAll(of);
    if (isNoSlice(sources)) return sources;
    const made = computedFrom(sources, difference(valuesOf(sources[0]!), valuesOf(sources[1]!)));
    return { ...made, startWindow: windowOf(made, 'range') };
  }

  /** The window is that of the middle frame: a first frame that is the mask is the same everywhere. */
  async #readFrame(recipe: FramesRecipe, frame: number): Promise<ReadSlice | NoSlice> {
    const made = await this.#subtractedFrame(recipe, frame);
    if (isNoSlice(made)) return made;
    if (this.#filmWindow === null) {
      const middle = await this.#subtractedFrame(recipe, Math.floor(recipe.frames / 2));
      this.#filmWindow = windowOf(isNoSlice(middle) ? made : middle, 'range');
    }
    return { ...made, frameInFile: frame, startWindow: this.#filmWindow };
  }

  async #subtractedFrame({ first, mask, shift, isIntensity }: FramesRecipe, frame: number): Promise<GreyRead | NoSlice> {
    const sources = await this.#readAll([first + frame, ...(this.#mask === null ? mask.map((each) => first + each) : [])]);
    if (isNoSlice(sources)) return sources;
    const [own, ...masks] = sources;
    this.#mask ??= maskFrame(masks.map(valuesOf), own!.frame, shift, isIntensity);
    if (this.#mask.columns !== own!.frame.columns || this.#mask.rows !== own!.frame.rows) return UNFIT;
    return computedFrom([own!], minusMask(valuesOf(own!), this.#mask, isIntensity));
  }

  async #readOne(wanted: Wanted): Promise<ReadSlice | NoSlice> {
    if (wanted === undefined) return UNFIT;
    return typeof wanted === 'number' ? this.#readSource(wanted) : this.#readSource(wanted.slice, wanted.of);
  }

  /** Why one of them cannot be read, or that they do not fit together. */
  async #readAll(slices: readonly Wanted[]): Promise<readonly GreyRead[] | NoSlice> {
    const sources: GreyRead[] = [];
    for (const wanted of slices) {
      const read = await this.#readOne(wanted);
      if (isNoSlice(read)) return read;
      const [first = read] = sources;
      if (read.frame.kind !== 'grey' || read.frame.rows !== first.frame.rows || read.frame.columns !== first.frame.columns) return UNFIT;
      sources.push(read as GreyRead);
    }
    return sources.length === 0 ? UNFIT : sources;
  }
}

function ofTwoSeries({ positions, other }: SeriesRecipe, slice: number): readonly [Wanted, Wanted] {
  const [own, minus] = positions[slice] ?? [];
  return [own, minus === undefined ? undefined : { slice: minus, of: other }];
}

const UNFIT: NoSlice = { noPicture: 'pixels' };
const ADC_UNIT = '× 10⁻⁶ mm²/s';
/** Of tissue, and of water at 3000. */
const ADC_WINDOW: Window = { center: 1500, width: 3000 };

function valuesOf({ frame, description }: GreyRead): SliceValues {
  const { rescaleSlope: slope, rescaleIntercept: intercept } = withModalityLut(description);
  return { samples: frame.samples, slope, intercept };
}

/** A slice at the place of the first of those that it is computed from. It names no image: there is none. */
function computedFrom(sources: readonly GreyRead[], samples: Float32Array, unit: string | null = null): GreyRead {
  const { frame, frameInFile, description } = sources[0]!;
  const { modalityLut: _lut, voiLut: _voi, overlays: _overlays, imageSeconds: _time, frameSubtraction: _told, ...rest } = description;
  const isLossy = sources.some((source) => source.description.isLossy);
  const computed: InstanceDescription = {
    ...rest,
    ...{ sopInstanceUid: '', seriesInstanceUid: '', diffusionBValue: null },
    ...{ windowCenter: [], windowWidth: [], windowCenterRaw: '', windowWidthRaw: '', rescaleSlope: 1, rescaleIntercept: 0 },
    ...(unit !== null && { rescaleType: unit }),
    ...(isLossy && { isLossy }),
  };
  const { rows, columns, isInverted } = frame;
  return { frame: { kind: 'grey', rows, columns, samples, isInverted }, frameInFile, description: computed, startWindow: null };
}

function windowOf({ frame, description }: GreyRead, by: 'range' | 'percentile'): Window {
  return measuredWindow(by, description, frame.samples);
}
