import { useEffect, useEffectEvent, useState } from 'react';
import { readDropped, type Given } from './read-dropped.ts';

/** Accepts drops on the whole page. True while files are dragged over it. */
export function usePageDrop(onGiven: (given: Given) => void, enabled: boolean): boolean {
  const [hanging, setHanging] = useState(false);
  const give = useEffectEvent(onGiven);

  useEffect(() => {
    if (!enabled) return;
    // Each element is entered before the previous one is left: the page is left when both counts are equal.
    let entered = 0;

    function enter(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      entered += 1;
      setHanging(true);
    }
    function over(event: DragEvent) {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
    function leave(event: DragEvent) {
      if (!carriesFiles(event)) return;
      entered = Math.max(0, entered - 1);
      if (entered === 0) setHanging(false);
    }
    function drop(event: DragEvent) {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      entered = 0;
      setHanging(false);
      void readDropped(event.dataTransfer).then(give);
    }

    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [enabled]);

  return enabled && hanging;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
