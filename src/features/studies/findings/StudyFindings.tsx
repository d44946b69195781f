import { Button, Popover, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { Finding } from '#contract/quality.ts';
import type { Series } from '#contract/study-detail.ts';
import { FINDING_ADVICE, FINDING_NAMES, findingInWords } from '#model/quality/finding-words.ts';
import type { Session } from '#model/session.ts';
import { seriesName } from '#features/studies/texts.ts';
import { useSession } from '#ui/session-context.tsx';
import { FindingMark } from './FindingMark.tsx';
import classes from './Findings.module.css';
import { countsText, markText, TEXTS } from './texts.ts';
import { useMarkFinding } from './use-mark-finding.ts';

interface StudyFindingsProps {
  studyUuid: string;
  findings: readonly Finding[];
  series: readonly Series[];
}

/** What was found about the study. Nothing without findings. */
export function StudyFindings(props: StudyFindingsProps) {
  return props.findings.length === 0 ? null : <Findings {...props} />;
}

/** Open at first if a warning or an error waits for somebody. It does not fold when the last one is marked, under the hand of whoever does it. */
function Findings({ studyUuid, findings, series }: StudyFindingsProps) {
  const [waits] = useState(() => findings.some(({ severity, mark }) => severity !== 'info' && mark === null));
  return (
    <details className={classes.findings} open={waits} data-findings>
      <summary>
        {TEXTS.title} <span>{countsText(findings)}</span>
      </summary>
      <ul>
        {findings.map((finding) => (
          <FindingItem
            key={finding.uuid}
            studyUuid={studyUuid}
            finding={finding}
            series={series.find(({ uuid }) => uuid === finding.series) ?? null}
          />
        ))}
      </ul>
    </details>
  );
}

function FindingItem({ studyUuid, finding, series }: { studyUuid: string; finding: Finding; series: Series | null }) {
  const { said, other, mark } = finding;
  return (
    <li data-finding={said.code}>
      <FindingMark finding={finding} />
      <span>
        {series !== null && <bdi>{seriesName(series)}: </bdi>}
        {findingInWords(said)}
      </span>
      {other !== null && (
        <Link to="/studies-v2" search={{ study: other }}>
          {TEXTS.other}
        </Link>
      )}
      <p>{mark === null ? FINDING_ADVICE[said.code] : markText(mark)}</p>
      <MarkButtons studyUuid={studyUuid} finding={finding} />
    </li>
  );
}

function MarkButtons({ studyUuid, finding }: { studyUuid: string; finding: Finding }) {
  const { permissions, serverReachable } = useSession<Session>();
  const { isSaving, save } = useMarkFinding(studyUuid, finding);
  if (!permissions.has('r:studies:detail')) return null;
  const name = FINDING_NAMES[finding.said.code];
  const cannot = serverReachable ? {} : { disabled: true, 'aria-description': TEXTS.needsServer, title: TEXTS.needsServer };
  const button = { size: 'compact-sm', variant: 'default', loading: isSaving, ...cannot } as const;
  return (
    <span className={classes.buttons}>
      {finding.mark === null && (
        <Button {...button} aria-label={`${TEXTS.seen}: ${name}`} onClick={() => void save('seen', '')}>
          {TEXTS.seen}
        </Button>
      )}
      {finding.mark?.as === 'accepted' ? null : (
        <AcceptButton name={name} button={button} onAccept={(reason) => save('accepted', reason)} />
      )}
      {finding.mark !== null && (
        <Button {...button} aria-label={`${TEXTS.open}: ${name}`} onClick={() => void save(null, '')}>
          {TEXTS.open}
        </Button>
      )}
    </span>
  );
}

interface AcceptButtonProps {
  name: string;
  button: object;
  /** False if it was not accepted. */
  onAccept: (reason: string) => Promise<boolean>;
}

function AcceptButton({ name, button, onAccept }: AcceptButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus width={280} position="bottom-end">
      <Popover.Target>
        <Button {...button} aria-label={`${TEXTS.accept}: ${name}`} onClick={() => setOpen(!isOpen)}>
          {TEXTS.accept}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${TEXTS.accept}: ${name}`}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            void onAccept(reason).then((isAccepted) => {
              if (isAccepted) setOpen(false);
            });
          }}
        >
          <Textarea
            label={TEXTS.acceptWhy}
            required
            autosize
            minRows={2}
            maxLength={LIMITS.findingReasonChars}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" disabled={reason.trim() === ''}>
            {TEXTS.acceptWith}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
