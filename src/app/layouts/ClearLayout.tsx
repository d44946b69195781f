import { Outlet } from '@tanstack/react-router';
import classes from './public.module.css';

/** The page only: errors, and addresses that lead on (LAYOUT-02). */
export function ClearLayout() {
  return <main id="content" tabIndex={-1} className={classes.clear}><Outlet /></main>;
}
