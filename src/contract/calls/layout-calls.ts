import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LayoutToSave, SavedLayout } from '#contract/layouts.ts';

/** The UUID of a layout is made by the device that creates it. */
const OfLayout = z.object({ layout: Uuid });

/** Saved layouts of the annotator. */
export const LAYOUT_CALLS = {
  layouts: {
    id: 'PCALL-93',
    base: 'api',
    method: 'GET',
    path: 'annotator/layouts',
    access: { permission: 'r:studies:detail' },
    answer: z.object({ data: z.array(SavedLayout) }),
    repeats: true,
    summary: 'Saved layouts of the caller and of the team, by name',
  },
  saveLayout: {
    id: 'PCALL-94',
    base: 'api',
    method: 'PUT',
    path: 'annotator/layouts/:layout',
    access: { permission: 'r:studies:detail' },
    params: OfLayout,
    body: LayoutToSave,
    answer: z.object({ data: SavedLayout }),
    summary:
      'Save a new layout or a new version. Another version than the changed one is a conflict. One of the team requires r:team and r:invitations',
  },
  deleteLayout: {
    id: 'PCALL-95',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/layouts/:layout',
    access: { permission: 'r:studies:detail' },
    params: OfLayout,
    answer: z.null(),
    summary: 'Delete a layout. One that is gone is deleted already. One of the team requires r:team and r:invitations',
  },
} as const;
