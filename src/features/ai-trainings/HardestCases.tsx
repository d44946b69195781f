import { fetchTrainingPreview } from '#api/training-preview.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { caseRows } from '#model/ai/case-rows.ts';
import { hardestCases, measuredCases } from '#model/ai/held-out.ts';
import { heldOutPictures, type HeldOutPicture } from '#model/ai/pictures.ts';
import type { Session } from '#model/session.ts';
import { usePicture } from '#ui/browser/use-picture.ts';
import { CaseBars, CasePicture } from '#ui/charts/CaseBars.tsx';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from './texts.ts';
import classes from './Trainings.module.css';

const SHOWN = 12;

/** Held-out cases with the lowest Dice, and pictures of held-out slices. */
export function HardestCases({ training }: { training: AiTrainingDetail }) {
  const { permissions } = useSession<Session>();
  const { report, segments, studies } = training;
  const pictures = heldOutPictures(training);
  const cases = report === null ? [] : hardestCases(measuredCases(report).cases, segments).slice(0, SHOWN);
  return (
    <section className={classes.card} aria-labelledby="hardest-cases">
      <div className={classes.cardHead}>
        <h2 id="hardest-cases" className={classes.cardTitle}>
          {TEXTS.hardest}
        </h2>
        <span className={classes.dim}>{TEXTS.hardestNote}</span>
      </div>
      {pictures.length > 0 && (
        <ul className={classes.previews} aria-label={TEXTS.pictures}>
          {pictures.map((picture) => (
            <Preview key={picture.name} training={training} picture={picture} />
          ))}
        </ul>
      )}
      {cases.length === 0 ? (
        <p className={classes.none}>{TEXTS.hardestLater}</p>
      ) : (
        <CaseBars cases={caseRows(cases, studies, { mayOpen: permissions.has('r:studies') })} />
      )}
    </section>
  );
}

/** The worker draws it again from time to time, so it is asked for with every few rounds. */
const ROUNDS_OF_PICTURE = 5;

function Preview({ training: { id, state, rounds }, picture: { name, title } }: { training: AiTrainingDetail; picture: HeldOutPicture }) {
  const drawn = `${state} ${Math.floor(rounds.length / ROUNDS_OF_PICTURE)}`;
  const src = usePicture(`${id} ${name} ${drawn}`, (signal) => fetchTrainingPreview(id, name, signal));
  return <CasePicture title={title} src={src} />;
}
