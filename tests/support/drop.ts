import type { Locator, Page } from 'playwright';

/**
 * A real drop: the browser passes files and folders from this machine's disk to the page as if the user had dropped them (a DragEvent created in
 * the page contains no folders). Paths are absolute.
 */
export async function dropPaths(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const { x, y } = await centreOf(target);
  const session = await page.context().newCDPSession(page);
  try {
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    const arrived = await listenForDrop(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x, y, data });
    if (!(await arrived())) throw new Error(`The browser did not pass the drop at ${x}, ${y} to the page`);
  } finally {
    await session.detach();
  }
}

/** Whether the page gets the drop that follows. The browser answers before the page has it, and never says that it passed none on. */
async function listenForDrop(page: Page): Promise<() => Promise<boolean>> {
  const listening = await page.evaluateHandle(() => ({
    drop: new Promise<boolean>((resolve) => {
      window.addEventListener('drop', () => resolve(true), { capture: true, once: true });
      setTimeout(() => resolve(false), 10_000);
    }),
  }));
  return () => listening.evaluate(({ drop }) => drop);
}

/** Uses the file dialog that a folder button opens. */
export async function chooseFolder(page: Page, button: Locator, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(folder);
}

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('The target of the drop is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
