import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import { formatShare } from '#ui/format.ts';
import classes from './LegacyBox.module.css';
import { StepHead } from './steps/StepHead.tsx';
import { sessionText, stepTitle, TEXTS } from './texts.ts';
import { SentBar } from './steps/UploadingStep.tsx';

/** The minimised panel: 300 px in the corner, and on a phone a line above the page, which covers nothing (LEG-001). */
export function LegacyBox({ view, onEnlarge }: { view: LegacyView; onEnlarge: () => void }) {
  const titleId = useId();
  const { confirmed, total } = view.bytes;
  return (
    <section className={classes.box} aria-labelledby={titleId} data-legacy-box={view.step}>
      <StepHead step={view.step} className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {stepTitle(view.step, view.files)}
        </h2>
        <Tooltip label={TEXTS.fullScreen}>
          <ActionIcon aria-label={TEXTS.fullScreen} renderRoot={(props) => <Link to="/upload" {...props} onClick={onEnlarge} />}>
            <IconArrowsDiagonal size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </StepHead>
      <div className={classes.body}>
        {view.step === 'uploading' && <SentBar view={view} />}
        <p className={classes.line}>
          <span className={classes.session} title={view.id}>
            {sessionText(view.id)}
          </span>
          {view.step === 'uploading' && <span className={classes.share}>{formatShare(total > 0 ? confirmed / total : 0)}</span>}
        </p>
      </div>
    </section>
  );
}
