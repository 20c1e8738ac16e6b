import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { Platform } from '../platform/platform.js';

const base = '/api/1/terminal/webhooks';

describe('the mail about a disabled webhook', () => {
  let platform: Platform;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await Platform.shared();
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const register = async (api: ApiClient, path: string): Promise<string> => {
    const answer = await api.post(base, { events: ['transaction-created'], url: `${receiver.url}${path}` });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const transaction = (id: string) => {
    const payload = { id, stack_id: 'points', block_id: 'base', user_id: 'u'.repeat(25), value: 7 };
    return tellFacts(platform.messaging.nats, transactionCreated, [payload]);
  };

  it('goes to the contact of the client, once a day for each webhook', async () => {
    const contact_email = 'operations@shop.example';
    const client = { name: 'With contact', scopes: ['webhooks'], contact_email };
    const made = await platform.api.post('/api/1/admin/clients', client);
    expect(made).toMatchObject({ status: 201, body: { contact_email } });
    const api = await platform.api.as(made.body as { id: string; secret: string });
    receiver.answer(410);
    const id = await register(api, '/mailed');
    const goneAgain = async (count: number) => {
      await eventually(() => {
        expect(receiver.at('/mailed')).toHaveLength(count);
      });
      await eventually(async () => {
        expect((await api.get(`${base}/${id}`)).body).toMatchObject({ state: 'disabled' });
      });
      await api.post(`${base}/${id}:enable`);
    };
    await transaction('mailed');
    await goneAgain(1);
    await goneAgain(2);
    await goneAgain(3);
    const last = await register(api, '/mailed-last');
    await transaction('last');
    const mails = await eventually(async () => {
      const all = await platform.mailsTo(contact_email);
      if (!all.some(({ text }) => text.includes(last))) throw new Error('the last mail is missing');
      return all;
    });
    expect(mails).toHaveLength(2);
    const address = `${platform.url}${base}/${id}`;
    expect(mails[1]?.text).toContain(address);
    expect(mails[1]?.html).toContain(address);
    expect(mails[1]?.html).not.toContain('<a ');
  });
});
