import { modals } from '@mantine/modals';
import { leavesAnonymous, type DeidentifyRules } from '#model/deidentified.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';

/** Before an archive leaves unread: where the team takes patient data out first, a person has to say that this one goes with it. */
export function askAboutNames(rules: DeidentifyRules | null, act: () => void): void {
  if (!leavesAnonymous(null, rules)) return act();
  askFirst({
    title: SERVER_ARCHIVE_TEXTS.withNames,
    why: SERVER_ARCHIVE_TEXTS.withNamesWhy,
    act: SERVER_ARCHIVE_TEXTS.withNamesAct,
    keep: SERVER_ARCHIVE_TEXTS.withNamesKeep,
    onAct: async () => {
      act();
      modals.closeAll();
    },
  });
}
