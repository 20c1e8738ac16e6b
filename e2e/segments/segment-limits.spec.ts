import { Platform } from '../platform/platform.js';
import * as forms from '@ces/testing/gateway/segment-forms';
import { DataSource } from 'typeorm';

const lines = 40_000;

describe('the limits of segments and their files', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ SEGMENTS_AT_MOST: '2', IDENTIFIERS_PER_FILE: String(lines) }, 1, 'segments');
  });

  afterAll(() => platform.stop());

  const create = (file: string) =>
    forms.sendForm(platform, forms.path, forms.formOf({ title: 'Readers', identifier: 'acme', file }));

  it('row 28 accepts as many lines as a file may have, also equal ones, and refuses one more with 422', async () => {
    const file = 'the-same-again\n'.repeat(lines);
    const { id } = await forms.importAndProcess(platform, file);
    expect(await forms.processed(platform, id)).toMatchObject({ externalUserCount: 1 });
    const answer = await create(`${file}x`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'csv-invalid', errors: [{ pointer: '#/file' }] } });
    const kept = await platform.segments.get(DataSource).query<unknown[]>(`SELECT FROM file WHERE state <> 'retired'`);
    expect(kept).toHaveLength(1);
  });

  it('row 28 makes as many segments as are allowed, also at once, then answers 409; row 31 is still answered', async () => {
    const answers = await Promise.all([create('a'), create('b'), create('c')]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ status: 409, body: { code: 'segments-too-many' } });
    const [{ id }] = (await platform.api.get(`${forms.path}/list`)).body as [{ id: string }];
    const form = forms.formOf({ title: 'Readers', identifier: 'acme', file: 'd' });
    expect((await forms.sendForm(platform, `${forms.path}/${id}`, form)).status).toBe(200);
  });
});
