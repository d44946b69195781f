import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '#app/frame/SkipLink.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import classes from './public.module.css';

/** LAYOUT-04: public header and footer. */
export function HomepageLayout() {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <PublicHeader signInLink />
      <main id="content" tabIndex={-1} className={classes.centre}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
