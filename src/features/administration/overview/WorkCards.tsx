import { IconCpu, IconListNumbers, IconStack2 } from '@tabler/icons-react';
import { INSTALLATION_DAYS, INSTALLATION_HOURS, type InstallationState } from '#contract/installation.ts';
import { t } from '#language/t.ts';
import { Bars } from '#ui/charts/Bars.tsx';
import { formatBytes, formatCount, formatDateTime, formatDecimal, formatDuration } from '#ui/format.ts';
import { Card } from './Card.tsx';
import classes from './Overview.module.css';
import {
  agoText,
  averageText,
  dayText,
  failedWords,
  jobsWords,
  moreText,
  newSinceText,
  studiesWords,
  TEXTS,
  WORKER_WORDS,
  workersWords,
} from './texts.ts';

interface PartProps {
  state: InstallationState;
}

const WORKERS_SHOWN = 6;

export function StudiesCard({ state: { at, studies, teams, storage } }: PartProps) {
  const bytes = storage.parts.reduce((sum, part) => sum + part.bytes, 0);
  const average = studies.per_day.reduce((sum, count) => sum + count, 0) / INSTALLATION_DAYS.studies;
  return (
    <Card icon={IconStack2} title={TEXTS.studies} figure={formatCount(studies.total)} words={studiesWords(formatBytes(bytes), teams)}>
      <Bars
        label={`${TEXTS.newPerDay}: ${studies.per_day.join(', ')}`}
        values={studies.per_day}
        from={newSinceText(dayText(at, INSTALLATION_DAYS.studies))}
        to={averageText(average > 0 && average < 10 ? formatDecimal(average, 1) : formatCount(average))}
      />
    </Card>
  );
}

export function JobsCard({ state: { at, jobs } }: PartProps) {
  return (
    <Card
      icon={IconListNumbers}
      title={TEXTS.jobs}
      figure={formatCount(jobs.waiting)}
      words={jobsWords(jobs.running, jobs.due_since === null ? null : formatDuration((at - jobs.due_since) / 1000))}
      end={<span className={jobs.failed > 0 ? classes.lost : undefined}>{failedWords(jobs.failed, jobs.ended)}</span>}
    >
      <Bars
        label={`${TEXTS.openPerHour}: ${jobs.open_per_hour.join(', ')}`}
        values={jobs.open_per_hour}
        from={agoText(`${INSTALLATION_HOURS} h`)}
        to={TEXTS.now}
      />
    </Card>
  );
}

export function WorkersCard({ state: { ai } }: PartProps) {
  const working = ai.workers.filter(({ state }) => state === 'working').length;
  const seen = ai.workers.filter(({ state }) => state !== 'lost').length;
  return (
    <Card
      icon={IconCpu}
      title={TEXTS.workers}
      figure={t('{seen} of {count}', { seen: formatCount(seen), count: formatCount(ai.workers.length) })}
      words={workersWords(working, ai.waiting)}
    >
      <ul className={classes.facts}>
        {ai.workers.slice(0, WORKERS_SHOWN).map(({ uuid, name, state, last_seen, team }) => (
          <li key={uuid} title={formatDateTime(last_seen)}>
            <span>
              {name}
              {team !== null && <>, {team}</>}
            </span>
            <span className={state === 'lost' ? classes.lost : undefined}>{WORKER_WORDS[state]}</span>
          </li>
        ))}
        {ai.workers.length === 0 && <li>{TEXTS.noWorkers}</li>}
        {ai.workers.length > WORKERS_SHOWN && <li>{moreText(ai.workers.length - WORKERS_SHOWN)}</li>}
      </ul>
    </Card>
  );
}
