import type { LayoutContent, SavedLayout } from '#contract/layouts.ts';

/** `layout`: its UUID; a new one gets its own here. `base`: the version that was changed, 0 for a new one. `device`: the id of this device. */
export type LayoutWrite =
  | { kind: 'layout'; layout: string; of_team: boolean; base: number; device: string; content: LayoutContent }
  | { kind: 'layout-deletion'; layout: string };

/** A layout with this user's later changes. */
export interface ShownLayout extends LayoutContent, Pick<SavedLayout, 'uuid' | 'of_team' | 'changeable'> {
  /** The version on the server; 0 until it has received it. A change names it as its base. */
  version: number;
  /** As on the wire; null until the server has received it. */
  updated_at: string | null;
  /** The server has not received it, or a change of it. */
  waits: boolean;
}

/** The layouts of the last answer, with this user's later changes applied in their order; by name. */
export function shownLayouts(answered: readonly SavedLayout[], writes: readonly ({ kind: string } | LayoutWrite)[]): ShownLayout[] {
  return writes
    .filter((write) => isOfLayout(write))
    .reduce<ShownLayout[]>(
      withWrite,
      answered.map((each) => ({ ...each, waits: false })),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function isOfLayout(write: { kind: string }): write is LayoutWrite {
  return write.kind === 'layout' || write.kind === 'layout-deletion';
}

function withWrite(shown: ShownLayout[], write: LayoutWrite): ShownLayout[] {
  if (write.kind === 'layout-deletion') return shown.filter(({ uuid }) => uuid !== write.layout);
  const { layout: uuid, base: version, of_team, content } = write;
  if (shown.some((each) => each.uuid === uuid))
    return shown.map((each) => (each.uuid === uuid ? { ...each, ...content, waits: true } : each));
  return [...shown, { ...content, uuid, version, of_team, changeable: true, updated_at: null, waits: true }];
}
