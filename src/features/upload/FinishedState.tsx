import { Button } from '@mantine/core';
import { IconAlertOctagon, IconShieldCheck, IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UploadView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { FinishedTable } from './FinishedTable.tsx';
import classes from './FinishedState.module.css';
import { TEXTS, provedText } from './texts.ts';

/** The end: what was proved, in the largest text of the page. */
export function FinishedState({ view }: { view: UploadView }) {
  const someFailed = view.studies.some((study) => study.series.some((series) => series.status === 'failed'));
  return (
    <div className={classes.stack}>
      <section className={classes.banner}>
        <span className={classes.seal} aria-hidden>
          <IconShieldCheck size={30} stroke={1.5} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.title}>{provedText(view.files.proved, view.files.queued)}</h2>
          <p className={classes.why}>{TEXTS.allProvedWhy}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconStack2 size={16} stroke={1.5} aria-hidden />}
          renderRoot={(props) => <Link to="/studies-v2" {...props} />}
        >
          {TEXTS.toStudies}
        </Button>
      </section>
      {someFailed && <Note tone="broken" icon={IconAlertOctagon} title={TEXTS.someFailed} />}
      <FinishedTable studies={view.studies} />
    </div>
  );
}
