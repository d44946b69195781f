import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type * as Iwer from 'iwer';

/** `pictures`: how many the headset has asked for. */
type Emulated = typeof globalThis & { IWER: typeof Iwer; headset: Iwer.XRDevice; pictures: number };

export type Hand = 'left' | 'right';

/** Gives a page a headset with two controllers, in place of WebXR of the browser. From the next address on. */
export async function emulateHeadset(page: Page): Promise<void> {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('iwer/build/iwer.min.js') });
  await page.addInitScript(() => {
    const own = globalThis as Emulated;
    own.headset = new own.IWER.XRDevice(own.IWER.metaQuest3);
    // Chromium has a WebXR of its own, without a headset.
    own.headset.installRuntime({ forceInstall: true });
    own.pictures = 0;
    const session = own.IWER.XRSession.prototype;
    const ask = session.requestAnimationFrame;
    session.requestAnimationFrame = function (draw) {
      return ask.call(this, (...given) => {
        draw(...given);
        own.pictures += 1;
      });
    };
  });
}

/** Metres in the room: to the right, up, and towards the person. */
export async function moveHand(page: Page, hand: Hand, [x, y, z]: readonly [number, number, number]): Promise<void> {
  await page.evaluate(
    ({ hand, at }) => {
      const { controllers } = (globalThis as Emulated).headset;
      controllers[hand]!.position.set(...at);
      controllers[hand]!.quaternion.set(0, 0, 0, 1);
    },
    { hand, at: [x, y, z] as [number, number, number] },
  );
}

export async function pressHand(page: Page, hand: Hand, button: 'squeeze' | 'trigger', isDown: boolean): Promise<void> {
  await page.evaluate(({ hand, button, value }) => (globalThis as Emulated).headset.controllers[hand]!.updateButtonValue(button, value), {
    hand,
    button,
    value: isDown ? 1 : 0,
  });
}

/** The emulation sees hands and buttons with the next picture; the one that is being drawn may have begun before. */
export async function waitForPictures(page: Page): Promise<void> {
  const before = await page.evaluate(() => (globalThis as Emulated).pictures);
  await expect.poll(() => page.evaluate(() => (globalThis as Emulated).pictures)).toBeGreaterThan(before + 2);
}
