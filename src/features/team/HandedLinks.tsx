import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import { formatDateTime } from '#ui/format.ts';
import classes from './Team.module.css';
import { copyLinkText, linkOfText, TEXTS, untilText } from './texts.ts';

interface HandedLinksProps {
  handed: readonly HandedInvitation[];
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
        {handed.map(({ id, email, link, expires_at }) => (
          <li key={id} className={classes.link}>
            <TextInput
              size="sm"
              readOnly
              label={linkOfText(email)}
              description={untilText(formatDateTime(parseWireDate(expires_at) ?? 0, { seconds: false }))}
              inputWrapperOrder={['label', 'input', 'description']}
              classNames={{ input: classes.address ?? '' }}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  aria-label={copyLinkText(email)}
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
