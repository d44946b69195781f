import { Anchor } from '@mantine/core';
import { TEXTS } from '#app/texts.ts';
import classes from './errors.module.css';

/** NAV-02, NAV-03. */
export function NotFoundPage() {
  return (
    <div className={classes.page}>
      <p className={classes.code}>404</p>
      <h1 className={classes.title}>{TEXTS.notFound}</h1>
      <Anchor href="/" underline="always">{TEXTS.backHome}</Anchor>
    </div>
  );
}
