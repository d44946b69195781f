import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import classes from './CopyField.module.css';

const COPIED = t('Copied');

interface CopyFieldProps {
  /** Of the field. */
  label: string;
  /** Of the button. */
  copy: string;
  value: string;
  /** It is shown only now. */
  isSecret?: boolean;
}

/** A text to copy, in one line. */
export function CopyField({ label, copy, value, isSecret = false }: CopyFieldProps) {
  return (
    <div className={classes.copied} data-secret={isSecret || undefined}>
      <code aria-label={label}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy: act }) => (
          <Tooltip label={copied ? COPIED : copy}>
            <ActionIcon aria-label={copied ? COPIED : copy} onClick={act} data-autofocus={isSecret || undefined}>
              {copied ? <IconCheck size={18} stroke={1.5} aria-hidden /> : <IconCopy size={18} stroke={1.5} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
