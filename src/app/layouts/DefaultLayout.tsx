import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '#app/frame/SkipLink.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import classes from './public.module.css';

/** LAYOUT-03: a header above a text page. */
export function DefaultLayout() {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <PublicHeader signInLink />
      <main id="content" tabIndex={-1} className={classes.top}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
