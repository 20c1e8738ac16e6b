import { getProvider } from '@ces/contracts/identity/providers';
import { importSegment, takePart } from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { RunningService } from '@ces/testing/services/start-service';
import { toProvider } from '../../test/fake-identity.js';
import { segments } from '../segments.module.js';

describe('the import of a segment for a provider', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await RunningService.start(segments);
  });

  afterAll(() => service.stop());

  it('answers 503 while identity cannot be asked, and imports when it answers', async () => {
    const document_id = newId();
    await service.bus.call(takePart, { document_id, part: 0, count: 1, lines: 'a\n' });
    const upload = { document_id, parts: 1, title: 'Readers', identifier: 'acme', file_name: 'readers.csv' };
    await expect(service.bus.call(importSegment, upload)).rejects.toMatchObject({ code: 'service-unavailable' });
    await service.answer(getProvider, ({ name }) => toProvider(name));
    expect(await service.bus.call(importSegment, upload)).toMatchObject({ state: 'pending', documentID: document_id });
  });

  it('waits for the first comparison with identity before the file is processed', async () => {
    const waiting = await service.query<{ state: string }>('SELECT state FROM segment');
    expect(waiting).toEqual([{ state: 'pending' }]);
  });
});
