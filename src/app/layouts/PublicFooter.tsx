import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useReachability } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { ColorSchemeSwitch } from '#app/frame/ColorSchemeSwitch.tsx';
import classes from './public.module.css';

export function PublicFooter() {
  const { reachable } = useReachability();
  const ReachIcon = reachable ? IconWifi : IconWifiOff;
  return (
    <footer className={classes.footer}>
      <ColorSchemeSwitch />
      <span className={classes.reach} data-reachable={reachable} role="status">
        <ReachIcon size={14} stroke={1.75} aria-hidden />
        {reachable ? TEXTS.serverReached : TEXTS.serverAway}
      </span>
    </footer>
  );
}
