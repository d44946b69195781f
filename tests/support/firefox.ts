import { launch, type Browser } from 'puppeteer-core';
import { killProcesses } from '#commands/processes.ts';

/** A stock Firefox, driven by WebDriver BiDi. The same folder again is the same person at the same machine. */
export function launchFirefox(program: string, userDataDir: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: program,
    userDataDir,
    headless: true,
    // The size of the window.
    defaultViewport: null,
    args: ['--width=1280', '--height=800'],
    // Ctrl+C is answered by the test runner, which ends what is left.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** As a power cut ends it. Its children end when they lose their parent. */
export async function killFirefox(browser: Browser): Promise<void> {
  await killProcesses([browser.process()!.pid!]);
  await browser.disconnect();
}
