import { Button, Group } from '@mantine/core';
import classes from './HomePage.module.css';
import { t } from '#language/t.ts';
import { Promises } from '#ui/Promises.tsx';
import { TEXTS } from './texts.ts';
import { Tour } from './Tour.tsx';

interface HomePageProps {
  signedIn: boolean;
  setupNeeded: boolean;
}

/** `/`: what the product is, and the next step. */
export function HomePage({ signedIn, setupNeeded }: HomePageProps) {
  const next = signedIn
    ? { href: '/dashboard', label: TEXTS.dashboard }
    : setupNeeded
      ? { href: '/get-started', label: TEXTS.getStarted }
      : { href: '/login', label: TEXTS.signIn };
  return (
    <div className={classes.page}>
      <div className={classes.home}>
        <div>
          <h1 className={classes.title}>{t('AI-driven medical imaging from your browser')}</h1>
          <p className={classes.text}>
            {t(
              'Drop a disc, a folder or single files. The images are read on this device, sent when the network allows and verified on the server, byte for byte.',
            )}
          </p>
          <Group gap="sm" mt="xl">
            <Button component="a" href={next.href} size="lg">
              {next.label}
            </Button>
            <Button component="a" href="/install" variant="default" size="lg">
              {TEXTS.install}
            </Button>
          </Group>
        </div>
        <Promises />
      </div>
      <Tour />
    </div>
  );
}
