/** Resolves once messages that wait have been handled. A timer would be late: browsers delay nested ones by 4 ms. */
export function nextMessageTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
