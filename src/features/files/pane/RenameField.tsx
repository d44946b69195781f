import { useEffect, useRef, useState } from 'react';
import { renameText } from '#features/files/texts.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { stemOf } from './paths.ts';
import classes from './Pane.module.css';

/** Enter keeps the name as it was typed (FM-012), Escape and a press elsewhere restore the old one: null. */
export function RenameField({ name: old, onEnd }: { name: string; onEnd: (name: string | null) => void }) {
  const [name, setName] = useState(old);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  useEffect(() => {
    field.current?.focus();
    // What says the kind of a file is rarely changed.
    field.current?.setSelectionRange(0, stemOf(old).length);
  }, [old]);

  function end(value: string | null) {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value === '' ? null : value);
  }

  return (
    <input
      ref={field}
      className={classes.rename}
      type="text"
      value={name}
      aria-label={renameText(old)}
      autoComplete="off"
      spellCheck={false}
      {...STOP_ESCAPE}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => end(null)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(name);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
