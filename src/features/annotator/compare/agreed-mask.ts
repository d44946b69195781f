import type { AgreedMask } from '#workers/masks/types.ts';
import { moreThanHalf } from '#workers/comparison/handle.ts';
import type { NewSegment } from '#features/annotator/masks/study-segmentations.ts';
import type { Side } from './compare-store.ts';
import { matchedSegments } from '#model/match-segments.ts';

/** A segmentation that votes, as it is open in the worker. */
export interface Voter {
  side: Side;
  key: string;
  /** Colours of its segments; null: the server has given none yet. */
  colours: ReadonlyMap<string, string | null>;
}

/** What is asked of the worker, and the segments that are made of it. `segmentation`: UUID of the new one, on the grid of the first voter. */
export function agreedMask(
  voters: readonly [Voter, ...Voter[]],
  segmentation: string,
  atLeast: number,
): { agreed: AgreedMask; segments: readonly NewSegment[] } {
  const groups = matchedSegments(voters.map(({ side }) => side)).map((group) => ({ ...group, segment: crypto.randomUUID() }));
  const { study, grid, gridHash } = voters[0].side.source;
  // With half of the votes or fewer, two segments can agree on one voxel.
  const isExclusive = voters.every(({ side }) => side.source.isExclusive) && atLeast >= moreThanHalf(voters.length);
  return {
    agreed: {
      to: { study, segmentation, grid, gridHash, isExclusive },
      atLeast,
      segments: groups.map(({ segment, uuids }) => ({
        segment,
        votes: uuids.map((uuid, at) => (uuid === null ? null : { key: voters[at]!.key, segment: uuid })),
      })),
    },
    segments: groups.map(({ segment, title, uuids }) => {
      const colours = uuids.map((uuid, at) => (uuid === null ? null : (voters[at]!.colours.get(uuid) ?? null)));
      return { segment, title, color: colours.find((colour) => colour !== null) ?? null };
    }),
  };
}
