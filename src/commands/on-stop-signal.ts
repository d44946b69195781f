const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends in order, the second at once: a person who presses Ctrl+C twice does not want to wait. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      // Nothing keeps the process alive after an orderly stop; exit all the same, should a library hold a handle.
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
