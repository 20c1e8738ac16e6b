import { surveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import type { WebhookChange } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import { WebhookWorld } from '../../../test/webhook-world.js';

describe('changes of a webhook during a delivery', () => {
  let world: WebhookWorld;
  /** The highest number of requests that were open at a time. */
  let most = 0;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
    world.later(0);
  });

  /** Keeps requests to this path waiting; call the result to answer the oldest. */
  const hold = (path: string) => {
    const held: ((status: number) => void)[] = [];
    let open = 0;
    most = 0;
    world.receiver.behaviour = (received, response) => {
      if (received.path !== path) return response.writeHead(204).end();
      most = Math.max(most, (open += 1));
      held.push((status) => {
        open -= 1;
        response.writeHead(status).end();
      });
    };
    return async (status: number) => {
      const answer = await eventually(() => {
        const [first] = held.splice(0, 1);
        if (!first) throw new Error('no request came yet');
        return first;
      });
      answer(status);
    };
  };
  const came = (path: string, count: number) =>
    eventually(() => {
      expect(world.receiver.at(path)).toHaveLength(count);
    });
  const survey = (answer_id: string) =>
    world.tell(surveyAnswerSubmitted, [{ user_id: 'u', answer: { survey_id: 's', question_id: 'q', answer_id } }]);
  const inLog = (text: string) =>
    eventually(async () => {
      expect(await world.sql('SELECT FROM event WHERE strpos(data, $1) > 0', [text])).toHaveLength(1);
    });
  const wordsAt = (path: string) =>
    world.receiver.at(path).flatMap(({ events }) => events.map(({ data }) => data['id'] ?? data['answer_id']));
  const both: WebhookChange = { events: ['transaction-created', 'survey-answer-submitted'] };

  it('an added event name counts for the next event, even if a batch is under way', async () => {
    const { id } = await world.register('/more');
    await world.register('/survey', { events: ['survey-answer-submitted'] });
    const answer = hold('/more');
    await world.transactions(['more-1']);
    await came('/more', 1);
    await world.change(id, both);
    await survey('more-2');
    await inLog('more-2');
    await world.transactions(['more-3']);
    await inLog('more-3');
    await answer(200);
    await answer(200);
    await eventually(() => {
      expect(wordsAt('/more')).toEqual(['more-1', 'more-2', 'more-3']);
    });
  });

  it('an added event name counts for the next event if no batch is under way', async () => {
    const { id } = await world.register('/idle');
    await world.transactions(['idle-1']);
    await world.arrived('/idle', ['idle-1']);
    await world.change(id, both);
    await survey('idle-2');
    await eventually(() => {
      expect(wordsAt('/idle')).toEqual(['idle-1', 'idle-2']);
    });
  });

  it('a replay waits for the answer to the request under way', async () => {
    const { id } = await world.register('/replayed');
    const since = new Date().toISOString();
    await world.transactions(['first']);
    await world.arrived('/replayed', ['first']);
    const answer = hold('/replayed');
    await world.transactions(['second']);
    await came('/replayed', 2);
    await world.replay(id, since);
    await world.register('/control');
    await world.transactions(['control']);
    await eventually(() => {
      expect(wordsAt('/control')).toEqual(['control']);
    });
    expect(wordsAt('/replayed')).toEqual(['first', 'second']);
    await answer(200);
    await answer(200);
    await eventually(() => {
      expect(wordsAt('/replayed')).toEqual(['first', 'second', 'first', 'second', 'control']);
    });
    expect(most).toBe(1);
  });

  it('a replay also repeats the batch that was under way', async () => {
    const { id } = await world.register('/replayed-alone');
    const since = new Date().toISOString();
    const answer = hold('/replayed-alone');
    await world.transactions(['only']);
    await came('/replayed-alone', 1);
    await world.replay(id, since);
    await answer(200);
    await answer(200);
    await eventually(() => {
      expect(wordsAt('/replayed-alone')).toEqual(['only', 'only']);
    });
    expect(most).toBe(1);
  });

  it('a replay repeats what was delivered and may not be recorded yet, and continues', async () => {
    const { id } = await world.register('/unrecorded');
    const since = new Date().toISOString();
    await world.transactions(['one']);
    await came('/unrecorded', 1);
    await world.replay(id, since);
    await came('/unrecorded', 2);
    await world.transactions(['two']);
    await world.arrived('/unrecorded', ['one', 'one', 'two']);
  });

  it('a frozen batch keeps the event names for which it was composed', async () => {
    const { id } = await world.register('/named');
    const answer = hold('/named');
    await world.transactions(['named']);
    await came('/named', 1);
    await world.change(id, both);
    const rows = await world.sql('SELECT batch_names FROM delivery WHERE webhook_id = $1', [id]);
    expect(rows).toEqual([{ batch_names: ['transaction-created'] }]);
    await answer(200);
  });

  it('a replaced receiver cannot disable the webhook: the batch goes to the new one at once', async () => {
    const { id } = await world.register('/left');
    const answer = hold('/left');
    await world.transactions(['left']);
    await came('/left', 1);
    await world.change(id, { url: `${world.receiver.url}/taken` });
    await answer(410);
    await world.arrived('/taken', ['left']);
    expect(await world.details(id)).toMatchObject({ state: 'enabled', queue: { failures: 0 } });
    const [first, second] = [...world.receiver.at('/left'), ...world.receiver.at('/taken')];
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('a failure of a request that began before :enable does not count: the batch is tried again at once', async () => {
    const { id } = await world.register('/mended');
    world.receiver.answer(500);
    await world.transactions(['mended']);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    const answer = hold('/mended');
    world.later(6_500);
    await came('/mended', 2);
    world.later(0);
    await world.enable(id);
    await answer(500);
    await answer(200);
    await world.arrived('/mended', ['mended', 'mended', 'mended']);
    expect((await world.details(id)).queue.failures).toBe(0);
  });

  it('row 35: no new request begins after the deletion, even if a request is under way and events wait behind it', async () => {
    const answer = hold('/deleted');
    const { id } = await world.register('/deleted');
    await world.register('/beside');
    await world.transactions(['first']);
    await came('/deleted', 1);
    await world.transactions(['behind']);
    await inLog('behind');
    expect(await world.remove(id)).toEqual({ deleted: true });
    await answer(204);
    await world.transactions(['later']);
    await eventually(() => {
      expect(wordsAt('/beside')).toEqual(['first', 'behind', 'later']);
    });
    expect(wordsAt('/deleted')).toEqual(['first']);
  });
});
