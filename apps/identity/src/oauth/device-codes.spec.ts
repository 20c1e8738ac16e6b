import { createClient, type CreatedClient } from '@ces/contracts/identity/clients';
import { ownIdentity, type Running } from '../../test/run-identity.js';

const perHour = 3;

describe('codes of devices', () => {
  let identity: Running;
  let client: CreatedClient;

  beforeAll(async () => {
    const settings = { DEVICE_CODES_PER_ADDRESS_AN_HOUR: String(perHour), SIGN_INS_UNDER_WAY: '1000' };
    identity = await ownIdentity(settings);
    const wanted = { name: 'Tool', public: true, scopes: ['openid' as const], redirect_uris: ['http://127.0.0.1/'] };
    client = await identity.call(createClient, wanted);
  });

  afterAll(() => identity.close());

  const send = (path: string, fields: Record<string, string>, address: string) =>
    fetch(`${identity.url}${path}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'accept-language': 'nl', 'x-forwarded-for': address },
      body: new URLSearchParams(fields),
    });
  const enter = (address: string) => send('/oauth2/device/verify', { user_code: 'BBBBBBBB', confirm: 'yes' }, address);
  const ask = async (address: string) => (await send('/oauth2/device', { client_id: client.id }, address)).status;

  it('cannot be guessed: an address sends a few forms in an hour, and at once no more than one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 2 * perHour }, () => enter('198.51.100.1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(perHour);
    const refused = await enter('198.51.100.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await refused.text()).toContain('<h1>Te veel codes</h1>');
    expect((await enter('198.51.100.2')).status).toBe(400);
  });

  it('are limited in number for a network, like sign-ins that are under way', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 11; asked += 1) statuses.push(await ask('198.51.100.3'));
    expect(statuses).toEqual([...Array<number>(10).fill(200), 503]);
    expect(await ask('198.51.100.4')).toBe(200);
  });

  it('are for the command line of operators and not for the console, which is a page', async () => {
    const askAs = async (client_id: string) => (await send('/oauth2/device', { client_id }, '198.51.100.6')).status;
    expect([await askAs('ces-cli'), await askAs('ces-console'), await askAs('constructor')]).toEqual([200, 400, 401]);
  });

  it('lead back to nothing without a sign-in that is under way', async () => {
    const answer = await fetch(`${identity.url}/oauth2/device/verify/x`, {
      headers: { 'x-forwarded-for': '198.51.100.5' },
    });
    expect(answer.status).toBe(400);
  });
});
