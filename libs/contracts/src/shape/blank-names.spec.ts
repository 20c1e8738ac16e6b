import { NewName } from '../campaigns/campaign-drafts.js';
import { NewCampaign } from '../campaigns/campaign-administration.js';
import { NewCoupon } from '../campaigns/coupons.js';
import { NewStack } from '../campaigns/stacks.js';
import { NewSurvey } from '../campaigns/surveys.js';
import { NewCardDefinition } from '../cards/card-definitions.js';
import { check } from '../check.js';
import { NewClient } from '../identity/clients.js';
import { Problem } from '../problems.js';
import type { Class } from '../rpc.js';

describe('a name of spaces only', () => {
  it.each<[Class<object>, string]>([
    [NewClient, 'name'],
    [NewCampaign, 'name'],
    [NewName, 'name'],
    [NewStack, 'name'],
    [NewCardDefinition, 'name'],
    [NewCoupon, 'title'],
    [NewSurvey, 'title'],
  ])('is refused in a %p', async (shape, field) => {
    const problem: unknown = await check(shape, { [field]: ' \t\u00a0' }, 'refuse').catch((error: unknown) => error);
    const faults = problem instanceof Problem ? problem.extras.errors : undefined;
    expect(faults).toContainEqual({ pointer: `#/${field}`, code: 'matches', detail: 'must not be blank' });
  });
});
