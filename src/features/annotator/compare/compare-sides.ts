import type { Grid } from '#contract/grids.ts';
import type { MaskRevision } from '#contract/mask-revisions.ts';
import type { StructureCodes } from '#contract/structures.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { Side } from './compare-store.ts';
import { authorText, proposalText } from './compare-texts.ts';

/** A segmentation with a mask as it is now, a named state of it, or the result of a model. */
export interface SideOption {
  /** Of the side. */
  id: string;
  label: string;
  /** Null: a model has made it. */
  segmentation: DrawnSegmentation | null;
  proposal: ShownProposal | null;
  series: string;
  /** Number of the named state; null: as it is now. */
  at: number | null;
}

/** What can be compared, each with a name of its own. `own`: ID of the user. `named`: states of a segmentation that have a name. */
export function sideOptions(
  list: readonly DrawnSegmentation[],
  own: number,
  named: ReadonlyMap<string, readonly MaskRevision[]>,
): SideOption[] {
  const used = new Map<string, number>();
  return list.flatMap((segmentation): SideOption[] => {
    const { uuid, mask, structure } = segmentation;
    if (mask === null) return [];
    const words = `${authorText(segmentation, own)} · ${structure.title}`;
    const times = (used.get(words) ?? 0) + 1;
    used.set(words, times);
    const label = times === 1 ? words : `${words} (${times})`;
    const states = (named.get(uuid) ?? []).map(({ name, number }) => ({
      ...{ id: `${uuid}@${number}`, label: `${label} · ${name}`, segmentation, proposal: null, series: mask.series, at: number },
    }));
    return [{ id: uuid, label, segmentation, proposal: null, series: mask.series, at: null }, ...states];
  });
}

/** Results of models on the study, newest first. */
export const proposalOptions = (list: readonly ShownProposal[]): SideOption[] =>
  list.map((proposal) => ({
    ...{ id: `proposal ${proposal.id}`, label: proposalText(proposal), segmentation: null, proposal, series: proposal.series, at: null },
  }));

/** The two that are compared. Until somebody has chosen: the first, and one of the same structure by somebody else, if there is one. */
export function chosenSides(
  options: readonly SideOption[],
  chosen: { a: string | null; b: string | null },
): { a: SideOption | null; b: SideOption | null } {
  const find = (id: string | null): SideOption | null => options.find((option) => option.id === id) ?? null;
  const b = find(chosen.b);
  const a = find(chosen.a) ?? options.find(({ id }) => id !== b?.id) ?? null;
  if (b !== null || a === null) return { a, b };
  const others = options.filter(({ id }) => id !== a.id);
  const isAlike = ({ segmentation }: SideOption): boolean =>
    segmentation !== null && segmentation.structure.slug === a.segmentation?.structure.slug;
  const isOthers = ({ segmentation }: SideOption): boolean => segmentation?.user?.id !== a.segmentation?.user?.id;
  const rank = (option: SideOption): number => Number(isAlike(option)) * 2 + Number(isOthers(option));
  return { a, b: others.toSorted((one, other) => rank(other) - rank(one))[0] ?? null };
}

/** Null if it belongs to another grid than the series has now. */
export function sideOf(
  { id, segmentation, proposal, series, at }: SideOption,
  study: string,
  { grid, hash }: { grid: Grid; hash: string },
  codes: StructureCodes | null,
): Side | null {
  if (segmentation === null) return sideOfProposal({ id, series }, proposal!, { study, gridHash: hash, grid });
  const { uuid, structure, mask, exclusive, segments } = segmentation;
  if (mask?.grid != null && mask.grid !== hash) return null;
  const type = codes?.type ?? null;
  return {
    ...{ id, series, at: at === null ? null : { number: at }, proposal: null, structure: structure.slug },
    code: type && [type.scheme, type.value, codes?.modifier?.value ?? '', codes?.laterality?.value ?? ''].join(' '),
    source: { study, segmentation: uuid, gridHash: hash, grid, isExclusive: exclusive },
    segments: segments.filter(({ waits }) => waits !== 'deletion').map((segment) => ({ uuid: segment.uuid, title: nameOf(segment.title) })),
  };
}

/** Its segments are matched by their titles: a result does not say of which structure they are. */
function sideOfProposal(
  { id, series }: Pick<SideOption, 'id' | 'series'>,
  proposal: ShownProposal,
  of: { study: string; gridHash: string; grid: Grid },
): Side {
  return {
    ...{ id, series, at: null, proposal: proposal.id, structure: id, code: null },
    source: { ...of, segmentation: id, isExclusive: true },
    segments: proposal.summary.classes.map(({ value, title }) => ({ uuid: String(value), title })),
  };
}
