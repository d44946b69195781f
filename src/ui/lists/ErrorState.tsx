import { Button } from '@mantine/core';
import { IconAlertOctagon, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  /** What failed, with its code if there is one: 'Error loading projects: 502'. */
  title: string;
  /** What it means for the work. */
  children?: ReactNode;
  /** Only the network is unavailable: shown in the tone for action, not for failure. */
  offline?: boolean;
  onRetry?: () => void;
  retrying?: boolean;
  /** It is the whole page: its title is the h1. */
  whole?: boolean;
}

/** The failed part shows the error; the rest of the page keeps working. */
export function ErrorState({ title, children, offline = false, onRetry, retrying = false, whole = false }: ErrorStateProps) {
  const action =
    onRetry === undefined ? undefined : (
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={retrying} onClick={onRetry}>
        {t('Try again')}
      </Button>
    );
  return (
    <div role="alert" style={{ display: 'contents' }}>
      <EmptyState
        icon={offline ? IconWifiOff : IconAlertOctagon}
        tone={offline ? 'you' : 'broken'}
        title={title}
        action={action}
        whole={whole}
      >
        {children}
      </EmptyState>
    </div>
  );
}
