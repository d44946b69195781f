import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '#ui/session-context.tsx';
import { NotificationsPanel } from './NotificationsPanel.tsx';

// The leave to show notices is asked of the browser, which is not here.
vi.mock('#ui/browser/system-notice.ts', () => ({ useSystemNotices: () => ({ leave: 'denied', ask: () => undefined }) }));

const panel = (list: object | undefined): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <SessionProvider session={{ serverReachable: true }}>
        <NotificationsPanel
          notifications={{ list, isError: false, isPending: list === undefined, seenAt: 0, waiting: new Set() } as never}
          mayOpen={() => true}
          onOpen={() => {}}
        />
      </SessionProvider>
    </MantineProvider>,
  );

it('says that the list is empty [NOTIF-03]', () => {
  expect(panel({ data: [], unseen: 0, count: 0 })).toContain('No notifications');
});

it('says that the list is loading until it has arrived [NOTIF-05]', () => {
  expect(panel(undefined)).toContain('Loading...');
  expect(panel({ data: [], unseen: 0, count: 0 })).not.toContain('Loading...');
});
