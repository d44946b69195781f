import { Link } from '@tanstack/react-router';
import { useReachability } from '#app/session/visit-context.tsx';
import { Lamp } from '#ui/status/Lamp.tsx';
import classes from './HeaderLamp.module.css';
import { lampOf, useWaitingWork } from './waiting-work.ts';

export function HeaderLamp() {
  const { reachable } = useReachability();
  const work = useWaitingWork();
  if (work === undefined) return null;
  const lamp = lampOf(work, reachable);
  return (
    <Link to="/upload-v2" className={classes.lamp} aria-label={[lamp.words, lamp.note].filter(Boolean).join(', ')}>
      <Lamp state={lamp.state} words={lamp.words} compact />
    </Link>
  );
}
