import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from './lane.ts';
import type { Fault } from './schedule.ts';
import type { Visit } from './visit.ts';

/** Lets a fault happen. It is over when this resolves, but for answers that are still to be lost. */
export async function strike({ server, gate }: Lane, visit: Visit, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill the browser':
      await visit.kill();
      await visit.launch();
      if (fault.withPage) await visit.openPage();
      return;
    case 'kill the server':
      await server.kill();
      await pause(fault.downMs);
      await server.start();
      return;
    case 'close the tab':
      await visit.pages()[0]?.close({ runBeforeUnload: false });
      return;
    case 'reload':
      await visit.reload();
      return;
    case 'offline':
      await visit.setOffline(true);
      await pause(fault.forMs);
      await visit.setOffline(false);
      return;
    case 'reset the connections':
      gate.resetConnections();
      return;
    case 'lose answers':
      gate.loseAnswers(fault.answers);
      return;
    case 'hold the chunks':
      gate.holdAfter(fault.after);
      await pause(fault.forMs);
      gate.open();
      return;
    case 'open another tab':
      await visit.openPage();
  }
}
