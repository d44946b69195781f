import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { NextCase } from '#contract/ai/next-cases.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import type { Session } from '#model/session.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { CodeChip } from '#ui/CodeChip.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { AskForAnnotation } from './ask-for-annotation.ts';
import classes from './NextCases.module.css';
import { NEXT_TEXTS, askText, nextWhyText, patientText, reasonsText, shownText } from './next-case-texts.ts';
import { allCasesText, TEXTS } from './texts.ts';
import { useNextCases } from './use-models.ts';

const FEW = 5;

/** Results of the promoted version that could be annotated next, to look at or to give to somebody. */
export function NextCases({ model, ask }: { model: number; ask: AskForAnnotation }) {
  const { permissions, serverReachable } = useSession<Session>();
  const cases = useNextCases(model);
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const maySee = permissions.has('r:studies');
  if (cases.data?.version === null) return null;
  const all = cases.data?.data ?? [];
  const shown = isAll ? all : all.slice(0, FEW);
  const picked = shown.map(({ study }) => study.uuid).filter((uuid) => chosen.includes(uuid));
  return (
    <section className={classes.card} aria-labelledby="next-cases">
      <div className={classes.head}>
        <h2 id="next-cases" className={classes.title}>
          {NEXT_TEXTS.title}
        </h2>
        {cases.data !== undefined && <span className={classes.dim}>{shownText({ shown: shown.length, total: cases.data.total })}</span>}
        {all.length > FEW && (
          <Button className={classes.end ?? ''} variant="subtle" onClick={() => setAll(!isAll)}>
            {isAll ? TEXTS.fewerCases : allCasesText(all.length)}
          </Button>
        )}
      </div>
      {cases.data === undefined ? (
        cases.isError || cases.fetchStatus === 'paused' ? (
          <ErrorState
            title={serverReachable ? withStatus(NEXT_TEXTS.failed, cases.error) : TEXTS.offline}
            offline={!serverReachable}
            onRetry={() => void cases.refetch()}
            retrying={cases.isFetching}
          >
            {serverReachable ? TEXTS.failedWhy : TEXTS.offlineWhy}
          </ErrorState>
        ) : (
          <Skeleton height={160} />
        )
      ) : (
        <>
          <p className={classes.why}>{all.length === 0 ? NEXT_TEXTS.none : nextWhyText(cases.data.version!)}</p>
          {shown.length > 0 && (
            <Checkbox.Group aria-label={NEXT_TEXTS.title} value={chosen} onChange={setChosen}>
              <ol className={classes.cases}>
                {shown.map((one) => (
                  <Row key={one.study.uuid} one={one} maySee={maySee} />
                ))}
              </ol>
            </Checkbox.Group>
          )}
          {shown.length > 0 && maySee && (
            <div className={classes.foot}>
              <ServerButton
                variant="default"
                serverReachable={serverReachable}
                why={TEXTS.needsServer}
                onClick={() => ask(picked.length > 0 ? picked : shown.map(({ study }) => study.uuid))}
              >
                {askText(picked.length > 0 ? picked.length : shown.length)}
              </ServerButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Row({ one: { study, reasons }, maySee }: { one: NextCase; maySee: boolean }) {
  const name = patientText(study);
  return (
    <li data-study={study.uuid}>
      {maySee ? <Checkbox value={study.uuid} aria-label={name} /> : <span />}
      <span className={classes.patient}>
        <CodeChip code={study.modality} name={NEXT_TEXTS.modality} />
        <bdi className={classes.name}>{name}</bdi>
      </span>
      <span className={classes.dim}>{reasonsText(reasons)}</span>
      {maySee ? <AnnotatorIcon href={`${annotatorPath(study)}?aiinfer=true`} name={name} /> : <span />}
    </li>
  );
}
