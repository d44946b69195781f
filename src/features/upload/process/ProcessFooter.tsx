import { formatBytes } from '#ui/format.ts';
import { ProcessButton } from './ProcessButton.tsx';
import classes from './ProcessFooter.module.css';
import { selectedSeriesText, TEXTS } from '#features/upload/texts.ts';
import type { UploadSummary } from '#features/upload/upload-summary.ts';

interface ProcessFootProps {
  summary: UploadSummary;
  onProcess: () => void;
  processing: boolean;
  reading: boolean;
}

/** What will be sent, and the button that sends it. */
export function ProcessFooter({ summary, onProcess, processing, reading }: ProcessFootProps) {
  return (
    <>
      <dl className={classes.summary}>
        <dt>{TEXTS.selected}</dt>
        <dd>{selectedSeriesText(summary.selectedSeries, summary.series, summary.selectedStudies)}</dd>
        <dt>{TEXTS.toSend}</dt>
        <dd>{formatBytes(summary.selectedBytes)}</dd>
      </dl>
      <ProcessButton
        selectedSeries={summary.selectedSeries}
        onProcess={onProcess}
        processing={processing}
        reading={reading}
        withKeys
        wide
      />
    </>
  );
}
