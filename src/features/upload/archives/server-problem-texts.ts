import { BatchProblem } from '#contract/batch.ts';
import { BATCH_WORDS } from '#contract/batch-words.ts';
import { t, translated } from '#language/t.ts';
import type { ServerProblem } from '#model/uploads/upload-view.ts';
import { NAME } from '#features/upload/intake/name-place.ts';
import type { ProblemWords } from '#features/upload/intake/problem-texts.ts';

/** Problems of what the server opened: the fact, then what to do. */
export const SERVER_PROBLEM_WORDS = Object.fromEntries(
  BatchProblem.options.map((code) => [`server:${code}`, wordsOf(translated(BATCH_WORDS[code]))]),
) as Record<ServerProblem, ProblemWords>;

function wordsOf(words: string): ProblemWords {
  const [first = '', ...rest] = words.split(/(?<=\.) /);
  return {
    what: t('{name} stays behind on the server. {reason}', { name: NAME, reason: first }),
    todo: rest.length > 0 ? rest.join(' ') : t('The rest of what was sent is not touched by it.'),
  };
}
