import { useOwn } from '#app/session/visit-context.tsx';
import { DevicePage } from '#features/device/DevicePage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export function DeviceRoute() {
  const { db } = useOwn();
  const { permissions } = useSession<Session>();
  return <DevicePage db={db} mayUpload={permissions.has('r:upload-v2')} mayRead={permissions.has('r:studies')} />;
}
