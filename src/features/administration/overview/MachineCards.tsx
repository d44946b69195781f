import { IconCircleCheck, IconDatabase, IconMail, IconShieldCheck, IconTag } from '@tabler/icons-react';
import type { InstallationState, StoredPart } from '#contract/installation.ts';
import { formatBytes, formatBytesOf, formatCount, formatDate, formatDateTime, formatDuration } from '#ui/format.ts';
import { Card } from './Card.tsx';
import classes from './Overview.module.css';
import { agoText, freeText, mailsWords, PART_WORDS, runningSinceText, serversWords, TEXTS } from './texts.ts';

interface PartProps {
  state: InstallationState;
}

const COLOURS: Readonly<Record<StoredPart, string>> = {
  originals: 'var(--ls-tone-moving)',
  volumes: 'var(--ls-tone-sure)',
  datasets: 'var(--ls-tone-you)',
  models: 'var(--ls-tone-still)',
  files: 'var(--ls-dim)',
};

/** Of the disk, if its size is known; of everything that is stored otherwise. */
export function StorageCard({ state: { storage } }: PartProps) {
  const stored = storage.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const { total_bytes: total, free_bytes: free } = storage;
  const isKnown = total !== null && free !== null;
  const used = isKnown ? total - free : stored;
  const whole = isKnown ? total : Math.max(1, stored);
  return (
    <Card
      icon={IconDatabase}
      title={storage.kind === 'disk' ? TEXTS.disk : TEXTS.bucket}
      figure={isKnown ? formatBytesOf(used, total) : formatBytes(stored)}
      words={isKnown ? freeText(formatBytes(free)) : TEXTS.noLimit}
    >
      <div className={classes.disk} aria-hidden>
        {storage.parts
          .filter(({ bytes }) => bytes > 0)
          .map(({ part, bytes }) => (
            <span key={part} style={{ width: `${(100 * bytes) / whole}%`, background: COLOURS[part] }} />
          ))}
        {isKnown && used > stored && <span style={{ width: `${(100 * (used - stored)) / whole}%`, background: 'var(--ls-faint)' }} />}
      </div>
      <ul className={classes.legend}>
        {storage.parts.map(({ part, bytes }) => (
          <li key={part}>
            <i style={{ background: COLOURS[part] }} aria-hidden />
            {PART_WORDS[part]} {formatBytes(bytes)}
          </li>
        ))}
        {isKnown && used > stored && (
          <li>
            <i style={{ background: 'var(--ls-faint)' }} aria-hidden />
            {TEXTS.other} {formatBytes(used - stored)}
          </li>
        )}
      </ul>
    </Card>
  );
}

export function BackupCard({ state: { at, backup } }: PartProps) {
  if (backup === null) {
    return (
      <Card icon={IconShieldCheck} title={TEXTS.backup} figure={TEXTS.notKnown}>
        <p className={classes.lead}>{TEXTS.notKnownWhy}</p>
      </Card>
    );
  }
  if (backup.made_at === null) return <Card icon={IconShieldCheck} title={TEXTS.backup} figure={TEXTS.none} words={TEXTS.noneWhy} />;
  return (
    <Card
      icon={IconShieldCheck}
      title={TEXTS.backup}
      figure={formatDateTime(backup.made_at, { seconds: false })}
      words={agoText(formatDuration((at - backup.made_at) / 1000))}
    >
      <ul className={classes.facts}>
        <li>
          <span>{TEXTS.rows}</span>
          <span>{formatCount(backup.rows)}</span>
        </li>
        <li>
          <span>{TEXTS.objects}</span>
          <span>{`${formatCount(backup.objects)}, ${formatBytes(backup.bytes)}`}</span>
        </li>
      </ul>
    </Card>
  );
}

export function MailCard({ state: { mail } }: PartProps) {
  return (
    <Card
      icon={IconMail}
      title={TEXTS.mail}
      figure={formatCount(mail.unsent)}
      words={mailsWords(mail.waiting)}
      end={
        mail.is_configured ? (
          <span className={classes.sure}>
            <IconCircleCheck size={15} stroke={1.75} aria-hidden /> {TEXTS.mailServer}
          </span>
        ) : (
          TEXTS.noMailServer
        )
      }
    >
      {!mail.is_configured && <p className={classes.lead}>{TEXTS.noMailServerWhy}</p>}
    </Card>
  );
}

export function VersionCard({ state: { at, version } }: PartProps) {
  return (
    <Card
      icon={IconTag}
      title={TEXTS.version}
      figure={version.program}
      words={runningSinceText(formatDate(version.started_at), formatDuration((at - version.started_at) / 1000))}
    >
      <ul className={classes.facts}>
        <li>
          <span>{TEXTS.servers}</span>
          <span className={version.are_alike ? undefined : classes.lost}>{serversWords(version.servers, version.are_alike)}</span>
        </li>
      </ul>
    </Card>
  );
}
