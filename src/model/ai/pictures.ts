import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { formatDecimal } from '#language/numbers.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { FOREGROUND } from './held-out.ts';

export interface HeldOutPicture {
  /** Of its file. */
  name: string;
  /** Of the patient, or the case; while the training runs, only the picture has a name. With the Dice of the case. */
  title: string;
}

/** Pictures of held-out slices with their cases, as the report names them: the lowest Dice first. Those that it does not name come last. */
export function heldOutPictures({
  previews,
  report,
  studies,
}: Pick<AiTrainingDetail, 'previews' | 'report' | 'studies'>): HeldOutPicture[] {
  const studyOf = new Map(studies.map((study) => [study.id, study]));
  const caseOf = new Map(report?.heldOut.map((each) => [each.preview, each]));
  return previews
    .map((name) => {
      const found = caseOf.get(`previews/${name}`);
      if (found === undefined) return { name, title: name.replace(/\.png$/, ''), dice: Infinity };
      const study = studyOf.get(found.id);
      const patient = (study && patientNameToText(study.patientName)) || found.id;
      const dice = found.dice[FOREGROUND];
      return { name, title: dice === undefined ? patient : `${patient} · ${formatDecimal(dice, 2)}`, dice: dice ?? Infinity };
    })
    .toSorted((a, b) => (a.dice === b.dice ? 0 : a.dice - b.dice))
    .map(({ name, title }) => ({ name, title }));
}
