import { readConfig } from '@ces/service/config/config';
import { GatewayConfig } from './gateway.config.js';

describe('the configuration of the gateway', () => {
  const read = (env: Record<string, string>) => readConfig(GatewayConfig, env);

  it('has the limits of the contract by default', () => {
    expect(read({})).toMatchObject({
      RATE_LIMIT: 5_000,
      RATE_LIMIT_PER_ADDRESS: 100,
      MAX_CONNECTIONS: 1_000,
      BODY_SECONDS: 30,
      UPLOAD_SECONDS: 15 * 60,
      IMPORT_SECONDS: 60 * 60,
    });
  });

  it('takes origins for frames of the portal, and nothing that could widen its policy', () => {
    const PORTAL_FRAME_ANCESTORS = 'https://shop.example, https://*.club.example:8443';
    expect(read({ PORTAL_FRAME_ANCESTORS })).toMatchObject({
      PORTAL_FRAME_ANCESTORS: ['https://shop.example', 'https://*.club.example:8443'],
    });
    expect(read({ PORTAL_FRAME_ANCESTORS: '' })).toMatchObject({ PORTAL_FRAME_ANCESTORS: [] });
    for (const wrong of ['*', 'https:', 'https://shop.example/page', 'https://a.example; script-src *', 'shop.example'])
      expect(() => read({ PORTAL_FRAME_ANCESTORS: wrong })).toThrow('PORTAL_FRAME_ANCESTORS must be origins');
  });

  it('gives an upload at least as long as a JSON body', () => {
    expect(read({ BODY_SECONDS: '30', UPLOAD_SECONDS: '30' })).toMatchObject({ BODY_SECONDS: 30, UPLOAD_SECONDS: 30 });
    expect(() => read({ BODY_SECONDS: '31', UPLOAD_SECONDS: '30' })).toThrow(
      'BODY_SECONDS must not be more than UPLOAD_SECONDS',
    );
    expect(() => read({ UPLOAD_SECONDS: '29' })).toThrow('BODY_SECONDS must not be more than UPLOAD_SECONDS');
  });
});
