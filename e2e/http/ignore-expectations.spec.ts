import { Platform } from '../platform/platform.js';
import { request } from 'node:http';

describe('requests with the header Expect', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  it.each(['nothing', '200-ok'])('are answered as if they lacked it: Expect: %s', async (expectation) => {
    const status = await new Promise((resolve, reject) => {
      request(`${platform.url}/livez`, { headers: { Expect: expectation } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});
