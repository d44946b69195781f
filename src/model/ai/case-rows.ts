import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { formatDecimal } from '#language/numbers.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { HardCase } from './held-out.ts';

/** Cases as rows: with the name of the patient and a way into the annotator where the caller may see the study, and with the name of the case otherwise. */
export function caseRows(cases: readonly HardCase[], studies: AiTrainingDetail['studies'], { mayOpen }: { mayOpen: boolean }) {
  const studyOf = new Map(studies.map((study) => [study.id, study]));
  return cases.map(({ id, dice, lowest }) => {
    const study = studyOf.get(id);
    return {
      id,
      name: (study && patientNameToText(study.patientName)) || id,
      note: lowest === null ? '' : `${lowest.title} ${formatDecimal(lowest.dice, 2)}`,
      value: dice,
      words: formatDecimal(dice, 2),
      href: mayOpen && study !== undefined ? annotatorPath({ uuid: study.uuid, modality: '' }) : null,
    };
  });
}
