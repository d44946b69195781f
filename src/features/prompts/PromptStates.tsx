import { IconMessageOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PromptsTable } from './PromptsTable.tsx';
import { TEXTS } from './texts.ts';
import type { usePrompts } from './use-prompts.ts';

interface PromptStatesProps {
  prompts: ReturnType<typeof usePrompts>;
  /** False: the prompt in the address does not exist. */
  isThere: boolean;
  children: (prompts: AnswerOf<Calls['aiPrompts']>) => ReactNode;
}

/** A page of one prompt, in each state of its list. */
export function PromptStates({ prompts, isThere, children }: PromptStatesProps) {
  const { serverReachable } = useSession<Session>();
  return (
    <ListStates
      list={{ ...prompts, data: prompts.data && { data: isThere ? [prompts.data] : [] } }}
      serverReachable={serverReachable}
      texts={TEXTS}
      empty={
        <EmptyState icon={IconMessageOff} title={TEXTS.none}>
          {TEXTS.noneWhy}
        </EmptyState>
      }
    >
      {(answers) => (answers?.[0] ? children(answers[0]) : <PromptsTable prompts={undefined} label={TEXTS.prompts} />)}
    </ListStates>
  );
}
