import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import { testPicture } from '#model/pictures/test-picture.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { CHECK_TEXTS as TEXTS } from './screens-texts.ts';
import classes from './Screens.module.css';

interface DisplayCheckDialogProps {
  opened: boolean;
  onClose: () => void;
  onChecked: () => void;
}

/** The test picture over the whole window, a pixel of it for each pixel of the display, and what to look for. */
export function DisplayCheckDialog({ opened, onClose, onChecked }: DisplayCheckDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXTS.title} fullScreen classNames={{ body: classes.check ?? '' }} {...STOP_ESCAPE}>
      <Picture />
      <div className={classes.questions}>
        <ul>
          {TEXTS.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
        <p>{TEXTS.limits}</p>
        <Group>
          <Button
            onClick={() => {
              onChecked();
              onClose();
            }}
          >
            {TEXTS.checked}
          </Button>
          <Button variant="default" onClick={onClose}>
            {TEXTS.close}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** The least that the picture has room in, as in `testPicture`. */
const LEAST = { width: 480, height: 360 };

function Picture() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : keepPainted(canvas as RefObject<HTMLCanvasElement>)), []);
  return <canvas ref={canvas} className={classes.picture} role="img" aria-label={TEXTS.picture} />;
}

/** Again with each size: it must never be scaled. */
function keepPainted({ current }: RefObject<HTMLCanvasElement>): () => void {
  const observer = new ResizeObserver(() => paint(current));
  observer.observe(current.parentElement!);
  return () => observer.disconnect();
}

function paint(canvas: HTMLCanvasElement): void {
  const ratio = devicePixelRatio;
  const { clientWidth, clientHeight } = canvas.parentElement!;
  const width = Math.max(LEAST.width, Math.floor(clientWidth * ratio));
  const height = Math.max(LEAST.height, Math.floor(clientHeight * ratio * PART_OF_HEIGHT));
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${width / ratio}px`;
  canvas.style.height = `${height / ratio}px`;
  const { grey } = testPicture(width, height);
  const pixels = new Uint8ClampedArray(4 * grey.length);
  for (const [at, value] of grey.entries()) pixels.set([value, value, value, 255], 4 * at);
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** The rest is for the questions. */
const PART_OF_HEIGHT = 0.72;
