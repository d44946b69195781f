import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useReachability } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { ColorSchemeSwitch } from '#app/frame/sidebar/ColorSchemeSwitch.tsx';
import { LanguageSwitch } from '#app/frame/sidebar/LanguageSwitch.tsx';
import { t } from '#language/t.ts';
import classes from './public.module.css';

const LINKS = [
  { href: '/modules', label: TEXTS.modules },
  { href: '/install', label: TEXTS.install },
  { href: '/contact', label: TEXTS.contact },
  { href: '/subprocessors', label: TEXTS.subprocessors },
] as const;

export function PublicFooter() {
  const { reachable } = useReachability();
  const ReachIcon = reachable ? IconWifi : IconWifiOff;
  return (
    <footer className={classes.footer}>
      <ColorSchemeSwitch />
      <LanguageSwitch />
      <nav className={classes.links} aria-label={t('About this server')}>
        {LINKS.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <span className={classes.reach} data-reachable={reachable} role="status">
        <ReachIcon size={14} stroke={1.75} aria-hidden />
        {reachable ? TEXTS.serverReached : TEXTS.serverAway}
      </span>
    </footer>
  );
}
