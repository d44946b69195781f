import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconMinus, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { LegacyView } from '#localdb/legacy-uploads.ts';
import classes from './LegacyPanel.module.css';
import { sessionText, stepsOf, stepTitle, TEXTS } from './texts.ts';

interface PanelHeadProps {
  view: LegacyView;
  titleId: string;
  onMinimise: () => void;
  onClose: () => void;
}

/** What step it is, of which session, and the two ways to put it away. Green when sorted or done (LEG-035). */
export function PanelHead({ view, titleId, onMinimise, onClose }: PanelHeadProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const isSure = view.step === 'sorted' || view.step === 'done';
  const StepIcon = isSure ? IconCircleCheck : IconUpload;
  const shownStep = useRef(view.step);
  // The button that led on is gone with its step: who works by keyboard goes on from here.
  useEffect(() => {
    const hasMoved = shownStep.current !== view.step;
    shownStep.current = view.step;
    if (hasMoved && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [view.step]);
  return (
    <header className={classes.head} data-tone={isSure ? 'sure' : view.step === 'uploading' ? 'moving' : undefined}>
      <StepIcon className={classes.icon} size={18} stroke={1.5} aria-hidden />
      <h2 ref={title} id={titleId} tabIndex={-1} className={classes.title}>
        {stepTitle(view.step, view.files)}
      </h2>
      <span className={classes.session} title={view.id}>
        {sessionText(view.id)}
      </span>
      <Steps step={view.step} />
      <div className={classes.acts}>
        <Tooltip label={TEXTS.minimise}>
          <ActionIcon aria-label={TEXTS.minimise} onClick={onMinimise}>
            <IconMinus size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={TEXTS.close}>
          <ActionIcon aria-label={TEXTS.close} onClick={onClose}>
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <VisuallyHidden role="status">{view.step === 'uploading' ? 'Uploading' : stepTitle(view.step, view.files)}</VisuallyHidden>
    </header>
  );
}

function Steps({ step }: Pick<LegacyView, 'step'>) {
  const { words, now } = stepsOf(step);
  return (
    <ol className={classes.steps}>
      {words.map((word, place) => (
        <li key={word} className={classes.step} aria-current={place === now ? 'step' : undefined} data-over={place < now || undefined}>
          {place < now && <IconCheck size={14} stroke={1.75} role="img" aria-label="done" />}
          {word}
        </li>
      ))}
    </ol>
  );
}
