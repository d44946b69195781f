import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import classes from './FirstSteps.module.css';
import { TEXTS } from './texts.ts';

/** `/get-started` of a server that is in use: the steps to the first study, each with its page. */
export function FirstSteps() {
  return (
    <div>
      <h1 className={classes.title}>{TEXTS.getStarted}</h1>
      <ol className={classes.steps}>
        <Step title={t('Join your team')} href="/register" link={TEXTS.register}>
          {t('Open the link of your invitation. Have an account? Then the invitation waits on your dashboard.')}
        </Step>
        <Step title={t('Sign in')} href="/login" link={TEXTS.signIn}>
          {t('Once on each device. What you drop there stays with you, whoever signs in after you.')}
        </Step>
        <Step title={t('Put it on the home screen')} href="/install" link={t('Install the app')}>
          {t('It opens in a window of its own, with or without a network.')}
        </Step>
        <Step title={t('Drop a disc or a folder')} href="/upload-v2" link={t('Upload')}>
          {t('DICOM, NIfTI and archives of them. Look at the series, choose, press Process, and close the lid if you must.')}
        </Step>
      </ol>
    </div>
  );
}

function Step({ title, href, link, children }: { title: string; href: string; link: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h2 className={classes.name}>{title}</h2>
      <p className={classes.text}>{children}</p>
      <Anchor href={href} underline="always" className={classes.link ?? ''}>
        {link}
      </Anchor>
    </li>
  );
}
