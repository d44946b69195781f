import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useDeviceModels } from './use-device-models.ts';
import { useKnownProposals } from './use-proposals.ts';

interface KnownProposalsProps {
  db: LocalDb;
  study: StudyDetail;
  series: readonly Series[];
  /** The study is read in a campaign: what models have found is what the reader is to be compared with. */
  isRead: boolean;
}

/** Keeps what models have proposed for the study in the workstation, and the models that can propose on this device. */
export function KnownProposals({ db, study, series, isRead }: KnownProposalsProps) {
  const answered = useKnownProposals(db, study.uuid);
  useDeviceModels({ db, study, series, mayPropose: !isRead && answered?.blinded === false });
  return null;
}
