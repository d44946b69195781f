import { useEffect, useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { LookingSession } from './looking-session.ts';

/** The server takes two minutes of silence for the end. */
const KEEP_EVERY_MS = 45_000;

interface Looking {
  study: string;
  segmentation: string;
  serverReachable: boolean;
  /** In a headset at the moment. */
  headset: boolean;
}

/** XR-008: the server is told who looks at what, from when to when. Without a network nothing is recorded, and who looks misses nothing. */
export function useXrSession({ study, segmentation, serverReachable, headset }: Looking): void {
  const session = useMemo(
    () =>
      new LookingSession({
        start: async (uuid) => (await callApi(CALLS.startXrSession, { body: { uuid, study, segmentation }, quiet: true })).ok,
        keep: async (uuid, body) => (await callApi(CALLS.keepXrSession, { params: { uuid }, body, quiet: true, keepalive: body.ended })).ok,
      }),
    [study, segmentation],
  );

  useEffect(() => void session.entered(headset), [session, headset]);

  useEffect(() => {
    if (!serverReachable) return;
    void session.turn();
    const turns = setInterval(() => void session.turn(), KEEP_EVERY_MS);
    return () => clearInterval(turns);
  }, [session, serverReachable]);

  useEffect(() => {
    // Of a page that is closed without a network: the silence ends it.
    const end = (): void => void session.end();
    addEventListener('pagehide', end);
    return () => {
      removeEventListener('pagehide', end);
      end();
    };
  }, [session]);
}
