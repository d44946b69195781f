import { marked } from '#language/t.ts';
import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { nameUpTo, textUpTo } from './text.ts';

export const LayoutName = nameUpTo(60);

/** A series as a layout describes it. No layout names a series itself, so it fits other studies. */
const SeriesOfLayout = z.object({
  /** Of the study that is opened, or of an earlier one of the same patient. */
  study: z.enum(['this', 'earlier']),
  modality: textUpTo(16),
  /** Null: the description decides. */
  acquisition: AcquisitionCode.nullable(),
  /** Of its slices; null if they have none. */
  plane: z.enum(['axial', 'coronal', 'sagittal']).nullable(),
  /** Empty with an acquisition. */
  description: textUpTo(LIMITS.layoutDescriptionChars),
});
export type SeriesOfLayout = z.infer<typeof SeriesOfLayout>;

const ShownWindow = z.union([
  z.enum(['stored', 'range', 'percentile']),
  z.object({
    center: z.number().min(-LIMITS.windowValueMax).max(LIMITS.windowValueMax),
    width: z.number().gt(0).max(LIMITS.windowValueMax),
  }),
]);

/** Place in `series`. */
const AtSeries = z.number().int().min(0);

/** The volume of a series in 3D. */
const VolumeOfLayout = z.object({
  series: AtSeries,
  /** The largest value along the view, or colours and opacities that add up. */
  show: z.enum(['max', 'rendered']),
  window: ShownWindow,
  isInverted: z.boolean(),
  isHot: z.boolean(),
  /** UUID of a transfer function, or the name of one of the page; null: by the window. */
  curve: textUpTo(64).nullable(),
  density: z.number().gt(0).max(LIMITS.volumeDensity),
});

const PaneOfLayout = z.object({
  /** Place in `series`; null: the pane is empty. */
  series: z.number().int().min(0).nullable(),
  /** Its stored slices, or planes through its volume. */
  show: z.enum(['stored', 'axial', 'coronal', 'sagittal']),
  slab: z.object({ show: z.enum(['max', 'min', 'mean']), thicknessMm: z.number().min(0.1).max(LIMITS.slabMm) }).nullable(),
  /** Another series over its picture. */
  fused: z.object({ series: AtSeries, window: ShownWindow, opacity: z.number().min(0).max(1) }).optional(),
  /** In place of its picture: the surfaces of segments, and a volume with them; null: only the surfaces. */
  in3d: z.object({ volume: VolumeOfLayout.nullable() }).optional(),
});
export type PaneOfLayout = z.infer<typeof PaneOfLayout>;

const Side = z.number().int().min(1).max(LIMITS.layoutSide);

const content = {
  name: LayoutName,
  /** The studies that it is for: of this modality, and of this body part; null: of any. */
  modality: textUpTo(16),
  bodyPart: z.object({ slug: textUpTo(64), title: textUpTo(200) }).nullable(),
  rows: Side,
  columns: Side,
  /** The first pane takes all rows of the first column. */
  large: z.boolean(),
  /** Each once, however many panes show it. */
  series: z.array(SeriesOfLayout).max(LIMITS.layoutSide ** 2),
  /** Row by row. */
  panes: z.array(PaneOfLayout).max(LIMITS.layoutSide ** 2),
  /** Which panes follow each other. */
  links: z.object({ position: z.boolean(), zoom: z.boolean(), window: z.boolean() }),
};

export const LayoutContent = z.object(content);
export type LayoutContent = z.infer<typeof LayoutContent>;

/** A layout as it is saved. */
export const LayoutToSave = z
  .object({
    ...content,
    /** Of the team, or of the caller alone. It stays as it was at first. */
    of_team: z.boolean(),
    /** Number of the version that was changed; 0 for a new layout. */
    base: z.number().int().min(0),
    /** The device that saves it. Its own earlier version is never in conflict with a later one. */
    device: Uuid,
  })
  .refine(({ panes, rows, columns, large }) => panes.length === panesIn({ rows, columns, large }), {
    path: ['panes'],
    message: marked('Rows and columns have another number of panes.'),
  })
  .refine(({ panes, series }) => panes.flatMap(seriesOfPane).every((at) => at < series.length), {
    path: ['panes'],
    message: marked('A pane shows a series that is not described.'),
  });
export type LayoutToSave = z.infer<typeof LayoutToSave>;

/** Places in `series` of what a pane shows. */
function seriesOfPane({ series, fused, in3d }: PaneOfLayout): number[] {
  return [series, fused?.series, in3d?.volume?.series].filter((at) => at != null);
}

export function panesIn({ rows, columns, large }: Pick<LayoutContent, 'rows' | 'columns' | 'large'>): number {
  return large ? rows * (columns - 1) + 1 : rows * columns;
}

/** ANN-60. */
export const SavedLayout = LayoutContent.extend({
  uuid: Uuid,
  of_team: z.boolean(),
  /** 1 more with each change. */
  version: z.number().int(),
  updated_at: DateText,
  /** Whether the caller may change and delete it. */
  changeable: z.boolean(),
});
export type SavedLayout = z.infer<typeof SavedLayout>;
