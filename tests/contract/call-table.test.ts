import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type CallName } from '#contract/calls.ts';
import { ERRORS } from '#contract/errors.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { PIPELINE_ROWS } from './call-rows/pipeline-rows.ts';
import { AI_INFER_ROWS } from './call-rows/ai-infer-rows.ts';
import { AI_MODEL_ROWS } from './call-rows/ai-model-rows.ts';
import { AI_TRAINING_ROWS } from './call-rows/ai-training-rows.ts';
import { AI_WORKER_ROWS } from './call-rows/ai-worker-rows.ts';
import { CLICK_SESSION_ROWS } from './call-rows/click-session-rows.ts';
import { ASIDE_ROWS } from './call-rows/aside-rows.ts';
import { ACCOUNT_ROWS } from './call-rows/account-rows.ts';
import { ACTING_ROWS } from './call-rows/acting-rows.ts';
import { XR_SESSION_ROWS } from './call-rows/xr-session-rows.ts';
import { ADMINISTRATION_ROWS } from './call-rows/administration-rows.ts';
import { API_USER_ROWS } from './call-rows/api-user-rows.ts';
import { CATALOGUE_ROWS } from './call-rows/catalogue-rows.ts';
import { BATCH_ROWS } from './call-rows/batch-rows.ts';
import { CHUNK_ROWS } from './call-rows/chunk-rows.ts';
import { ENDING_ROWS } from './call-rows/ending-rows.ts';
import { INFER_ROWS } from './call-rows/infer-rows.ts';
import { DEIDENTIFICATION_ROWS } from './call-rows/deidentification-rows.ts';
import { FILE_AREA_ROWS } from './call-rows/file-area-rows.ts';
import { FOLDER_ROWS } from './call-rows/folder-rows.ts';
import { LABEL_ROWS } from './call-rows/label-rows.ts';
import { DELETED_STUDY_ROWS } from './call-rows/deleted-study-rows.ts';
import { PATIENT_ROWS } from './call-rows/patient-rows.ts';
import { LIST_ROWS } from './call-rows/list-rows.ts';
import { LOG_ROWS } from './call-rows/log-rows.ts';
import { MEMBER_ROWS } from './call-rows/member-rows.ts';
import { NOTIFICATION_ROWS } from './call-rows/notification-rows.ts';
import { DATASET_ROWS } from './call-rows/dataset-rows.ts';
import { PROJECT_ROWS } from './call-rows/project-rows.ts';
import { RECOGNITION_ROWS } from './call-rows/recognition-rows.ts';
import type { Rows, Scene } from './call-rows/rows.ts';
import { RECOVERY_ROWS } from './call-rows/recovery-rows.ts';
import { MASK_ROWS } from './call-rows/mask-rows.ts';
import { CAMPAIGN_ROWS } from './call-rows/campaign-rows.ts';
import { LAYOUT_ROWS } from './call-rows/layout-rows.ts';
import { COMMENT_ROWS } from './call-rows/comment-rows.ts';
import { FORM_ROWS } from './call-rows/form-rows.ts';
import { LESION_ROWS } from './call-rows/lesion-rows.ts';
import { MEASUREMENT_ROWS } from './call-rows/measurement-rows.ts';
import { QUALITY_ROWS } from './call-rows/quality-rows.ts';
import { SEGMENTATION_ROWS } from './call-rows/segmentation-rows.ts';
import { SITE_ROWS } from './call-rows/site-rows.ts';
import { REGISTRATION_ROWS } from './call-rows/registration-rows.ts';
import { ROLE_ROWS } from './call-rows/role-rows.ts';
import { STRUCTURE_ROWS } from './call-rows/structure-rows.ts';
import { TRANSFER_FUNCTION_ROWS } from './call-rows/transfer-function-rows.ts';
import { TASK_ROWS } from './call-rows/task-rows.ts';
import { TEAM_ROWS } from './call-rows/team-rows.ts';
import { UPLOAD_ROWS } from './call-rows/upload-rows.ts';
import { NORTH, openContractServer, SOUTH } from './contract-server.ts';

/**
 * The calls of the frame and of the upload, line by line as the wire is specified: what each answers, what it refuses, what may be sent twice.
 * What a row needs it makes itself, so that each can be run alone.
 */
