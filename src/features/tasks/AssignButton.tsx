import { IconUserPlus } from '@tabler/icons-react';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { openAssign } from './open-assign.tsx';
import { TEXTS } from './texts.ts';

/** Opens the form that assigns these studies. */
export function AssignButton({ studies, size = 'sm' }: { studies: readonly string[]; size?: 'sm' | 'compact-sm' }) {
  const { serverReachable } = useSession<Session>();
  return (
    <ServerButton
      variant="default"
      size={size}
      leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden />}
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      onClick={() => openAssign(studies)}
    >
      {TEXTS.assign}
    </ServerButton>
  );
}
