import { demand } from '../../send.ts';
import type { Bombs } from './bombs.ts';

/** Conditions that would run long. The simulation of an accepted condition must end soon. */
export async function conditionBombs(bombs: Bombs): Promise<void> {
  const event_name = await bombs.define({
    properties: {
      amount: { type: 'integer' },
      text: { type: 'string' },
      list: { type: 'array', items: { type: 'integer' } },
    },
  });
  const list = `[${Array.from({ length: 200 }, (_, i) => i).join(',')}]`;
  const loops = (depth: number): string =>
    Array.from({ length: depth }).reduce<string>((inner, _, i) => `${list}.all(x${i}, ${inner})`, 'event.amount > 0');
  const conditions: Record<string, string> = {
    '1,000 brackets': `${'('.repeat(1_000)}true${')'.repeat(1_000)}`,
    '20,000 brackets': '('.repeat(20_000),
    '5,000 times not': `${'!'.repeat(5_000)}true`,
    '10,000 sums': `${'1+'.repeat(10_000)}1 > 0`,
    'a list in a list in a list': `${'['.repeat(500)}1${']'.repeat(500)} == []`,
    'two loops in each other': loops(2),
    'four loops in each other': loops(4),
    'eight loops in each other': loops(8),
    'a loop over data in a loop': 'event.list.all(a, event.list.all(b, event.list.all(c, a + b + c >= 0)))',
    'a map that doubles': `${list}.map(a, ${list}.map(b, ${list}.map(c, a))).size() > 0`,
    'a pattern that explodes': 'event.text.matches("(a+)+$")',
    'a pattern from data': 'event.text.matches(event.text)',
    'a pattern with back references': String.raw`event.text.matches("(a+)\\1+$")`,
    'text that doubles': `${'(event.text + event.text)'.repeat(1)} + event.text + event.text == "x"`,
    'a number beyond all': '999999999999999999999999999 > 0',
    'a division by nothing': 'event.amount / 0 == 1',
    'an unknown property': 'event.unknown == 1',
    'an unknown function': 'exec("id")',
    'names of JavaScript': 'event.constructor.constructor("return process")() == 1',
    prototypes: 'event.__proto__ == {}',
    '100 KB': `"${'x'.repeat(100_000)}" == event.text`,
    'no condition but a number': '1',
  };
  const coupon = { title: 'Bomb', generate: { count: 1 } };
  const made = await bombs.world.send({
    method: 'POST',
    path: '/api/1/admin/coupons',
    token: bombs.token,
    body: coupon,
  });
  const { id: coupon_id } = demand(made, 201, 'id');
  for (const [what, condition] of Object.entries(conditions)) {
    const body = { name: 'Bomb', trigger: { event_name }, condition, effects: [{ type: 'claim_coupon', coupon_id }] };
    const campaign = { method: 'POST', path: '/api/1/admin/campaigns', body };
    const answer = await bombs.expect(`a condition with ${what}`, campaign, [201, 400, 413, 422]);
    if (answer.status === 201) await simulate(bombs, what, demand(answer, 201, 'id').id, event_name);
  }
}

async function simulate(bombs: Bombs, what: string, id: string, event_name: string): Promise<void> {
  const data = { amount: 1, text: `${'a'.repeat(20_000)}!`, list: Array.from({ length: 2_000 }, (_, i) => i) };
  const body = { user_id: await bombs.user(), event_name, data };
  const path = `/api/1/admin/campaigns/${id}:simulate`;
  await bombs.expect(`a condition with ${what}, simulated`, { method: 'POST', path, body }, [200, 400, 422]);
}
