import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconShare2 } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { Around } from '#ui/upload/Around.tsx';
import classes from './InstallPage.module.css';

/** How this browser can put the app on the home screen. */
export type InstallOffer =
  | { kind: 'installed' }
  /** The browser has offered its prompt. */
  | { kind: 'prompt'; show: () => Promise<void> }
  | { kind: 'ios' }
  | { kind: 'menu' }
  | { kind: 'insecure' };

/** `/install` (PWA-16). */
export function InstallPage({ offer }: { offer: InstallOffer }) {
  return (
    <article className={classes.install}>
      <h1 className={classes.title}>{t('Install Lightship')}</h1>
      <p className={classes.text}>
        {t(
          'When installed, it opens from the home screen or the dock in its own window, with or without a network. Uploads resume automatically where the browser allows it.',
        )}
      </p>
      <Offer offer={offer} />
      <p className={classes.note}>
        {t(
          'Each team has its own address and is installed separately. Uploads that wait on this device stay at the address where you added them.',
        )}
      </p>
    </article>
  );
}

function Offer({ offer }: { offer: InstallOffer }) {
  switch (offer.kind) {
    case 'installed':
      return (
        <p className={classes.done}>
          <IconCircleCheck size={18} aria-hidden /> {t('This is the installed app.')}
        </p>
      );
    case 'prompt':
      return (
        <Button
          className={classes.action ?? ''}
          leftSection={<IconDownload size={18} aria-hidden />}
          size="lg"
          onClick={() => void offer.show()}
        >
          {t('Install the app')}
        </Button>
      );
    case 'ios':
      return (
        <ol className={classes.steps}>
          <li>{t('Open this page in Safari.')}</li>
          <li>
            <Around text={(icon) => t('Tap {icon} Share.', { icon })}>
              <IconShare2 size={16} aria-hidden />
            </Around>
          </li>
          <li>{t('Choose “Add to Home Screen”, then “Add”.')}</li>
        </ol>
      );
    case 'menu':
      return (
        <ol className={classes.steps}>
          <li>{t('Open the menu of the browser.')}</li>
          <li>{t('Choose “Install” or “Add to home screen”. In some browsers it stands as an icon at the end of the address.')}</li>
        </ol>
      );
    case 'insecure':
      return (
        <p className={classes.text}>
          {t('This address is not secure, so no browser can install it. Ask for the https address of this server.')}
        </p>
      );
  }
}
