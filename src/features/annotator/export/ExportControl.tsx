import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import classes from './ExportControl.module.css';

interface ExportControlProps<Format extends string> {
  formats: readonly { value: Format; label: string }[];
  format: Format;
  onFormat: (format: Format) => void;
  /** What the button says. */
  action: string;
  isBusy: boolean;
  isDisabled: boolean;
  onExport: () => void;
  /** Options and words, below. */
  children?: ReactNode;
}

/** The format of what leaves, and the button that saves it. */
export function ExportControl<Format extends string>(props: ExportControlProps<Format>) {
  const { formats, format, onFormat, action, isBusy, isDisabled, onExport, children } = props;
  return (
    <div className={classes.export}>
      <SegmentedControl
        className={classes.formats ?? ''}
        size="xs"
        aria-label={t('Format')}
        data={[...formats]}
        value={format}
        onChange={onFormat}
      />
      <Button
        className={classes.run ?? ''}
        size="xs"
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        loading={isBusy}
        disabled={isDisabled}
        onClick={onExport}
      >
        {action}
      </Button>
      {children}
    </div>
  );
}
