import type { DescribedSlice } from '#model/grids/grid.ts';
import { bodyPartFromHeader, type BodyPart } from '#model/studies/body-part.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { isWithoutImages } from '#model/studies/not-images.ts';
import { found, incomplete, type Found } from './found.ts';
import { findingsOfPositions, type PositionsFound } from './positions.ts';

/** What the files of one series show, without those of other series. It is stored with the reading of the series. */
export interface SeriesQuality {
  /** Images in its files: each frame counts. */
  images: number;
  /** Most images that one of its headers names for the acquisition; null: none does. Other series of the same UID may hold some of them. */
  expectedImages: number | null;
  bodyPart: BodyPart | null;
  findings: Found[];
}

/** One file of a series. */
export interface CheckedInstance {
  description: InstanceDescription;
  /** Whether the image shows text, as the header states or as is usual for its kind. */
  burnedIn: 'stated' | 'likely' | null;
}

/** Of one series, from all its headers that can be read. The result does not depend on the order of the files. */
export function createSeriesQuality(): { add(instance: CheckedInstance): void; end(slices: readonly DescribedSlice[]): SeriesQuality } {
  const counted = { images: 0, lossy: 0, stated: 0, likely: 0, framesExpected: 0, framesPresent: 0 };
  const expected = { images: 0, slices: 0, times: 0 };
  const times = new Set<number>();
  const parts = new Set<BodyPart | null>();
  return {
    add({ description, burnedIn }) {
      const { pixelData, numberOfFrames, extent, isLossy, bodyPartExamined } = description;
      if (!pixelData || isWithoutImages(description.sopClassUid)) return;
      counted.images += numberOfFrames;
      if (isLossy) counted.lossy += numberOfFrames;
      if (burnedIn !== null) counted[burnedIn] += numberOfFrames;
      const present = storedFrames(description);
      if (present < numberOfFrames) {
        counted.framesExpected += numberOfFrames;
        counted.framesPresent += present;
      }
      for (const name of ['images', 'slices', 'times'] as const) expected[name] = Math.max(expected[name], extent?.[name] ?? 0);
      if (extent?.time !== undefined) times.add(extent.time);
      if (bodyPartExamined !== '') parts.add(bodyPartFromHeader(bodyPartExamined));
    },

    end(slices) {
      const { images, lossy, stated, likely, framesExpected, framesPresent } = counted;
      const positions = findingsOfPositions(images === 0 ? [] : slices);
      const [part = null] = parts;
      return {
        images,
        expectedImages: expected.images === 0 ? null : expected.images,
        bodyPart: parts.size === 1 ? part : null,
        findings: [
          ...positions.findings,
          ...incomplete('frames', framesExpected, framesPresent),
          ...missingSlicesOrTimes(positions, expected, times.size),
          ...(lossy > 0 ? [found('info', { code: 'lossy-compression', images: lossy, of: images })] : []),
          ...(stated > 0
            ? [found('warning', { code: 'burned-in-text', images: stated, of: images, stated: true })]
            : likely > 0
              ? [found('info', { code: 'burned-in-text', images: likely, of: images, stated: false })]
              : []),
        ],
      };
    },
  };
}

/** One of them is enough: a time that is missing makes other numbers wrong as well. */
function missingSlicesOrTimes({ findings, slices }: PositionsFound, expected: { slices: number; times: number }, times: number): Found[] {
  if (findings.some(({ said }) => said.code === 'incomplete-acquisition' || said.code === 'missing-slices')) return [];
  if (times > 0 && times < expected.times) return incomplete('times', expected.times, times);
  return slices === 0 ? [] : incomplete('slices', expected.slices, slices);
}

/** Whole frames that the pixel data has room for. Only of data without compression: the length of other frames is not known. */
function storedFrames(description: InstanceDescription): number {
  const { pixelData, numberOfFrames, rows, columns, samplesPerPixel, bitsAllocated, photometricInterpretation } = description;
  if (!pixelData || pixelData.encapsulated) return numberOfFrames;
  const samples = photometricInterpretation.endsWith('_422') ? 2 : samplesPerPixel;
  const bits = rows * columns * samples * bitsAllocated;
  return bits === 0 ? numberOfFrames : Math.min(numberOfFrames, Math.floor((pixelData.length * 8) / bits));
}
