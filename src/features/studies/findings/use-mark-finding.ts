import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { Finding, FindingMark } from '#contract/quality.ts';
import { showFailure } from '#ui/toasts.ts';
import { TEXTS } from './texts.ts';

/** PCALL-192. `save` says whether the finding was marked; the study is read again in any case. */
export function useMarkFinding(study: string, { uuid, version }: Pick<Finding, 'uuid' | 'version'>) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);

  async function save(mark: FindingMark | null, reason: string): Promise<boolean> {
    setSaving(true);
    const answer = await callApi(CALLS.markFinding, { params: { uuid: study, finding: uuid }, body: { version, mark, reason } });
    if (!answer.ok) showFailure(changeFailureText(answer.failure, { conflict: TEXTS.changedMeanwhile, not_found: TEXTS.changedMeanwhile }));
    await client.invalidateQueries({ queryKey: ['study'] });
    setSaving(false);
    return answer.ok;
  }

  return { isSaving, save };
}