const ROWS: Rows = {
  ...ACCOUNT_ROWS,
  ...RECOVERY_ROWS,
  ...TEAM_ROWS,
  ...MEMBER_ROWS,
  ...ACTING_ROWS,
  ...ADMINISTRATION_ROWS,
  ...API_USER_ROWS,
  ...UPLOAD_ROWS,
  ...CHUNK_ROWS,
  ...BATCH_ROWS,
  ...ENDING_ROWS,
  ...LIST_ROWS,
  ...NOTIFICATION_ROWS,
  ...LOG_ROWS,
  ...INFER_ROWS,
  ...AI_MODEL_ROWS,
  ...AI_TRAINING_ROWS,
  ...AI_INFER_ROWS,
  ...PIPELINE_ROWS,
  ...AI_WORKER_ROWS,
  ...CLICK_SESSION_ROWS,
  ...XR_SESSION_ROWS,
  ...RECOGNITION_ROWS,
  ...STRUCTURE_ROWS,
  ...TRANSFER_FUNCTION_ROWS,
  ...FILE_AREA_ROWS,
  ...FOLDER_ROWS,
  ...LABEL_ROWS,
  ...PATIENT_ROWS,
  ...TASK_ROWS,
  ...DELETED_STUDY_ROWS,
  ...PROJECT_ROWS,
  ...DATASET_ROWS,
  ...CATALOGUE_ROWS,
  ...DEIDENTIFICATION_ROWS,
  ...SITE_ROWS,
  ...ROLE_ROWS,
  ...SEGMENTATION_ROWS,
  ...MASK_ROWS,
  ...ASIDE_ROWS,
  ...MEASUREMENT_ROWS,
  ...QUALITY_ROWS,
  ...LESION_ROWS,
  ...REGISTRATION_ROWS,
  ...COMMENT_ROWS,
  ...FORM_ROWS,
  ...CAMPAIGN_ROWS,
  ...LAYOUT_ROWS,
};

/** Our own calls, which no specification has; their own tests stand beside their rules. */
const OURS: readonly CallName[] = [
  ...(['site', 'setupState', 'setup', 'register', 'invitationOfLink', 'changes', 'receipt'] as const),
  ...(['saveProfile', 'changePassword', 'signIns', 'endSignIn', 'leaveTeam', 'closeAccount', 'keptMails'] as const),
  ...(['logSessions', 'logEntries', 'logSession', 'logPeople', 'auditRecords', 'verifyAudit', 'auditHead', 'exportAudit'] as const),
  ...(['unlock', 'saveTeamLock', 'deidentification', 'deidentificationRules', 'saveDeidentification'] as const),
  'knownContents',
  ...(['seriesFiles', 'seriesThumbnail', 'originalFile', 'volumeFile', 'volumeBricks', 'prepareDownload', 'download'] as const),
];

it('the table has rows for every specified call [QA-09]', () => {
  expect([...Object.keys(ROWS), ...OURS].toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

describe.each(TEST_ENGINES)('on %s', (engine) => {
  let scene: Scene;
  beforeAll(async () => {
    const server = await openContractServer(engine);
    await server.db.write((tx) => tx.insertInto('role').values({ id: 90, name: 'Nothing', invitable: 0 }).execute());
    await server.addUser('nell@example.org', { [server.teams.north]: 90 });
    await server.addUser('ute@example.org', { [server.teams.south]: 5 });
    const tokenOf = async (email: string, host: string) => (await server.signIn(email, host)).token;
    scene = { server, nell: await tokenOf('nell@example.org', NORTH), ute: await tokenOf('ute@example.org', SOUTH) };
  });
  afterAll(() => scene.server.close());

  describe.each(Object.entries(ROWS))('%s', (name, rows) => {
    // Together the rows make more uploads than one person may have open.
    beforeAll(() =>
      scene.server.db.write((tx) => tx.updateTable('upload').set({ state: 'finished' }).where('state', '=', 'open').execute()),
    );
    it.each(rows)(`%s [${CALLS[name as CallName].id}]`, async (_line, ask, expected, holds) => {
      // A row may look at "the newest": nothing is made at the same moment as what an earlier row made. All rows together take less time than an
      // entered password counts.
      scene.server.clock.now += 500;
      const answer = await ask(scene);
      if (typeof expected === 'number') expect([answer.status, answer.text]).toEqual([expected, answer.text]);
      else
        expect([answer.status, answer.body]).toEqual([
          ERRORS[expected].status,
          expect.objectContaining({ code: expected, message: ERRORS[expected].message }),
        ]);
      holds?.(answer, scene);
    });
  });
});
