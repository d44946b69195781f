import { describe, expect, it } from 'vitest';
import { openSecondWindow, secondAddress, type WindowPorts } from './second-window.ts';

const [left, right] = [0, 1920].map((availLeft) => ({ availLeft, availTop: 24, availWidth: 1920, availHeight: 1056 }));

function ports(given: Partial<WindowPorts>) {
  const opened: string[] = [];
  return {
    opened,
    getScreenDetails: undefined,
    isPressed: () => true,
    open: (_: string, features: string) => opened.push(features),
    ...given,
  };
}

describe('a second window [SCREEN-01]', () => {
  it('is put over the other screen where the browser may know of it', async () => {
    const two = ports({ getScreenDetails: async () => ({ screens: [left!, right!], currentScreen: left! }) });
    expect(await openSecondWindow('/', two)).toBe('other-screen');
    expect(two.opened).toEqual(['noopener,popup,left=1920,top=24,width=1920,height=1056']);
  });

  it('is an ordinary one without permission, without a second screen, and in browsers without screens', async () => {
    const refused = ports({ getScreenDetails: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
    const single = ports({ getScreenDetails: async () => ({ screens: [left!], currentScreen: left! }) });
    for (const each of [refused, single, ports({})]) {
      expect(await openSecondWindow('/', each)).toBe('this-screen');
      expect(each.opened).toEqual(['noopener']);
    }
  });

  it('is not tried once the question of the browser has used up the press', async () => {
    const late = ports({ isPressed: () => false });
    expect([await openSecondWindow('/', late), late.opened]).toEqual(['blocked', []]);
  });

  it('has the study and the task of the first, and asks for no comment', () => {
    const address = secondAddress({ pathname: '/annotator/case/1', search: '?task_id=5&comment=2' });
    expect(address).toBe('/annotator/case/1?task_id=5&second=true');
  });
});
