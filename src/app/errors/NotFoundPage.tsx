import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { TEXTS } from '#app/texts.ts';
import { useOptionalSession } from '#ui/session-context.tsx';
import classes from './errors.module.css';

const AppFrame = lazy(async () => ({ default: (await import('#app/frame/AppFrame.tsx')).AppFrame }));

/** NAV-02, NAV-03. A signed-in user keeps the frame and its navigation. */
export function NotFoundPage() {
  const isSignedIn = useOptionalSession() !== null;
  if (!isSignedIn)
    return (
      <main id="content" tabIndex={-1} className={classes.whole}>
        <NotFoundWords />
      </main>
    );
  return (
    <Suspense>
      <AppFrame>
        <NotFoundWords />
      </AppFrame>
    </Suspense>
  );
}

function NotFoundWords() {
  return (
    <div className={classes.page}>
      <p className={classes.code}>404</p>
      <h1 className={classes.title}>{TEXTS.notFound}</h1>
      <Anchor href="/" underline="always">
        {TEXTS.backHome}
      </Anchor>
    </div>
  );
}
