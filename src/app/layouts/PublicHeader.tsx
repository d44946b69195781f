import { Anchor } from '@mantine/core';
import { t } from '#language/t.ts';
import { Logo } from '#ui/Logo.tsx';
import { useOptionalSession } from '#ui/session-context.tsx';
import { TEXTS } from '#app/texts.ts';
import classes from './public.module.css';

/** Logo at one end, product name or sign-in link at the other. */
export function PublicHeader({ signInLink = false }: { signInLink?: boolean }) {
  const isSignedIn = useOptionalSession() !== null;
  return (
    <header className={classes.header}>
      <a href="/" className={classes.home} aria-label="Lightship">
        <Logo />
      </a>
      {isSignedIn ? (
        <Anchor href="/dashboard" size="sm" className={classes.way ?? ''}>
          {TEXTS.dashboard}
        </Anchor>
      ) : signInLink ? (
        <Anchor href="/login" size="sm" underline="always" className={classes.way ?? ''}>
          {t('Sign in')}
        </Anchor>
      ) : (
        <span className={classes.tagline}>{t('AI-driven medical imaging from your browser')}</span>
      )}
    </header>
  );
}
