import { Ces, type Campaign, type Coupon } from '@ces/sdk';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Platform } from '../platform/platform.js';
import { CesUser, folderWith, writeInto, removeFolders, type Ran } from './run-ces.js';

describe('ces diff, apply and pull', () => {
  let platform: Platform;
  let ces: Ces;
  let user: CesUser;
  /** Keys of this spec's own, because it shares the platform. */
  const own = `cli-${randomUUID().slice(0, 8)}`;

  beforeAll(async () => {
    platform = await Platform.shared();
    const { id, secret } = platform.credentials;
    ces = new Ces({ baseUrl: platform.url, clientId: id, clientSecret: secret });
    user = new CesUser({ CES_URL: platform.url, CES_CLIENT_ID: id, CES_CLIENT_SECRET: secret });
  });

  afterAll(async () => {
    removeFolders();
    await platform.stop();
  });

  const programme = (key: string): Record<string, string> => ({
    [`events/${key}.yaml`]: 'properties: { amount: { type: integer } }\nrequired: [amount]\n',
    [`coupons/${key}.yaml`]: `title: "Coupon of ${key}"\ngenerate: { count: 5 }\n`,
    [`stacks/${key}.yaml`]: `name: "Points of ${key}"\nblocks: [{ name: Base }, { name: Bonus }]\n`,
    [`surveys/${key}.yaml`]:
      'title: Visit\nquestions: [{ text: How was it?, answers: [{ text: Good }, { text: Bad }] }]\n',
    [`campaigns/${key}.yaml`]: `name: "Campaign of ${key}"
state: running
trigger: { event_name: ${key} }
condition: event.amount >= 10
effects:
  - { type: claim_coupon, coupon: ${key} }
  - { type: transaction, stack: ${key}, block: Bonus, value: 1 }
  - { type: ask_survey, survey: ${key} }
`,
  });
  const campaignOf = (key: string): Promise<Campaign> =>
    ces.request<Campaign>('GET', `/api/1/admin/campaigns/by-name/${key}`);

  it('shows the plan, makes what files describe, and finds nothing to do the second time', async () => {
    const key = `${own}-a`;
    const folder = folderWith(programme(key));
    const planned = await user.run('diff', folder);
    expect(planned.code).toBe(2);
    for (const kind of ['events', 'coupons', 'stacks', 'surveys', 'campaigns'])
      expect(planned.out).toContain(`+ ${kind}/${key}`);
    expect(planned.out).toContain('5 to create, 0 to update, 0 to delete, 0 unchanged');
    await expect(campaignOf(key)).rejects.toMatchObject({ status: 404 });

    const applied = await user.run('apply', folder);
    expect(applied).toMatchObject({ code: 0, out: expect.stringMatching(/created campaigns\/\S+\n5 done\.\n$/) });
    const campaign = await campaignOf(key);
    expect(campaign.state).toBe('running');
    const again = await user.run('apply', folder);
    expect(again).toMatchObject({
      code: 0,
      out: '0 to create, 0 to update, 0 to delete, 5 unchanged\nNothing to do.\n',
    });
    expect(await campaignOf(key)).toEqual(campaign);
    expect((await user.run('diff', folder)).code).toBe(0);
  });

  it('shows drift with exit code 2, and mends it', async () => {
    const key = `${own}-b`;
    const folder = folderWith(programme(key));
    expect((await user.run('apply', folder)).code).toBe(0);
    const { id } = await campaignOf(key);
    await ces.campaigns.pause(id);
    writeInto(folder, `coupons/${key}.yaml`, 'title: Better\ngenerate: { count: 6 }\n');
    writeInto(
      folder,
      `events/${key}.yaml`,
      'properties: { amount: { type: integer, minimum: 1 } }\nrequired: [amount]\n',
    );
    const found = await user.run('diff', folder);
    expect(found.code).toBe(2);
    expect(found.out).toMatch(/~ events\/\S+\n {4}#\/properties: /);
    expect(found.out).toContain(`#/title: "Coupon of ${key}" → "Better"`);
    expect(found.out).toContain('#/state: "paused" → "running"');
    expect((await user.run('apply', folder)).code).toBe(0);
    expect((await campaignOf(key)).state).toBe('running');
    expect(await ces.request<Coupon>('GET', `/api/1/admin/coupons/by-name/${key}`)).toMatchObject({
      title: 'Better',
      available: 6,
    });
    expect(await user.json('diff', folder)).toHaveLength(5);
  });

  it('refuses all faults of all files before it changes anything', async () => {
    const key = `${own}-c`;
    const folder = folderWith({
      [`coupons/${key}.yaml`]: 'title: ""\ngenerate: { count: 5 }\n',
      [`stacks/${key}.yaml`]: 'name: Fine\n',
      [`campaigns/${key}.yaml`]: `name: X\ntrigger: { event_name: x }\neffects: [{ type: claim_coupon, coupon: nowhere }]\n`,
    });
    const found = await user.run('apply', folder);
    expect(found.code).toBe(1);
    expect(found.remarks).toMatch(
      /coupons\/\S+: validation-failed: .*\ncampaigns\/\S+: reference-unknown: coupons\/nowhere/,
    );
    await expect(ces.request('GET', `/api/1/admin/stacks/by-name/${key}`)).rejects.toMatchObject({ status: 404 });
    writeInto(folder, `coupons/${key}.yaml`, 'titel: Wrong\n');
    writeInto(folder, `stacks/${key}.yaml`, 'name: ${NOT_SET}\n');
    expect((await user.run('diff', folder)).remarks).toMatch(
      /unknown fields: titel[^]*the variable NOT_SET is not set/,
    );
  });

  it('fills in variables, shows a new secret once, and with --prune removes what has no file', async () => {
    const key = `${own}-d`;
    const folder = folderWith({
      [`webhooks/${key}.yaml`]: 'events: [user-deleted]\nurl: "${HOOK_URL:-http://127.0.0.1:9/a}"\n',
      [`webhooks/${key}-2.yaml`]:
        'events: [user-deleted]\nurl: "${HOOK_URL:-http://127.0.0.1:9/a}/2"\nheaders: { X-Api-Key: pass-4711 }\n',
    });
    user.env['HOOK_URL'] = 'http://127.0.0.1:9/env';
    const applied = await user.run('apply', folder);
    expect(applied.out).toMatch(/created webhooks\/\S+ {2}secret: whsec_\S+ \(shown this once\)/);
    expect(await ces.request('GET', `/api/1/terminal/webhooks/by-name/${key}`)).toMatchObject({
      url: 'http://127.0.0.1:9/env',
    });
    const variable = `CES_HEADER_${key.replaceAll('-', '_').toUpperCase()}_2_X_API_KEY`;
    const pulled = folderWith();
    expect((await user.run('pull', pulled, '--only', 'webhooks')).out).toContain(`${key}-2.yaml (set ${variable}: `);
    const written = readFileSync(join(pulled, `webhooks/${key}-2.yaml`), 'utf8');
    expect(written).toContain(`X-Api-Key: \${${variable}}\n`);
    expect(written).not.toContain('4711');

    rmSync(join(folder, `webhooks/${key}-2.yaml`));
    expect((await user.run('diff', folder)).code).toBe(0);
    const pruned = await user.run('diff', folder, '--prune');
    expect(pruned).toMatchObject({ code: 2, out: expect.stringContaining(`- webhooks/${key}-2: ends for good`) });
    expect(await user.run('apply', folder, '--prune')).toMatchObject({
      code: 64,
      remarks: expect.stringContaining('--yes'),
    });
    const refused = await user.begin(['apply', folder, '--prune'], { answer: 'no' }).ended;
    expect(refused).toMatchObject({ code: 1, remarks: 'Nothing was changed.\n' });
    expect((await user.run('diff', folder, '--prune')).code).toBe(2);
    const [plan = '', ...lines] = (await user.run('apply', folder, '--prune', '--yes', '--json')).out.split('\n');
    expect(JSON.parse(plan)).toContainEqual(
      expect.objectContaining({ key: `${key}-2`, action: 'delete', ends_for_good: true }),
    );
    expect(lines.join()).toContain('"done":true');
    await expect(ces.request('GET', `/api/1/terminal/webhooks/by-name/${key}-2`)).rejects.toMatchObject({
      status: 404,
    });
    expect((await user.run('diff', folder, '--prune')).code).toBe(0);
  });

  it('says what was done when it breaks off, and finishes when it is run again', async () => {
    const key = `${own}-e`;
    const folder = folderWith(programme(key));
    const stopped = await user.begin(['apply', folder], { stopAfter: 'created events/' }).ended;
    expect(stopped).toMatchObject({
      code: 1,
      remarks: expect.stringMatching(/^Done: 1 of 5\. Not done: coupons\/.*Run the same command again/),
    });
    expect((await user.run('apply', folder)).code).toBe(0);
    expect((await user.run('diff', folder)).code).toBe(0);
  });

  it('judges the events of the past by a campaign that nobody has saved', async () => {
    const key = `${own}-h`;
    const files = programme(key);
    const folder = folderWith(files);
    rmSync(join(folder, `campaigns/${key}.yaml`));
    expect((await user.run('apply', folder)).code).toBe(0);
    const { user_id } = await ces.users.ensure('acme', key);
    for (const amount of [5, 10, 20]) await ces.events.send(user_id, key, { amount });
    writeInto(folder, `campaigns/${key}.yaml`, files[`campaigns/${key}.yaml`] ?? '');
    const judged = await user.run('simulate', '--since', '1h', join(folder, `campaigns/${key}.yaml`));
    expect(judged.out).toMatch(/: 3 events judged, 2 would have matched\n {2}refused by condition: 1\n {2}cost: /);
    expect((await user.run('diff', folder)).code).toBe(2);
  });

  it('writes files from what is there, which then differ in nothing', async () => {
    const key = `${own}-g`;
    expect((await user.run('apply', folderWith(programme(key)))).code).toBe(0);
    const folder = folderWith();
    const pulled = await user.run('pull', folder, '--only', 'coupons,stacks,surveys,campaigns');
    expect(pulled).toMatchObject({ code: 0, out: expect.stringContaining(`campaigns/${key}.yaml\n`) });
    const campaign = readFileSync(join(folder, `campaigns/${key}.yaml`), 'utf8');
    expect(campaign).toMatch(new RegExp(`^# yaml-language-server: [^]*coupon: ${key}\n`));
    expect(campaign).toContain('state: running');
    const schema = JSON.parse(readFileSync(join(folder, '.schemas/campaigns.json'), 'utf8')) as { $defs: object };
    expect(Object.keys(schema.$defs)).toEqual(expect.arrayContaining(['NewCampaign', 'ClaimCouponEffect']));
    const mine = folderWith();
    for (const kind of ['coupons', 'stacks', 'surveys', 'campaigns']) {
      const file = `${kind}/${key}.yaml`;
      expect(existsSync(join(folder, file))).toBe(true);
      writeInto(mine, file, readFileSync(join(folder, file), 'utf8'));
    }
    const found: Ran = await user.run('diff', mine);
    expect(found).toMatchObject({ code: 0, out: '0 to create, 0 to update, 0 to delete, 4 unchanged\n' });
  });
});
