/** Things that come one after the other: `for await (const thing of things)`, or all at once: `await things.all()`. */
export class Items<T> implements AsyncIterable<T> {
  private readonly make: () => AsyncIterator<T>;

  constructor(make: () => AsyncIterator<T>) {
    this.make = make;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.make();
  }

  /** The first `atMost` of them. */
  async all(atMost = Infinity): Promise<T[]> {
    const found: T[] = [];
    if (atMost <= 0) return found;
    for await (const each of this) if (found.push(each) >= atMost) break;
    return found;
  }

  /** Asks for no further pages. */
  async first(): Promise<T | undefined> {
    return (await this.all(1))[0];
  }
}

/** The address of the next page in a `Link` header. */
export function nextPage(headers: Headers): string | undefined {
  const links = headers.get('link')?.split(/,\s*(?=<)/) ?? [];
  return links.map((link) => /^<([^>]+)>;.*\brel="next"/.exec(link)?.[1]).find((address) => address !== undefined);
}
