import { IconBrush, IconEraser, IconHandClick, IconPolygon, IconScribble, type Icon } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import type { Gesture } from '#workers/masks/types.ts';

/** Tools that draw segments. `polygon` is drawn by clicks or by a freehand line; `clicks` are answered by a model; a `scribble` teaches trees. */
export type MaskTool = 'brush' | 'eraser' | 'polygon' | 'scribble' | 'clicks';

export const MASK_TOOLS: readonly { tool: MaskTool; name: string; Icon: Icon }[] = [
  { tool: 'brush', name: t('Paint'), Icon: IconBrush },
  { tool: 'eraser', name: t('Erase'), Icon: IconEraser },
  { tool: 'polygon', name: t('Polygon, freehand'), Icon: IconPolygon },
  { tool: 'scribble', name: t('Scribble'), Icon: IconScribble },
  { tool: 'clicks', name: t('Correct by clicks'), Icon: IconHandClick },
];

export function isMaskTool(tool: string): tool is MaskTool {
  return MASK_TOOLS.some((one) => one.tool === tool);
}

export type PolygonMode = Extract<Gesture, { tool: 'polygon' }>['mode'];

/** How the tools draw, until somebody changes it. */
export interface ToolOptions {
  shape: 'disc' | 'sphere';
  radiusMm: number;
  /** Values in the unit of the series, both ends included; `isOn`: only these are drawn on. */
  range: { isOn: boolean; low: number; high: number };
  mode: PolygonMode;
}

export const FIRST_OPTIONS: ToolOptions = {
  shape: 'disc',
  radiusMm: 4,
  range: { isOn: false, low: 0, high: 1000 },
  mode: 'fill-inside',
};

export const RADIUS_MM = { least: 0.5, most: 50, step: 0.5 } as const;

/** The radius after [ or ]: a tenth of it, half a mm at least. */
export function steppedRadius(radiusMm: number, direction: 1 | -1): number {
  const step = Math.max(RADIUS_MM.step, Math.round(radiusMm / 10 / RADIUS_MM.step) * RADIUS_MM.step);
  return clampedRadius(radiusMm + direction * step);
}

export function clampedRadius(radiusMm: number): number {
  return Math.min(RADIUS_MM.most, Math.max(RADIUS_MM.least, radiusMm));
}
