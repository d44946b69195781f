import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '#language/t.ts';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import { StepLine } from '#ui/upload/StepLine.tsx';
import classes from './LegacyPanel.module.css';
import { StepHead } from './steps/StepHead.tsx';
import { sessionText, stepsOf, stepTitle, TEXTS } from './texts.ts';

interface PanelHeadProps {
  view: LegacyView;
  titleId: string;
  onMinimise: () => void;
  onClose: () => void;
}

/** The step and the session, and the two ways to close the panel. */
export function PanelHead({ view, titleId, onMinimise, onClose }: PanelHeadProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(view.step);
  // The button that had the focus was removed with its step, so keyboard users continue here.
  useEffect(() => {
    const hasMoved = shownStep.current !== view.step;
    shownStep.current = view.step;
    if (hasMoved && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [view.step]);
  return (
    <StepHead step={view.step} className={classes.head}>
      <h2 ref={title} id={titleId} tabIndex={-1} className={classes.title}>
        {stepTitle(view.step, view.files)}
      </h2>
      <span className={classes.session} title={view.id}>
        {sessionText(view.id)}
      </span>
      <StepLine {...stepsOf(view.step)} isTight className={classes.steps} />
      <div className={classes.actions}>
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
      <VisuallyHidden role="status">{view.step === 'uploading' ? t('Uploading') : stepTitle(view.step, view.files)}</VisuallyHidden>
    </StepHead>
  );
}
