import { Anchor } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { ApiFailureError } from '#api/result.ts';
import { TEXTS } from '#app/texts.ts';
import { PageNotHereError } from '#app/update/load-page.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './errors.module.css';

/** NAV-04, NAV-05, NAV-12: an error thrown by a route, with its status and message if it has them. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <LastBoundary>
      <ErrorWords error={error} />
    </LastBoundary>
  );
}

function ErrorWords({ error }: { error: unknown }) {
  if (error instanceof PageNotHereError)
    return (
      <EmptyState whole icon={IconWifiOff} tone="you" title={TEXTS.offlinePage}>
        {TEXTS.offlinePageNote}
      </EmptyState>
    );
  const known = statusAndMessage(error);
  return (
    <div className={classes.page} role="alert">
      {known !== null && <p className={classes.code}>{known.status}</p>}
      <h1 className={classes.title}>{known === null ? TEXTS.renderError : known.message}</h1>
      <Anchor href="/" underline="always">
        {TEXTS.backHome}
      </Anchor>
    </div>
  );
}

export function statusAndMessage(error: unknown): { status: number; message: string } | null {
  if (error instanceof ApiFailureError) {
    return error.failure.kind === 'refused' ? { status: error.failure.status, message: error.failure.message } : null;
  }
  if (typeof error !== 'object' || error === null) return null;
  const { status, message } = error as { status?: unknown; message?: unknown };
  return typeof status === 'number' && typeof message === 'string' && message !== '' ? { status, message } : null;
}

/** NAV-06: shown when the error page itself fails. Plain elements, because the theme or the router may be what failed. */
export class LastBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div style={{ padding: '2rem', textAlign: 'center' }} role="alert">
        <p>{TEXTS.errorOfErrorPage}</p>
        <a href="/" style={{ color: 'inherit' }}>
          {TEXTS.goBackHome}
        </a>
      </div>
    );
  }
}
