import { Button, Kbd, Tooltip } from '@mantine/core';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { TEXTS } from '#features/tasks/texts.ts';
import { keyNames } from '#ui/key-names.ts';
import { CASE_TEXTS } from './case-texts.ts';
import classes from './CaseTaskFoot.module.css';

interface NextButtonProps {
  next: ShownTask | null;
  /** Another button is the next step. */
  isQuiet?: boolean;
  onOpen: () => void;
}

/** Opens the next case in this tab; the end of the list is said in its place. */
export function NextButton({ next, isQuiet = false, onOpen }: NextButtonProps) {
  if (next === null) return isQuiet ? null : <span className={classes.about}>{CASE_TEXTS.noNext}</span>;
  const words = isQuiet ? TEXTS.next : TEXTS.nextCase;
  return (
    <Tooltip label={`${TEXTS.nextCase} (${keyNames('Ctrl Enter')})`} disabled={!isQuiet}>
      <Button
        size="xs"
        variant={isQuiet ? 'subtle' : 'filled'}
        {...(isQuiet ? { color: 'gray', 'aria-label': TEXTS.nextCase } : { rightSection: <Kbd aria-hidden>{keyNames('Ctrl ↵')}</Kbd> })}
        aria-keyshortcuts="Control+Enter"
        onClick={onOpen}
      >
        {words}
      </Button>
    </Tooltip>
  );
}
