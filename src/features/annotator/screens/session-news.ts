import { z } from '#contract/zod.ts';
import { isDrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { whereIs, type ShapeOf } from '#features/annotator/station/series-shape.ts';
import { spaceOf, type Station, type StationAct, type Tool } from '#features/annotator/station/station.ts';

const Point = z.tuple([z.number(), z.number(), z.number()]);
const Space = { series: z.string(), frameOfReference: z.string() };
const Window = z.union([z.object({ center: z.number(), width: z.number() }), z.enum(['stored', 'range', 'percentile'])]);

/** Tools of the pointer that need nothing but a picture. Others work on what is chosen in their window, such as a segment. */
const VIEW_TOOLS: readonly Tool[] = ['window', 'pan', 'zoom', 'slices', 'crosshair', 'window-region'];
const isShared = (tool: string): tool is Tool => VIEW_TOOLS.some((one) => one === tool) || isDrawnKind(tool);

/** What the windows of one session tell each other. Another window may be of another version, so it is checked. */
const News = z.discriminatedUnion('news', [
  /** A window has been opened, and wants to know where the others are. */
  z.object({ news: z.literal('opened') }),
  z.object({ news: z.literal('cursor'), ...Space, point: Point }),
  /** Where the active pane is. */
  z.object({ news: z.literal('position'), ...Space, point: Point, normal: Point }),
  z.object({ news: z.literal('window'), series: z.string(), window: Window }),
  z.object({ news: z.literal('tool'), tool: z.string().refine(isShared) }),
]);
export type News = z.infer<typeof News>;

/** Null: it cannot be understood. */
export function parseNews(message: unknown): News | null {
  const { data } = News.safeParse(message);
  return data ?? null;
}

/** What others must hear of a change. Layout, zoom and what is shown are those of the window. */
export function newsOf(before: Station, now: Station, shapeOf: ShapeOf): News[] {
  const [old, pane] = [before.panes[now.active], now.panes[now.active]];
  const hasMoved = old !== undefined && pane !== undefined && old !== pane && isSameView(old, pane) && !isSamePlace(old, pane);
  return [
    ...(now.cursor !== null && now.cursor !== before.cursor ? [cursorNews(now.cursor)] : []),
    ...(hasMoved && now.links.position ? positionNews(pane, shapeOf) : []),
    ...(now.links.window ? windowNews(before, now) : []),
    ...(now.tool !== null && now.tool !== before.tool && isShared(now.tool) ? [{ news: 'tool' as const, tool: now.tool }] : []),
  ];
}

/** For a window that was opened later. */
export function newsOfState(now: Station, shapeOf: ShapeOf): News[] {
  const pane = now.panes[now.active];
  const windows = now.links.window ? now.panes.filter(({ series }) => series !== null) : [];
  return [
    ...windows.map(({ series, window }) => ({ news: 'window' as const, series: series!, window })),
    ...(pane !== undefined && now.links.position ? positionNews(pane, shapeOf) : []),
    ...(now.cursor === null ? [] : [cursorNews(now.cursor)]),
  ];
}

/** What a window does with what it has heard. */
export function actOfNews(news: Exclude<News, { news: 'opened' }>): StationAct {
  switch (news.news) {
    case 'cursor': {
      const { point, series, frameOfReference } = news;
      return { act: 'cursor-elsewhere', cursor: { point, series, frameOfReference } };
    }
    case 'position': {
      const { point, normal, series, frameOfReference } = news;
      return { act: 'position-elsewhere', space: { series, frameOfReference }, place: { point, normal } };
    }
    case 'window':
      return { act: 'window-elsewhere', series: news.series, window: news.window };
    case 'tool':
      return { act: 'tool-elsewhere', tool: news.tool };
  }
}

const isSameView = (a: Pane, b: Pane): boolean => a.series === b.series && a.show === b.show && a.turned === b.turned;
const isSamePlace = (a: Pane, b: Pane): boolean => a.slice === b.slice && a.point === b.point;

const cursorNews = (cursor: NonNullable<Station['cursor']>): News => ({ news: 'cursor', ...cursor, point: [...cursor.point] });

function positionNews(pane: Pane, shapeOf: ShapeOf): News[] {
  const shape = pane.series === null || pane.is3d ? null : shapeOf(pane.series);
  const place = shape && whereIs(pane, shape);
  if (!place) return [];
  return [{ news: 'position', ...spaceOf(pane, shape), point: [...place.point], normal: [...place.normal] }];
}

/** Of each series whose window has been set in a pane that showed it before. */
function windowNews(before: Station, now: Station): News[] {
  const changed = new Map<string, Pane['window']>();
  for (const [at, { series, window }] of now.panes.entries()) {
    const old = before.panes[at];
    if (series !== null && old?.series === series && old.window !== window) changed.set(series, window);
  }
  return [...changed].map(([series, window]) => ({ news: 'window', series, window }));
}
