/** The answers come in the order of the calls. */
export async function severalAtOnce<T>(count: number, together: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      answers[n] = await ask(n);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return answers;
}
