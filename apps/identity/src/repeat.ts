/** Does work now and then until it is ended: one run at a time, `everyMs` after the last one. Ending waits for the run at hand. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let ended = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    timer = setTimeout(() => {
      running = work()
        .catch(failed)
        .then(() => {
          if (!ended) next();
        });
    }, everyMs).unref();
  };
  next();
  return () => {
    ended = true;
    clearTimeout(timer);
    return running;
  };
}
