import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Label } from '#contract/labels.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { textOfFailure } from './texts.ts';
import { labelsKey } from './use-labels.ts';

export interface LabelValues {
  name: string;
  color: string;
}

/** Changes to the labels themselves. They need the server: a name may be taken, and the server assigns ids. */
export function useLabelActions() {
  const { team } = useSession<Session>();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const key = labelsKey(team?.slug ?? null);

  async function act<T>(call: Promise<ApiResult<T>>, next: (labels: Label[], value: T) => Label[]): Promise<T | undefined> {
    setBusy(true);
    setFault(null);
    const answer = await call;
    setBusy(false);
    if (!answer.ok) {
      setFault(textOfFailure(answer.failure));
      void client.invalidateQueries({ queryKey: key });
      return undefined;
    }
    // A list requested earlier would bring back the old state.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<Label[]>(key, (labels) => labels && next(labels, answer.value).toSorted((a, b) => a.name.localeCompare(b.name)));
    void client.invalidateQueries({ queryKey: key });
    return answer.value;
  }

  return {
    busy,
    fault,
    forgetFault: () => setFault(null),
    /** The label, or undefined if it was not created; then `fault` says why. */
    create: async (values: LabelValues): Promise<Label | undefined> =>
      (await act(callApi(CALLS.createLabel, { body: values }), (labels, { data }) => [...labels.filter(isNot(data)), data]))?.data,
    /** Sends only changed values, so that what somebody else changed meanwhile stays. */
    change: async (label: Label, { name, color }: LabelValues): Promise<boolean> => {
      const body = { ...(name === label.name ? {} : { name }), ...(color === label.color ? {} : { color }) };
      const call = callApi(CALLS.changeLabel, { query: { id: String(label.label_id) }, body });
      return (await act(call, (labels, { data }) => [...labels.filter(isNot(data)), data])) !== undefined;
    },
    remove: async (label: Label): Promise<boolean> =>
      (await act(callApi(CALLS.deleteLabel, { query: { id: String(label.label_id) } }), (labels) => labels.filter(isNot(label)))) !==
      undefined,
  };
}

const isNot =
  ({ label_id }: Label) =>
  (other: Label): boolean =>
    other.label_id !== label_id;
