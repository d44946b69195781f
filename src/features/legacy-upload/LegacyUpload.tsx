import { isLeavingAsked } from '#model/legacy-upload.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLegacyUpload } from '#localdb/use-legacy-upload.ts';
import { useWarnAtClose } from '#ui/upload/use-warn-at-close.ts';
import { LegacyBox } from './LegacyBox.tsx';
import { useFollow } from './use-follow.ts';
import { useLegacyRun } from './use-legacy-run.ts';

export interface LegacyUploadProps {
  db: LocalDb;
  userId: number;
  /** On its own page it stands in full, unless it was put away there. */
  isOnItsPage: boolean;
}

/** The part of the layout (LAYOUT-01): follows the session on every page, warns before the tab goes, and stands in the corner elsewhere. */
export function LegacyUpload({ db, userId, isOnItsPage }: LegacyUploadProps) {
  const view = useLegacyUpload(db);
  const { run, isSmall, copying } = useLegacyRun(db, userId);
  useFollow(db, userId, view);
  // Everything but what is still being copied is on this device, and goes on by itself all the same (LEG-036).
  useWarnAtClose(copying !== null || (view != null && isLeavingAsked(view.step)));
  if (view == null || (isOnItsPage && !isSmall) || (view.step === 'ready' && view.files.total === 0)) return null;
  return <LegacyBox view={view} onEnlarge={() => run.show({ isSmall: false })} />;
}
