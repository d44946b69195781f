import { useEffect, useRef, useState } from 'react';
import type { Around, CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import type { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import { showFailure } from '#ui/toasts.ts';
import type { HeldScene } from './headset-stage.ts';
import { XR_TEXTS } from './xr-texts.ts';

/** `insecure`: browsers offer headsets to secure pages only. */
export type Headset = 'unknown' | 'none' | 'insecure' | 'ready' | 'entering' | 'inside';

const MODE = 'immersive-vr';

/** The headset of this browser, and the scene in it. `onCut`: the plane that the hands have left. */
export function useHeadset(
  scene: SurfaceScene | null,
  around: Around | null,
  cut: CutPlane | null,
  onCut: (cut: CutPlane | null) => void,
): { headset: Headset; held: HeldScene | null; enter: () => void; leave: () => void } {
  const [headset, setHeadset] = useState<Headset>('unknown');
  const [held, setHeld] = useState<HeldScene | null>(null);
  const session = useRef<XRSession | null>(null);

  useEffect(() => {
    const xr = navigator.xr;
    if (xr === undefined) return setHeadset(globalThis.isSecureContext ? 'none' : 'insecure');
    const ask = (): void => {
      xr.isSessionSupported(MODE).then(
        (isSupported) => session.current ?? setHeadset(isSupported ? 'ready' : 'none'),
        () => setHeadset('none'),
      );
    };
    ask();
    // One is plugged in, or taken away.
    xr.addEventListener('devicechange', ask);
    return () => {
      xr.removeEventListener('devicechange', ask);
      void session.current?.end().catch(() => undefined);
    };
  }, []);

  async function enter(): Promise<void> {
    if (scene === null || around === null || headset !== 'ready') return;
    setHeadset('entering');
    try {
      // First, while the browser still counts the press.
      const entered = await navigator.xr!.requestSession(MODE, { requiredFeatures: ['local-floor'] });
      session.current = entered;
      const { HeadsetStage } = await import('./headset-stage.ts');
      let last: HeldScene | null = null;
      await HeadsetStage.start(scene, around, entered, {
        cut,
        onHeld: (now) => setHeld((last = now)),
        onEnd() {
          session.current = null;
          setHeld(null);
          setHeadset('ready');
          if (last !== null) onCut(last.cut);
        },
      });
      setHeadset('inside');
    } catch {
      session.current = null;
      setHeadset('ready');
      showFailure(XR_TEXTS.refused);
    }
  }

  return { headset, held, enter: () => void enter(), leave: () => void session.current?.end() };
}
