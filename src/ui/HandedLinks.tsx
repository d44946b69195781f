import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { formatDateTime } from './format.ts';
import classes from './HandedLinks.module.css';

export interface HandedLink {
  id: number;
  email: string;
  link: string;
  until: Date | null;
}

const TEXTS = {
  handed: 'Links to hand over',
  handedNote: 'Each opens an account for its own address and no other. They cannot be shown again; sending again makes a new one.',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',
} as const;

interface HandedLinksProps {
  handed: readonly HandedLink[];
  onDone: () => void;
}

/** The links that the server gave with its answer, this once. They live in this view and nowhere else. */
export function HandedLinks({ handed, onDone }: HandedLinksProps) {
  if (handed.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="handed-links">
      <div className={classes.panelHead}>
        <h2 id="handed-links" className={classes.panelTitle}>
          {TEXTS.handed}
        </h2>
        <p className={classes.panelNote}>{TEXTS.handedNote}</p>
      </div>
      <ul className={classes.links}>
        {handed.map(({ id, email, link, until }) => (
          <li key={id} className={classes.link}>
            <TextInput
              size="sm"
              readOnly
              label={`Link for ${email}`}
              description={until && `until ${formatDateTime(until, { seconds: false })}`}
              inputWrapperOrder={['label', 'input', 'description']}
              classNames={{ input: classes.address ?? '' }}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  aria-label={`Copy the link for ${email}`}
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
      <div className={classes.panelFoot}>
        <span />
        <Button variant="default" onClick={onDone}>
          {TEXTS.done}
        </Button>
      </div>
    </section>
  );
}
