import { isLeavingAsked } from '#model/uploads/legacy-upload.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLegacyUpload } from '#localdb/legacy-upload/use-legacy-upload.ts';
import { useWarnAtClose } from '#ui/upload/use-warn-at-close.ts';
import { LegacyBox } from './LegacyBox.tsx';
import { useFollow } from './session/use-follow.ts';
import { useLegacyRun } from './session/use-legacy-run.ts';

export interface LegacyUploadProps {
  db: LocalDb;
  userId: number;
  /** On its own page it is shown in full, unless it was minimised there. */
  isOnItsPage: boolean;
}

/** Part of the layout (LAYOUT-01): follows the session on every page, warns before the tab closes, and is in the corner elsewhere. */
export function LegacyUpload({ db, userId, isOnItsPage }: LegacyUploadProps) {
  const view = useLegacyUpload(db);
  const { run, isSmall, copying } = useLegacyRun(db, userId);
  useFollow(db, userId, view);
  // Everything except what is still being copied is on this device, and resumes automatically anyway (LEG-036).
  useWarnAtClose(copying !== null || (view != null && isLeavingAsked(view.step)));
  if (view == null || (isOnItsPage && !isSmall) || (view.step === 'ready' && view.files.total === 0)) return null;
  return <LegacyBox view={view} onEnlarge={() => run.show({ isSmall: false })} />;
}
