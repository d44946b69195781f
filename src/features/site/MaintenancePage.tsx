import { Button } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconTool } from '@tabler/icons-react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { TEXTS } from './texts.ts';

interface MaintenancePageProps {
  serverReachable: boolean;
  /** Asks the server now. */
  onTryAgain: () => void;
}

/** `/maintenance`: shows whether the server can be reached, and updates automatically. */
export function MaintenancePage({ serverReachable, onTryAgain }: MaintenancePageProps) {
  return (
    <div role="status">
      {serverReachable ? (
        <EmptyState
          whole
          icon={IconCircleCheck}
          tone="sure"
          title={TEXTS.isBack}
          action={
            <Button component="a" href="/" size="md">
              {TEXTS.open}
            </Button>
          }
        >
          {TEXTS.isBackNote}
        </EmptyState>
      ) : (
        <EmptyState
          whole
          icon={IconTool}
          tone="you"
          title={TEXTS.maintenance}
          action={
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onTryAgain}>
              {TEXTS.tryAgain}
            </Button>
          }
        >
          {TEXTS.maintenanceNote}
        </EmptyState>
      )}
    </div>
  );
}
