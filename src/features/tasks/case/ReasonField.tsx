import { Button, Group, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { TEXTS } from '#features/tasks/texts.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { CASE_TEXTS } from './case-texts.ts';

interface ReasonFieldProps {
  label: string;
  act: string;
  server: { serverReachable: boolean; why: string; size: 'xs'; loading: boolean };
  onSend: (reason: string) => void;
  /** Absent: it cannot be left. */
  onCancel?: () => void;
}

/** What a decision has to say, in the place of its button (design.md §18). Ctrl Enter sends it. */
export function ReasonField({ label, act, server, onSend, onCancel }: ReasonFieldProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  function send(event?: FormEvent) {
    event?.preventDefault();
    setTried(true);
    if (!isMissing && server.serverReachable && !server.loading) onSend(reason.trim());
  }
  return (
    <form onSubmit={send} noValidate>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        autoFocus={onCancel !== undefined}
        value={reason}
        error={isTried && isMissing ? TEXTS.needed : null}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...STOP_ESCAPE}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel?.();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        {onCancel !== undefined && (
          <Button variant="default" size="xs" onClick={onCancel}>
            {CASE_TEXTS.cancel}
          </Button>
        )}
        <ServerButton {...server} type="submit">
          {act}
        </ServerButton>
      </Group>
    </form>
  );
}
