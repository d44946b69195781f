import { Button } from '@mantine/core';
import { IconAlertOctagon, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  /** What failed, with its code where there is one: 'Error loading projects: 502'. */
  title: string;
  /** What it means for the work. */
  children?: ReactNode;
  /** The network is away, nothing broke: drawn in the tone that asks, not in the one that alarms. */
  offline?: boolean;
  onRetry?: () => void;
  retrying?: boolean;
}

/** The part that failed says so; the rest of the page stays alive. */
export function ErrorState({ title, children, offline = false, onRetry, retrying = false }: ErrorStateProps) {
  const action =
    onRetry === undefined ? undefined : (
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={retrying} onClick={onRetry}>
        Try again
      </Button>
    );
  return (
    <div role="alert" style={{ display: 'contents' }}>
      <EmptyState icon={offline ? IconWifiOff : IconAlertOctagon} tone={offline ? 'you' : 'broken'} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
