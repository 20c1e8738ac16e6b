import type { ExternalSegment } from '@ces/contracts/segments';
import { Platform } from '@ces/testing/platform';
import { randomUUID } from 'node:crypto';
import { connect, formOf, importAndProcess, importFile, path, processed, sendForm } from '../test/segment-forms.js';

describe('external segments', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'with segments');
  }, 60_000);

  afterAll(() => platform.stop());

  const create = (file: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) =>
    sendForm(platform, path, formOf({ title: 'Readers', identifier: 'acme', file, ...more }));
  const members = async (id: string) =>
    ((await platform.api.get(`${path}/${id}/members`)).body as { user_id: string }[]).map(({ user_id }) => user_id);

  it('row 28 answers with the pending segment, and row 30 shows its exact counts once it is processed', async () => {
    const owners = [randomUUID(), randomUUID()];
    const users = await Promise.all(owners.map((owner) => connect(platform, owner)));
    const answer = await create(`${owners.join('\n')}\nnobody\n`);
    expect(answer.status).toBe(200);
    const segment = answer.body as ExternalSegment;
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/) as string;
    expect(segment).toEqual({
      id: expect.any(String) as string,
      name: 'Readers',
      identifier: 'acme',
      state: 'pending',
      externalUserCount: 0,
      internalUserCount: 0,
      documentID: expect.any(String) as string,
      fileName: 'readers.csv',
      updated: timestamp,
    });
    expect(await processed(platform, segment.id)).toEqual({
      ...segment,
      state: 'processed',
      externalUserCount: 3,
      internalUserCount: 2,
      updated: timestamp,
    });
    expect(await members(segment.id)).toEqual([...users].sort());
  });

  it.each([
    ['LF', 'a1\nb1\n', 2],
    ['CRLF and no end', 'a1\r\nb1', 2],
    ['a BOM', '\ufeffa1\nb1\n', 2],
    ['blank lines and spaces', '\n  a1 \n\n\t\n b1\n\n', 2],
    ['quotes', '"a,1"\n"b""1"\n', 2],
    ['duplicates', 'a1\nb1\na1\n"a1"\n a1\n', 2],
    ['a first line that looks like a header', 'user_id\na1\n', 2],
    ['what COPY would misread', '\\N\n\\.\na\\tb\na\tb\n\\\n', 5],
    ['a file of one', 'a1', 1],
    ['upper and lower case', 'a1\nA1\n', 2],
    ['255 characters outside of the first plane', `${'👍'.repeat(255)}\n`, 1],
  ])('row 28 understands %s', async (_what, file, count) => {
    expect(await importAndProcess(platform, file)).toMatchObject({ externalUserCount: count, internalUserCount: 0 });
  });
});
