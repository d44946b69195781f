import { Button } from '@mantine/core';
import { useState } from 'react';
import { fetchTrainingPreview } from '#api/training-preview.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { caseRows } from '#model/ai/case-rows.ts';
import { hardestCases, measuredCases } from '#model/ai/held-out.ts';
import { heldOutPictures, type HeldOutPicture } from '#model/ai/pictures.ts';
import type { Session } from '#model/session.ts';
import { usePicture } from '#ui/browser/use-picture.ts';
import { CaseBars, CasePicture } from '#ui/charts/CaseBars.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Models.module.css';
import { allCasesText, TEXTS } from './texts.ts';
import { useTrainingOf } from './use-models.ts';

const FEW = 5;

/** Patients on whom the version did worst, with the pictures that its training made. */
export function HeldOutCases({ model, version }: { model: AiModelDetail; version: AiModelVersion }) {
  const { permissions } = useSession<Session>();
  const [isAll, setAll] = useState(false);
  const training = useTrainingOf(version.training).data;
  const cases = version.report === null ? [] : hardestCases(measuredCases(version.report).cases, model.segments);
  const shown = isAll ? cases : cases.slice(0, FEW);
  return (
    <section className={classes.card} aria-labelledby="held-out-cases">
      <div className={classes.cardHead}>
        <h2 id="held-out-cases" className={classes.cardTitle}>
          {TEXTS.cases}
        </h2>
        <span className={classes.dim}>{TEXTS.lowestFirst}</span>
        {cases.length > FEW && (
          <Button className={classes.headEnd ?? ''} variant="subtle" onClick={() => setAll(!isAll)}>
            {isAll ? TEXTS.fewerCases : allCasesText(cases.length)}
          </Button>
        )}
      </div>
      {training !== undefined && training.previews.length > 0 && (
        <ul className={classes.previews} aria-label={TEXTS.pictures}>
          {heldOutPictures(training)
            .slice(0, FEW)
            .map((picture) => (
              <Preview key={picture.name} training={training.id} picture={picture} />
            ))}
        </ul>
      )}
      {cases.length === 0 ? (
        <p className={classes.none}>{TEXTS.noCases}</p>
      ) : (
        <CaseBars cases={caseRows(shown, training?.studies ?? [], { mayOpen: permissions.has('r:studies') })} />
      )}
    </section>
  );
}

function Preview({ training, picture: { name, title } }: { training: number; picture: HeldOutPicture }) {
  const src = usePicture(`${training} ${name}`, (signal) => fetchTrainingPreview(training, name, signal));
  return <CasePicture title={title} src={src} />;
}
