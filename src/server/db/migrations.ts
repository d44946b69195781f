import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as firstTables from './migrations/0001-first-tables.ts';
import * as strayObjects from './migrations/0002-stray-objects.ts';
import * as uploadSent from './migrations/0003-upload-sent.ts';
import * as seriesReadings from './migrations/0004-series-readings.ts';
import * as downloadTickets from './migrations/0005-download-tickets.ts';
import * as studySearch from './migrations/0006-study-search.ts';
import * as referenceSeries from './migrations/0007-reference-series.ts';
import * as notifications from './migrations/0009-notifications.ts';
import * as invitations from './migrations/0010-invitations.ts';
import * as accountMail from './migrations/0011-account-mail.ts';
import * as logs from './migrations/0012-logs.ts';
import * as roles from './migrations/0013-roles.ts';
import * as logReading from './migrations/0014-log-reading.ts';
import * as labelsAndProjects from './migrations/0016-labels-and-projects.ts';
import * as administration from './migrations/0017-administration.ts';
import * as teamLock from './migrations/0018-team-lock.ts';
import * as deidentification from './migrations/0021-deidentification.ts';
import * as batches from './migrations/0022-batches.ts';
import * as catalogues from './migrations/0024-catalogues.ts';
import * as infers from './migrations/0025-infers.ts';
import * as originalHashes from './migrations/0027-original-hashes.ts';
import * as recognition from './migrations/0029-recognition.ts';
import * as batchVolumes from './migrations/0031-batch-volumes.ts';
import * as deidentifiedBatches from './migrations/0036-deidentified-batches.ts';
import * as verifiedByMail from './migrations/0040-verified-by-mail.ts';
import * as signInLimits from './migrations/0041-sign-in-limits.ts';
import * as uploadTokens from './migrations/0044-upload-tokens.ts';
import * as rolesOfTeams from './migrations/0046-roles-of-teams.ts';
import * as auditTriggers from './migrations/0047-audit-triggers.ts';
import * as joinedStudies from './migrations/0050-joined-studies.ts';
import * as patients from './migrations/0051-patients.ts';
import * as structures from './migrations/0052-structures.ts';
import * as deletedStudies from './migrations/0053-deleted-studies.ts';
import * as foldersAndViews from './migrations/0054-folders-and-views.ts';
import * as projects from './migrations/0055-projects.ts';
import * as datasets from './migrations/0056-datasets.ts';
import * as tasks from './migrations/0057-tasks.ts';
import * as segmentations from './migrations/0058-segmentations.ts';
import * as grids from './migrations/0059-grids.ts';
import * as transferFunctions from './migrations/0060-transfer-functions.ts';
import * as hiddenStructures from './migrations/0061-hidden-structures.ts';
import * as indexesForFilters from './migrations/0062-indexes-for-filters.ts';
import * as stateOfStudies from './migrations/0063-state-of-studies.ts';
import * as deviceGrids from './migrations/0064-device-grids.ts';
import * as severalProcesses from './migrations/0065-several-processes.ts';
import * as serverProcesses from './migrations/0066-server-processes.ts';
import * as measurements from './migrations/0067-measurements.ts';
import * as maskOperations from './migrations/0071-mask-operations.ts';
import * as bricks from './migrations/0068-bricks.ts';
import * as layouts from './migrations/0069-layouts.ts';
import * as maskSnapshots from './migrations/0072-mask-snapshots.ts';
import * as exclusiveSegmentations from './migrations/0073-exclusive-segmentations.ts';
import * as maskRevisions from './migrations/0075-mask-revisions.ts';
import * as comments from './migrations/0076-comments.ts';
import * as forms from './migrations/0077-forms.ts';
import * as reviews from './migrations/0078-reviews.ts';
import * as discardedAside from './migrations/0079-discarded-aside.ts';
import * as lesions from './migrations/0080-lesions.ts';
import * as campaigns from './migrations/0081-campaigns.ts';
import * as ai from './migrations/0082-ai.ts';
import * as datasetVersions from './migrations/0083-dataset-versions.ts';
import * as clickSessions from './migrations/0084-click-sessions.ts';
import * as resampledImages from './migrations/0085-resampled-images.ts';
import * as registrations from './migrations/0086-registrations.ts';
import * as findings from './migrations/0087-findings.ts';
import * as baselines from './migrations/0088-baselines.ts';
import * as flows from './migrations/0089-flows.ts';
import * as fileAreas from './migrations/0090-file-areas.ts';
import * as apiUsers from './migrations/0091-api-users.ts';
import * as acting from './migrations/0092-acting.ts';
import * as xrSessions from './migrations/0093-xr-sessions.ts';
import * as deviceSuv from './migrations/0094-device-suv.ts';

