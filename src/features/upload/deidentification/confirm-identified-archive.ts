import { modals } from '@mantine/modals';
import { leavesAnonymous, type DeidentifyRules } from '#model/uploads/deidentified.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { SERVER_ARCHIVE_TEXTS } from '#features/upload/archives/server-archive-texts.ts';

/** Before an archive is sent unread: if the team removes patient data, the user has to confirm that it contains it. */
export function confirmIdentifiedArchive(rules: DeidentifyRules | null, act: () => void): void {
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
