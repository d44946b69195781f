import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { formatDateTime } from '#ui/format.ts';
import classes from './InvitationLinks.module.css';
import panel from '#ui/panel.module.css';

export interface InvitationLink {
  id: number;
  email: string;
  link: string;
  until: Date | null;
}

const TEXTS = {
  handed: t('Links to hand over'),
  handedNote: t('Each opens an account for its own address and no other. They cannot be shown again; sending again makes a new one.'),
  copy: t('Copy'),
  copied: t('Copied'),
  done: t('Done'),
} as const;

interface InvitationLinksProps {
  links: readonly InvitationLink[];
  onDone: () => void;
}

/** Links that the server returns only once. They are kept only in this view. */
export function InvitationLinks({ links, onDone }: InvitationLinksProps) {
  if (links.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="invitation-links">
      <div className={panel.head}>
        <h2 id="invitation-links" className={panel.title}>
          {TEXTS.handed}
        </h2>
        <p className={panel.note}>{TEXTS.handedNote}</p>
      </div>
      <ul className={classes.links}>
        {links.map(({ id, email, link, until }) => (
          <li key={id} className={classes.link}>
            <TextInput
              size="sm"
              readOnly
              label={t('Link for {email}', { email })}
              description={until && t('until {time}', { time: formatDateTime(until, { seconds: false }) })}
              inputWrapperOrder={['label', 'input', 'description']}
              classNames={{ input: classes.address ?? '' }}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  aria-label={t('Copy the link for {email}', { email })}
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.5} aria-hidden />}
                  onClick={copy}
                >
                  <span aria-live="polite">{copied ? TEXTS.copied : TEXTS.copy}</span>
                </Button>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      <div className={panel.foot}>
        <span />
        <Button variant="default" onClick={onDone}>
          {TEXTS.done}
        </Button>
      </div>
    </section>
  );
}
