import { FIRST_START, GUEST, NO_MAIL, OWN_ACCOUNT } from './pages/account.ts';
import { ADMINISTRATION } from './pages/administration.ts';
import { AI } from './pages/ai.ts';
import { ANNOTATOR } from './pages/annotator.ts';
import { API_USERS } from './pages/api-users.ts';
import { ARRANGING } from './pages/arranging.ts';
import { CAMPAIGN_READER, CAMPAIGNS, REVIEWS } from './pages/campaigns.ts';
import { CHOOSING } from './pages/choosing.ts';
import { DATASETS } from './pages/datasets.ts';
import { DELETION } from './pages/deletion.ts';
import { DEVICE, NEARLY_FULL } from './pages/device.ts';
import { FILES } from './pages/files.ts';
import { FLOWS } from './pages/flows.ts';
import { FRAME } from './pages/frame.ts';
import { LABELS, LABELS_UNREAD } from './pages/labels.ts';
import { LEGACY } from './pages/legacy.ts';
import { LISTS } from './pages/lists.ts';
import { LOCK } from './pages/lock.ts';
import { LOGS } from './pages/logs.ts';
import { LOOKING } from './pages/looking.ts';
import { ENDING, SENDING } from './pages/sending.ts';
import { SHARED_STRUCTURES } from './pages/shared-structures.ts';
import { STRUCTURES } from './pages/structures.ts';
import { STUDY } from './pages/study.ts';
import { NOTIFICATIONS } from './pages/notifications.ts';
import { PATIENTS } from './pages/patients.ts';
import { PROJECTS } from './pages/projects.ts';
import { PROMPTS } from './pages/prompts.ts';
import { ROLES } from './pages/roles.ts';
import { TASKS } from './pages/tasks.ts';
import { BY_LINK, INVITED, TEAM } from './pages/team.ts';
import { TRANSFER_FUNCTIONS } from './pages/transfer-functions.ts';
import { KEPT_ASIDE, READING as READING_ROOM } from './pages/reading.ts';
import { READING_MODES } from './pages/reading-modes.ts';
import { RECOGNISING } from './pages/recognising.ts';
import { SEGMENTATIONS } from './pages/segmentations.ts';
import { SERVER_ARCHIVES } from './pages/server-archives.ts';
import { NO_ROOM, PREVIEW, READING } from './pages/upload.ts';
import { WITH_NAMES } from './pages/with-names.ts';
import { nameOf, type Scenario, type Step } from './step.ts';

/**
 * Every state of every page, and how a person comes to it. A page that is built gets its states here; `npm run shots` shows them, and the
 * accessibility tests ask of each what a person needs.
 *
 * The lists are walked beside each other, on the same servers: the first is of accounts and administration, the second of what has arrived, the
 * third of uploads, which alone lets chunks wait. South stays without studies.
 */
export const LANES: readonly (readonly Scenario[])[] = [
  [
    NO_MAIL,
    GUEST,
    FIRST_START,
    OWN_ACCOUNT,
    ...LISTS,
    TEAM,
    INVITED,
    BY_LINK,
    ADMINISTRATION,
    FILES,
    PROMPTS,
    ROLES,
    API_USERS,
    FRAME,
    LOCK,
    NOTIFICATIONS,
    LOGS,
    AI,
    FLOWS,
  ],
  [
    STUDY,
    ANNOTATOR,
    PATIENTS,
    DELETION,
    LABELS,
    LABELS_UNREAD,
    PROJECTS,
    DATASETS,
    STRUCTURES,
    SHARED_STRUCTURES,
    SEGMENTATIONS,
    TRANSFER_FUNCTIONS,
    TASKS,
    DEVICE,
    NEARLY_FULL,
    READING_ROOM,
    KEPT_ASIDE,
    READING_MODES,
    // Last: while it runs, its readers see nothing else on its cases.
    CAMPAIGNS,
    CAMPAIGN_READER,
    REVIEWS,
  ],
  [PREVIEW, ARRANGING, CHOOSING, RECOGNISING, WITH_NAMES, LOOKING, READING, NO_ROOM, SERVER_ARCHIVES, SENDING, ENDING, LEGACY],
];

/** Those that lead to a state whose name begins so, each as far as the last of them. */
export function lanesTo(words: readonly string[]): Scenario[][] {
  const isWanted = wantedBy(words);
  return LANES.map((lane) =>
    lane.flatMap((journey) => {
      const last = journey.steps.findLastIndex(isWanted);
      return last < 0 ? [] : [{ ...journey, steps: journey.steps.slice(0, last + 1) }];
    }),
  ).filter((lane) => lane.length > 0);
}

/** A state is asked for by its name or by how that begins. */
export function wantedBy(words: readonly string[]): (step: Step) => boolean {
  return (step) => words.length === 0 || words.some((word) => nameOf(step).startsWith(word));
}
