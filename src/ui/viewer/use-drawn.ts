import { useEffect, useRef, useState } from 'react';
import type { Drawn, ViewPicture, ViewWish } from './types.ts';

/** A picture whose pixels stand on a canvas of their own, as large as they are stored. */
export type Shown = Omit<ViewPicture, 'pixels'> & { canvas: HTMLCanvasElement };

type Draw = (wish: ViewWish) => Promise<Drawn>;

/**
 * The picture of a wish, and while it is drawn the one before. One wish at a time: a wheel turns faster than slices are drawn, and of what is
 * wished meanwhile only the last counts. `drawn` tells of which wish there is an answer.
 */
export function useDrawn(draw: Draw, wish: ViewWish): Answer {
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const spare = useRef<ArrayBuffer | null>(null);
  const wanted = useRef<{ draw: Draw; wish: ViewWish } | null>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    wanted.current = { draw, wish };
    if (!isBusy.current) drawLast().catch(reportError);

    async function drawLast(): Promise<void> {
      const asked = wanted.current;
      if (!asked) return;
      isBusy.current = true;
      const pixels = spare.current;
      spare.current = null;
      try {
        const drawn = await asked.draw({ ...asked.wish, ...(pixels ? { spare: pixels } : {}) });
        // Another series, or none any more.
        if (wanted.current?.draw === asked.draw) take(drawn, asked.wish);
      } finally {
        isBusy.current = false;
      }
      if (wanted.current !== asked) await drawLast();
    }

    function take(drawn: Drawn, of: ViewWish): void {
      if ('problem' in drawn) return setAnswer({ shown: null, problem: drawn.problem, drawn: of });
      canvas.current ??= document.createElement('canvas');
      paint(canvas.current, drawn);
      spare.current = drawn.pixels.buffer;
      const { pixels: _, ...rest } = drawn;
      setAnswer({ shown: { ...rest, canvas: canvas.current }, problem: null, drawn: of });
    }
  }, [draw, wish]);

  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  return answer;
}

interface Answer {
  shown: Shown | null;
  problem: string | null;
  drawn: ViewWish | null;
}

const NOTHING: Answer = { shown: null, problem: null, drawn: null };

function paint(canvas: HTMLCanvasElement, { width, height, pixels }: ViewPicture): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
}
