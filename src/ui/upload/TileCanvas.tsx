import { IconPhotoOff } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import classes from './TileCanvas.module.css';

/** RGBA pixels of a drawn picture. */
export interface Pixels {
  width: number;
  height: number;
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** `undefined`: loading. `null`: there is no picture and there will be none. */
export type Picture = Pixels | null | undefined;

/**
 * A square black cell with the picture as large as it fits, black in both themes: nothing coloured touches an image.
 * It keeps showing the old picture until the next one is there, so that moving through slices never flickers.
 */
export function TileCanvas({ picture, sizePx, label, noPicture }: { picture: Picture; sizePx: number; label: string; noPicture: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useLayoutEffect(() => {
    if (!picture || !canvas.current) return;
    canvas.current.width = picture.width;
    canvas.current.height = picture.height;
    canvas.current.getContext('2d')?.putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
    canvas.current.dataset['thumbnail'] = 'drawn';
  }, [picture]);

  return (
    <div className={classes.cell} style={{ width: sizePx, height: sizePx }}>
      {picture === null ? (
        <span className={classes.none} role="img" aria-label={noPicture} title={noPicture}>
          <IconPhotoOff size={18} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} />
      )}
    </div>
  );
}
