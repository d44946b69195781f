import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { afterPause } from '#features/annotator/after-pause.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { ShownVolume } from '#features/annotator/volume/volume-pass.ts';
import { createSurfaces } from '#workers/surfaces/handle.ts';
import type { CutPlane } from './cut-plane.ts';
import { SurfaceStore, type ShownSurface } from './surface-store.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import type { SurfaceScene } from './surface-scene.ts';
import type { View } from './turn-view.ts';

/** After the last turn, the picture is drawn in full resolution. */
const STILL_MS = 200;

export type SceneProblem = 'no-webgl' | 'lost' | 'failed';

const NONE: readonly ShownSurface[] = [];
const never = (): (() => void) => () => undefined;

/** Surfaces of the open mask, for as long as the pane is shown; none while segments are hidden with the overlays. */
export function useShownSurfaces(): readonly ShownSurface[] {
  const { masks, overlays } = useWorkstation();
  const areHidden = useSyncExternalStore(overlays.subscribe, () => overlays.read().areHidden);
  const [store, setStore] = useState<SurfaceStore | null>(null);
  useEffect(() => {
    const made = new SurfaceStore({ masks, createSurfaces, afterPause });
    setStore(made);
    return () => made.end();
  }, [masks]);
  const shown = useSyncExternalStore(store?.subscribe ?? never, store?.read ?? (() => NONE));
  return areHidden ? NONE : shown;
}

/** What a scene shows. */
export interface SceneContent {
  surfaces: readonly ShownSurface[];
  volume?: ShownVolume | null;
  cut?: CutPlane | null;
  /** A point that is marked. */
  mark?: Vector | null;
}

interface SceneView {
  view: View;
  size: { width: number; height: number };
  /** It turns by itself. */
  isPlaying: boolean;
}

/** The canvas on which surfaces and a volume are drawn. `tries`: a larger number begins again after a problem. */
export function useSurfaceScene(
  { surfaces, volume = null, cut = null, mark = null }: SceneContent,
  { view, size, isPlaying }: SceneView,
  tries: number,
): {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  /** What marks the point, with its middle in the middle of the picture. */
  marker: React.RefObject<HTMLDivElement | null>;
  scene: SurfaceScene | null;
  problem: SceneProblem | null;
} {
  const canvas = useRef<HTMLCanvasElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<SurfaceScene | null>(null);
  const [problem, setProblem] = useState<SceneProblem | null>(null);
  const drawn = useRef<readonly unknown[] | null>(null);

  useEffect(() => {
    const on = canvas.current;
    if (on === null) return;
    let made: SurfaceScene | null = null;
    let ends = false;
    const lost = (event: Event): void => {
      event.preventDefault();
      setProblem('lost');
      setScene(null);
    };
    on.addEventListener('webglcontextlost', lost);
    setProblem(null);
    // Half a megabyte that most people never need.
    import('./surface-scene.ts').then(
      (code) => {
        if (ends) return;
        try {
          made = new code.SurfaceScene(on);
          setScene(made);
        } catch {
          setProblem('no-webgl');
        }
      },
      (error: unknown) => {
        reportError(error);
        if (!ends) setProblem('failed');
      },
    );
    return () => {
      ends = true;
      on.removeEventListener('webglcontextlost', lost);
      made?.end();
      setScene(null);
    };
  }, [tries]);

  const { width, height } = size;
  const cell = useMemo(() => ({ width, height }), [width, height]);
  useEffect(() => {
    if (scene === null) return;
    scene.show(surfaces, volume);
    scene.cut(cut);
    const shown = [view, volume, cut];
    const isMoving = isPlaying || drawn.current?.some((one, at) => one !== shown[at]) === true;
    drawn.current = shown;
    scene.draw(view, cell, isMoving);
    const { x, y } = mark === null ? { x: 0, y: 0 } : scene.toCanvas(mark, cell);
    if (marker.current !== null) marker.current.style.translate = `${x}px ${y}px`;
    if (!isMoving || isPlaying) return;
    const timer = setTimeout(() => scene.draw(view, cell, false), STILL_MS);
    return () => clearTimeout(timer);
  }, [scene, surfaces, volume, view, cell, cut, mark, isPlaying]);
  return { canvas, marker, scene, problem };
}
