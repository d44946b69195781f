import { useMemo } from 'react';
import type { FindingContent, LesionContent, Response } from '#contract/lesions.ts';
import { changeLesion, createLesion, deleteLesion, saveBaseline, saveFinding, saveResponse } from '#localdb/outbox/lesions.ts';
import type { ShownLesion } from '#model/lesions/shown-follow-up.ts';
import type { Session } from '#model/session.ts';
import { useMeasureState } from '#features/annotator/measure/measure-context.tsx';
import type { StudyMeasurement } from '#features/annotator/measure/measure-store.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS } from './follow-up-texts.ts';

/** What a reader does with lesions. Each change is stored on this device, and sent when the server can be reached. */
export function useLesionChanges() {
  const { user } = useSession<Session>();
  const { db, study, table, responses, baseline, choose } = useFollowUp();
  return useMemo(() => {
    async function stored(work: Promise<void>): Promise<void> {
      try {
        await work;
      } catch (error) {
        reportError(error);
        showFailure(FOLLOW_UP_TEXTS.storeFailed);
      }
    }
    const say = (lesion: Pick<ShownLesion, 'uuid' | 'title' | 'findings'>, inStudy: string, content: FindingContent) => {
      const base = lesion.findings.find((finding) => finding.study === inStudy)?.version ?? 0;
      return stored(saveFinding(db, { study: inStudy, lesion: lesion.uuid, title: lesion.title, base, content }));
    };
    return {
      /** With what is said of it in one study. */
      async create(content: LesionContent, inStudy: string, finding: FindingContent): Promise<void> {
        const lesion = crypto.randomUUID();
        await stored(createLesion(db, { study: inStudy, lesion, content }));
        await say({ uuid: lesion, title: content.title, findings: [] }, inStudy, finding);
        choose(lesion);
      },
      change(lesion: ShownLesion, more: Partial<LesionContent>): Promise<void> {
        const { title, kind, organ, node, version } = lesion;
        const content = { title, kind, organ, node, ...more };
        return stored(changeLesion(db, { study, lesion: lesion.uuid, base: version, content }));
      },
      say,
      remove: ({ uuid, title }: ShownLesion) => stored(deleteLesion(db, { study, lesion: uuid, title })),
      /** `chosen`: UUID of a study of the patient; null: the first one with a lesion. */
      compareWith: (chosen: string | null) => stored(saveBaseline(db, { study, baseline: chosen, base: baseline?.version ?? 0 })),
      /** The user's own decision on the study; an earlier one is changed. */
      decide(response: Response): Promise<void> {
        const own = responses.findLast((each) => each.user?.id === user.id);
        const uuid = own?.uuid ?? crypto.randomUUID();
        const content = { response, suggested: table.suggested };
        return stored(saveResponse(db, { study, response: uuid, base: own?.version ?? 0, content }));
      },
    };
  }, [db, study, table, responses, baseline, choose, user.id]);
}

/** The measurement that is chosen on the pictures, if it can be the diameter of a lesion and is not that of one already; null: none. */
export function useChosenDiameter(): StudyMeasurement | null {
  const { table } = useFollowUp();
  const { measurements, current } = useMeasureState();
  const rows = [...table.targets, ...table.nonTargets, ...table.news];
  if (rows.some(({ lesion }) => lesion.findings.some(({ measurement }) => measurement !== null && measurement === current))) return null;
  const chosen = measurements.find(({ uuid }) => uuid === current);
  return chosen !== undefined && (chosen.kind === 'length' || chosen.kind === 'bidirectional') ? chosen : null;
}
