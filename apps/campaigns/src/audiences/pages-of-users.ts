export type NextUsers = (page: { after: string; limit: number }) => Promise<{ user_ids: string[] }>;

/** Reads users in the order of their ids, page by page; the next page is read while the caller works on one. */
export async function* pagesOfUsers(next: NextUsers, limit: number): AsyncGenerator<string[]> {
  let reading: ReturnType<NextUsers> | undefined = next({ after: '', limit });
  while (reading) {
    const { user_ids }: { user_ids: string[] } = await reading;
    const last = user_ids.at(-1);
    reading = last === undefined || user_ids.length < limit ? undefined : next({ after: last, limit });
    // The next turn of the loop reports the failure.
    reading?.catch(() => undefined);
    if (user_ids.length > 0) yield user_ids;
  }
}
