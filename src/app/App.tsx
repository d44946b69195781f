import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LastBoundary } from './errors/ErrorPage.tsx';
import { TrafficBar } from './frame/TrafficBar.tsx';
import type { createAppRouter } from './routes/create-router.tsx';
import type { Visit } from './session/create-visit.ts';
import { PersonProviders } from './session/PersonProviders.tsx';
import { VisitProvider } from './session/visit-context.tsx';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme/theme.ts';

interface AppProps {
  visit: Visit;
  router: ReturnType<typeof createAppRouter>;
}

export function App({ visit, router }: AppProps) {
  // The guards decide again whenever the person, the team or the permissions change.
  useEffect(() => visit.session.subscribe(() => void router.invalidate()), [visit, router]);
  return (
    <LastBoundary>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="dark"
      >
        <TrafficBar />
        <VisitProvider value={visit}>
          <PersonProviders>
            <RouterProvider router={router} />
          </PersonProviders>
        </VisitProvider>
      </MantineProvider>
    </LastBoundary>
  );
}
