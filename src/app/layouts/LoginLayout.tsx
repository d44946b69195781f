import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '#app/frame/SkipLink.tsx';
import { InsecureNote } from '#app/frame/notes/InsecureNote.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import classes from './public.module.css';

/** LAYOUT-05: a centred box between a quiet header and footer. */
export function LoginLayout() {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <PublicHeader />
      <InsecureNote />
      <main id="content" tabIndex={-1} className={classes.centre}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
