import { Problem } from '@ces/contracts/problems';

/**
 * Limits the requests under way beside the queues: per webhook, per client and in all. They take no places of deliveries,
 * because they are answered at once, and a receiver that hangs must not delay deliveries.
 */
export class Slots {
  private readonly taken = new Map<string, number>();

  async run<T>({ id, client_id }: { id: string; client_id: string }, work: () => Promise<T>): Promise<T> {
    const slots = [
      { name: `webhook ${id}`, most: 1 },
      { name: `client ${client_id}`, most: 4 },
      { name: 'all', most: 32 },
    ];
    if (slots.some(({ name, most }) => this.inside(name) >= most)) throw tooMany();
    for (const { name } of slots) this.taken.set(name, this.inside(name) + 1);
    try {
      return await work();
    } finally {
      for (const { name } of slots) this.leave(name);
    }
  }

  private inside(name: string): number {
    return this.taken.get(name) ?? 0;
  }

  private leave(name: string): void {
    const left = this.inside(name) - 1;
    if (left === 0) this.taken.delete(name);
    else this.taken.set(name, left);
  }
}

function tooMany(): Problem {
  return new Problem('rate-limited', 'Other pings, tests or resends are under way; wait for their answers.', {
    retry_after: 1,
  });
}
