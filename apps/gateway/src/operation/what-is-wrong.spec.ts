import type { ServiceHealth } from '@ces/contracts/operation/health';
import { whatIsWrong } from './what-is-wrong.js';

const well: ServiceHealth = {
  service: 'campaigns',
  answers: true,
  version: '1.0.0',
  ready: true,
  checks: { accepting: true, nats: true, database: true, messaging: true },
  lags: [{ consumer: 'campaigns-event-log-accepted-3', seconds: 299 }],
  outbox_seconds: 59,
  outbox_waiting: 12,
  dead_letters: 0,
};
const notReady = { ready: false, checks: { ...well.checks, database: false, nats: false } };
const behind = { lags: [{ consumer: 'campaigns-event-log-accepted-3', seconds: 420 }] };

describe('what is wrong', () => {
  it('is nothing while all answer, are ready and keep up', () => {
    expect(whatIsWrong([well, { ...well, service: 'gateway', outbox_seconds: null }])).toEqual([]);
  });

  it.each<[Partial<ServiceHealth>, string]>([
    [{ answers: false, ready: false, checks: {}, version: null, outbox_seconds: null }, 'does not answer'],
    [notReady, 'is not connected to NATS, and cannot reach its database'],
    [{ ready: false, checks: { schema: false } }, 'is not ready: schema'],
    [behind, 'is behind: campaigns-event-log-accepted-3 has not handled facts for 7 minutes'],
    [{ outbox_seconds: 90, outbox_waiting: 40 }, 'has not published facts for 90 seconds; 40 wait'],
    [{ outbox_seconds: null }, 'cannot measure what waits; its database or NATS is slow'],
    [{ dead_letters: 1 }, 'has 1 dead letter: facts that it could not handle'],
    [{ dead_letters: 12 }, 'has 12 dead letters: facts that it could not handle'],
  ])('of a service with %j is named', (change, what) => {
    expect(whatIsWrong([{ ...well, ...change }])).toEqual([{ service: 'campaigns', what: `campaigns ${what}.` }]);
  });

  it('begins with services that do not answer, and ends with different versions', () => {
    const found = whatIsWrong([
      { ...well, dead_letters: 1, version: '1.1.0' },
      { ...well, service: 'cards', answers: false, ready: false },
    ]);
    expect(found.map(({ service }) => service)).toEqual(['cards', 'campaigns', 'all']);
    expect(found[2]?.what).toContain('1.0.0, 1.1.0');
  });
});
