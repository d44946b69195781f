import { Button } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { AiInfer } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { MAY_SUCCEED } from '#model/ai/job-words.ts';
import type { Session } from '#model/session.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { failureText, openText, patientText, retryOneText, studyText, TEXTS } from './texts.ts';
import { useInfersChanged } from './use-infers.ts';

/** What can be done next: open the result, try again, or look at the study. */
export function InferAction({ infer }: { infer: AiInfer }) {
  const { serverReachable, permissions } = useSession<Session>();
  const changed = useInfersChanged();
  const [busy, setBusy] = useState(false);
  const { id, state, failure, study } = infer;
  const name = patientText(study);
  const maySee = permissions.has('r:studies');

  async function retry() {
    setBusy(true);
    const answer = await callApi(CALLS.retryInfer, { params: { id: String(id) } });
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  if (state === 'done')
    return (
      maySee && (
        <Button
          component="a"
          href={`${annotatorPath(study)}?aiinfer=true`}
          variant="default"
          aria-label={openText(name)}
          leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
          {...OPENS_ANNOTATOR}
        >
          {TEXTS.open}
        </Button>
      )
    );
  if (state !== 'failed') return null;
  if (failure === null || MAY_SUCCEED.has(failure))
    return (
      <ServerButton
        serverReachable={serverReachable}
        why={TEXTS.needsServer}
        title={retryOneText(name)}
        variant="default"
        loading={busy}
        leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
        onClick={() => void retry()}
      >
        {TEXTS.retry}
      </ServerButton>
    );
  return (
    maySee && (
      <Button component={Link} to="/studies-v2" search={{ study: study.uuid } as never} variant="default" aria-label={studyText(name)}>
        {TEXTS.study}
      </Button>
    )
  );
}
