import { Revoked } from '@ces/auth/revoked';
import { submitEvents, type IntakeResult, type Submission } from '@ces/contracts/events/events';
import { knownUsers } from '@ces/contracts/identity/users';
import type { Bus } from '@ces/messaging/calls/bus';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { setImmediate } from 'node:timers/promises';
import { AskedUsers } from './asked-users.js';
import { EventIntake } from './event-intake.js';

const realNow = performance.now.bind(performance);
const anna = 'A'.repeat(25);
const ben = 'B'.repeat(25);

/** Identity, and the events service with what it knows of identity's users. */
class Services {
  readonly written: string[] = [];
  readonly asked: string[] = [];
  /** How many events each call has brought. */
  readonly sets: number[] = [];
  open = new Set([anna, ben]);
  known = new Set([ben]);
  afterCall = (): void => undefined;
  /** The next call gets its answer when this has resolved. */
  held: Promise<void> | undefined;
  /** All calls get their answers when this has resolved. */
  hanging: Promise<void> | undefined;

  call(
    { subject }: { subject: string },
    payload: { submissions: Submission[] } & { user_ids: string[] },
  ): Promise<unknown> {
    if (subject === knownUsers.subject) {
      this.asked.push(...payload.user_ids);
      return Promise.resolve(payload.user_ids.filter((id) => this.open.has(id)));
    }
    expect(subject).toBe(submitEvents.subject);
    this.sets.push(payload.submissions.length);
    const results = payload.submissions.map((each) => this.take(each));
    this.afterCall();
    const answer = this.held ?? this.hanging ?? Promise.resolve();
    this.held = undefined;
    return answer.then(() => results);
  }

  private take({ user_id, data, confirmed }: Submission): IntakeResult {
    if (!confirmed && !this.known.has(user_id)) return { unknown_user: true };
    this.written.push(data);
    const accepted = { id: data, event_name: 'purchase', version: 1, status: 'accepted', received_at: '' } as const;
    return { accepted, replayed: false };
  }
}

const eventOf = (user_id: string, data: string): Submission => ({
  client_id: 'shop',
  user_id,
  event_name: 'purchase',
  data,
});
const notFound = { problem: { code: 'user-not-found' } };
const accepted = { accepted: { status: 'accepted' } };
const overloaded = { code: 'service-unavailable', status: 503, extras: { retry_after: 1 } };

describe('events of users', () => {
  let services: Services;
  let revoked: Revoked;
  let intake: EventIntake;

  beforeEach(() => {
    services = new Services();
    revoked = new Revoked();
    const bus = services as unknown as Bus;
    const users = new AskedUsers(bus);
    intake = new EventIntake(bus, users, revoked, new Tracing());
  });

  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  it('who are known need no question to identity, and those of others are sent once more when identity knows them', async () => {
    expect(await intake.acceptInOrder([eventOf(ben, '1')])).toMatchObject([accepted]);
    expect(services.asked).toEqual([]);
    services.open.delete(anna);
    expect(await intake.acceptInOrder([eventOf(anna, '2'), eventOf(ben, '3')])).toMatchObject([notFound, accepted]);
    services.open.add(anna);
    expect(await intake.acceptInOrder([eventOf(anna, '4'), eventOf(ben, '5')])).toMatchObject([accepted, accepted]);
    expect(await intake.accept(eventOf(anna, '6'))).toMatchObject(accepted);
    expect(services.written).toEqual(['1', '3', '5', '4', '6']);
  });

  it('who become known between the calls of one batch keep their order', async () => {
    services.afterCall = () => {
      services.known.add(anna);
    };
    const many = Array.from({ length: 600 }, (_, place) => eventOf(anna, String(place)));
    expect(await intake.acceptInOrder(many)).toHaveLength(600);
    expect(services.written).toEqual(many.map(({ data }) => data));
  });

  it('that the event loop reads in one turn go in one call, and a lone one goes at once', async () => {
    const some = await Promise.all(['1', '2', '3', '4', '5'].map((data) => intake.accept(eventOf(ben, data))));
    expect(some).toMatchObject([accepted, accepted, accepted, accepted, accepted]);
    await intake.accept(eventOf(ben, '6'));
    expect([services.sets, services.written]).toEqual([
      [5, 1],
      ['1', '2', '3', '4', '5', '6'],
    ]);
  });

  it('wait until as many are there as a call under way has, but not for long, or until a call is full', async () => {
    Object.assign(performance, { now: () => 0 });
    const hold = Promise.withResolvers<undefined>();
    services.held = hold.promise;
    const accept = (data: string) => intake.accept(eventOf(ben, data));
    const first = Promise.all(['1', '2', '3', '4'].map(accept));
    await setImmediate();
    const one = accept('5');
    await setImmediate();
    expect(services.sets).toEqual([4]);
    await Promise.all([one, ...['6', '7', '8'].map(accept)]);
    await accept('9'.repeat(200_000));
    expect(services.sets).toEqual([4, 4, 1]);
    Object.assign(performance, { now: realNow });
    await accept('10');
    expect(services.sets).toEqual([4, 4, 1, 1]);
    hold.resolve(undefined);
    expect(await first).toHaveLength(4);
  });

  it.each([
    ['10,000 events', 10_000, 'small', 256],
    ['64 MiB', 168, 'large '.repeat(33_334), 1],
  ])('are refused while %s wait, and taken again when these have gone', async (_, most, data, inCall) => {
    const hang = Promise.withResolvers<undefined>();
    services.hanging = hang.promise;
    const accept = () => intake.accept(eventOf(ben, data));
    const underWay = Array.from({ length: 2 * inCall }, accept);
    await setImmediate();
    expect(services.sets).toEqual([inCall, inCall]);
    const waiting = Array.from({ length: most }, accept);
    await expect(accept()).rejects.toMatchObject(overloaded);
    hang.resolve(undefined);
    await Promise.all([...underWay, ...waiting]);
    expect(await accept()).toMatchObject(accepted);
    expect(services.written).toHaveLength(underWay.length + waiting.length + 1);
  });

  it('are refused when they have waited for five seconds', async () => {
    let now = 0;
    Object.assign(performance, { now: () => now });
    const hang = Promise.withResolvers<undefined>();
    services.hanging = hang.promise;
    const accept = (data: string) => intake.accept(eventOf(ben, data));
    const underWay = [accept('1')];
    await setImmediate();
    underWay.push(accept('2'));
    await setImmediate();
    const late = expect(accept('3')).rejects.toMatchObject(overloaded);
    now = 5_000;
    const last = accept('4');
    await late;
    hang.resolve(undefined);
    expect(await Promise.all([...underWay, last])).toMatchObject([accepted, accepted, accepted]);
    expect(services.written).toEqual(['1', '2', '4']);
  });

  it('whose tokens were revoked lately are confirmed first, because the account may have been closed', async () => {
    revoked.add({ tokens: [], clients: [], users: [{ id: ben, issued_until: 1 }] });
    expect(await intake.acceptInOrder([eventOf(ben, '1')])).toMatchObject([accepted]);
    services.open.delete(ben);
    expect(await intake.acceptInOrder([eventOf(ben, '2'), eventOf(anna, '3')])).toMatchObject([notFound, accepted]);
    await expect(intake.accept(eventOf(ben, '4'))).rejects.toMatchObject({ code: 'user-not-found' });
    expect(services.written).toEqual(['1', '3']);
  });
});
