import { CALLS } from '#contract/calls.ts';
import type { FileSource } from '#contract/file-areas.ts';
import { t } from '#language/t.ts';
import { callApi } from './call-api.ts';
import { changeFailureText } from './failure-texts.ts';
import type { ApiFailure } from './result.ts';

/** PCALL-230 for each of them. What cannot be put is left out; without a network the rest is not tried. Returns what a person should read. */
export async function putIntoFiles(sources: readonly FileSource[]): Promise<{ isDone: boolean; words: string }> {
  let started = 0;
  let failed: ApiFailure | null = null;
  for (const source of sources) {
    const answer = await put(source);
    if (answer.ok) started += 1;
    else {
      failed ??= answer.failure;
      if (answer.failure.kind === 'network') break;
    }
  }
  const words = t('{count, plural, one {# file is} other {# files are}} being written into “exports” of the files of the team.', {
    count: started,
  });
  if (failed === null) return { isDone: true, words };
  return { isDone: false, words: started === 0 ? putFailureText(failed) : `${words} ${putFailureText(failed)}` };
}

/** Sent twice if the first answer was lost: the uuid makes it one work. */
async function put(source: FileSource) {
  const body = { source, uuid: crypto.randomUUID() };
  const answer = await callApi(CALLS.putIntoFiles, { body });
  return !answer.ok && answer.failure.kind === 'network' ? callApi(CALLS.putIntoFiles, { body }) : answer;
}

const putFailureText = (failure: ApiFailure): string =>
  changeFailureText(failure, { file_exists: t('In the files of the team, “exports” is a file. Rename it first.') });