/**
 * Sorted by name. A released migration is never changed: each change is a new migration. From 0066 on, it only adds, because older servers are
 * still at work. What removes, renames, tightens or fills is called `0070-contract-…` (docs/decisions/339).
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first-tables': { up: (db: Kysely<never>) => firstTables.up(db) },
  '0002-stray-objects': { up: (db: Kysely<never>) => strayObjects.up(db) },
  '0003-upload-sent': { up: (db: Kysely<never>) => uploadSent.up(db) },
  '0004-series-readings': { up: (db: Kysely<never>) => seriesReadings.up(db) },
  '0005-download-tickets': { up: (db: Kysely<never>) => downloadTickets.up(db) },
  '0006-study-search': { up: (db: Kysely<never>) => studySearch.up(db) },
  '0007-reference-series': { up: (db: Kysely<never>) => referenceSeries.up(db) },
  '0009-notifications': { up: (db: Kysely<never>) => notifications.up(db) },
  '0010-invitations': { up: (db: Kysely<never>) => invitations.up(db) },
  '0011-account-mail': { up: (db: Kysely<never>) => accountMail.up(db) },
  '0012-logs': { up: (db: Kysely<never>) => logs.up(db) },
  '0013-roles': { up: (db: Kysely<never>) => roles.up(db) },
  '0014-log-reading': { up: (db: Kysely<never>) => logReading.up(db) },
  '0016-labels-and-projects': { up: (db: Kysely<never>) => labelsAndProjects.up(db) },
  '0017-administration': { up: (db: Kysely<never>) => administration.up(db) },
  '0018-team-lock': { up: (db: Kysely<never>) => teamLock.up(db) },
  '0021-deidentification': { up: (db: Kysely<never>) => deidentification.up(db) },
  '0022-batches': { up: (db: Kysely<never>) => batches.up(db) },
  '0024-catalogues': { up: (db: Kysely<never>) => catalogues.up(db) },
  '0025-infers': { up: (db: Kysely<never>) => infers.up(db) },
  '0027-original-hashes': { up: (db: Kysely<never>) => originalHashes.up(db) },
  '0029-recognition': { up: (db: Kysely<never>) => recognition.up(db) },
  '0031-batch-volumes': { up: (db: Kysely<never>) => batchVolumes.up(db) },
  '0036-deidentified-batches': { up: (db: Kysely<never>) => deidentifiedBatches.up(db) },
  '0040-verified-by-mail': { up: (db: Kysely<never>) => verifiedByMail.up(db) },
  '0041-sign-in-limits': { up: (db: Kysely<never>) => signInLimits.up(db) },
  '0044-upload-tokens': { up: (db: Kysely<never>) => uploadTokens.up(db) },
  '0046-roles-of-teams': { up: (db: Kysely<never>) => rolesOfTeams.up(db) },
  '0047-audit-triggers': { up: (db: Kysely<never>) => auditTriggers.up(db) },
  '0050-joined-studies': { up: (db: Kysely<never>) => joinedStudies.up(db) },
  '0051-patients': { up: (db: Kysely<never>) => patients.up(db) },
  '0052-structures': { up: (db: Kysely<never>) => structures.up(db) },
  '0053-deleted-studies': { up: (db: Kysely<never>) => deletedStudies.up(db) },
  '0054-folders-and-views': { up: (db: Kysely<never>) => foldersAndViews.up(db) },
  '0055-projects': { up: (db: Kysely<never>) => projects.up(db) },
  '0056-datasets': { up: (db: Kysely<never>) => datasets.up(db) },
  '0057-tasks': { up: (db: Kysely<never>) => tasks.up(db) },
  '0058-segmentations': { up: (db: Kysely<never>) => segmentations.up(db) },
  '0059-grids': { up: (db: Kysely<never>) => grids.up(db) },
  '0060-transfer-functions': { up: (db: Kysely<never>) => transferFunctions.up(db) },
  '0061-hidden-structures': { up: (db: Kysely<never>) => hiddenStructures.up(db) },
  '0062-indexes-for-filters': { up: (db: Kysely<never>) => indexesForFilters.up(db) },
  '0063-state-of-studies': { up: (db: Kysely<never>) => stateOfStudies.up(db) },
  '0064-device-grids': { up: (db: Kysely<never>) => deviceGrids.up(db) },
  '0065-several-processes': { up: (db: Kysely<never>) => severalProcesses.up(db) },
  '0066-server-processes': { up: (db: Kysely<never>) => serverProcesses.up(db) },
  '0067-measurements': { up: (db: Kysely<never>) => measurements.up(db) },
  '0068-bricks': { up: (db: Kysely<never>) => bricks.up(db) },
  '0069-layouts': { up: (db: Kysely<never>) => layouts.up(db) },
  '0071-mask-operations': { up: (db: Kysely<never>) => maskOperations.up(db) },
  '0072-mask-snapshots': { up: (db: Kysely<never>) => maskSnapshots.up(db) },
  '0073-exclusive-segmentations': { up: (db: Kysely<never>) => exclusiveSegmentations.up(db) },
  '0075-mask-revisions': { up: (db: Kysely<never>) => maskRevisions.up(db) },
  '0076-comments': { up: (db: Kysely<never>) => comments.up(db) },
  '0077-forms': { up: (db: Kysely<never>) => forms.up(db) },
  '0078-reviews': { up: (db: Kysely<never>) => reviews.up(db) },
  '0079-discarded-aside': { up: (db: Kysely<never>) => discardedAside.up(db) },
  '0080-lesions': { up: (db: Kysely<never>) => lesions.up(db) },
  '0081-campaigns': { up: (db: Kysely<never>) => campaigns.up(db) },
  '0082-ai': { up: (db: Kysely<never>) => ai.up(db) },
  '0083-dataset-versions': { up: (db: Kysely<never>) => datasetVersions.up(db) },
  '0084-click-sessions': { up: (db: Kysely<never>) => clickSessions.up(db) },
  '0085-resampled-images': { up: (db: Kysely<never>) => resampledImages.up(db) },
  '0086-registrations': { up: (db: Kysely<never>) => registrations.up(db) },
  '0087-findings': { up: (db: Kysely<never>) => findings.up(db) },
  '0088-baselines': { up: (db: Kysely<never>) => baselines.up(db) },
  '0089-flows': { up: (db: Kysely<never>) => flows.up(db) },
  '0090-file-areas': { up: (db: Kysely<never>) => fileAreas.up(db) },
  '0091-api-users': { up: (db: Kysely<never>) => apiUsers.up(db) },
  '0092-acting': { up: (db: Kysely<never>) => acting.up(db) },
  '0093-xr-sessions': { up: (db: Kysely<never>) => xrSessions.up(db) },
  '0094-device-suv': { up: (db: Kysely<never>) => deviceSuv.up(db) },
};
