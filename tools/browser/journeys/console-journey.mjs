import { randomBytes } from 'node:crypto';
import { tokenOf } from '../accounts.mjs';
import { buryLetter } from './dead-letter.mjs';
import { signInToConsole } from '../operators.mjs';
import { holdAnswers } from '../stillness.mjs';
import { openBuilder } from './open-builder.mjs';

/**
 * An operator signs in to the console, builds, simulates and starts a campaign, sends an event, sees the rewards in the timeline and
 * the delivery to a webhook, resends it, uploads a segment of 100,000 lines, tries the campaign on past events, links a card, retires an
 * event, and replays dead letters. `looker` takes pictures of each screen, and of dialogs while they are open.
 */
export function consoleJourney(looker) {
  return async function tryConsole(browser, stack) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
    });
    const at = (path) => `${stack.base_url}/console${path}`;
    await signInToConsole(page, stack.operator, at('/'));
    const name = `Journey ${randomBytes(3).toString('hex')}`;
    const campaign = await buildCampaign(page, at, looker, { name, user_id: stack.demo.user_id });
    await addWebhook(page, at, 'http://127.0.0.1:9/beside');
    const webhook = await addWebhook(page, at, 'http://127.0.0.1:9/journey');
    await sendEvent(page, at, stack.demo.user_id, looker);
    await seeReward(page, at, stack.demo.user_id, { name, campaign });
    await seeDelivery(page, at, webhook, looker);
    await usePortal(browser, page, at, webhook, looker);
    await uploadSegment(page, at, stack.provider, looker);
    const tried = await tryOnPastEvents(page, at, campaign);
    await linkCard(page, at, stack, looker);
    const event = await retireEvent(page, at, stack);
    await replayLetters(page, at, stack, looker);
    await lookAtAll(page, at, stack, { campaign: tried, 'event-retired': `/events/${event}` }, looker);
    if (faults.length > 0) throw new Error(faults.join('; '));
  };
}

async function buildCampaign(page, at, looker, { name, user_id }) {
  await openBuilder(page, at);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Event', { exact: true }).selectOption('purchase');
  await page.getByLabel('Condition').locator('.cm-content').click();
  await page.keyboard.type('event.amount >= 100');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a reward' }).click();
  await page.getByRole('menuitem', { name: 'Points' }).click();
  await page.getByLabel('Stack').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Add a reward' }).click();
  await page.getByRole('menuitem', { name: 'A coupon' }).click();
  await page.getByLabel('Coupon', { exact: true }).selectOption({ index: 1 });
  await page.getByText('Everything fits').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { name }).waitFor();
  await simulate(page, user_id, looker);
  await page.getByRole('button', { name: 'Start' }).click();
  await looker.opened(page, 'console-open-start');
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  return new URL(page.url()).pathname.split('/').pop();
}

/** The example has an amount of 1,250. */
async function simulate(page, userId, looker) {
  await page.getByRole('button', { name: 'Simulate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer id').fill(userId);
  await dialog.getByRole('button', { name: 'Judge' }).click();
  await dialog.getByText('Would be rewarded once the campaign runs').waitFor();
  await looker.opened(page, 'console-open-simulate');
  await page.keyboard.press('Escape');
}

async function addWebhook(page, at, address) {
  await page.goto(at('/webhooks'));
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('transaction-created').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: address }).waitFor();
  return new URL(page.url()).pathname.split('/').pop();
}

async function sendEvent(page, at, userId, looker) {
  await page.goto(at('/events/purchase'));
  await page.getByRole('button', { name: 'Send an event' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer id').fill(userId);
  // The example has an amount of 1; the cursor goes before its comma.
  await dialog.locator('.cm-line', { hasText: '"amount"' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('250');
  await looker.opened(page, 'console-open-send');
  await dialog.getByRole('button', { name: 'Send an event' }).click();
  await page.getByText('The event is accepted.').waitFor();
}

async function seeReward(page, at, userId, { name, campaign }) {
  await page.goto(at(`/customers/${userId}`));
  await page.getByRole('button', { name: new RegExp(`purchase Rewarded: .*${name}`) }).waitFor({ timeout: 30_000 });
  for (const slip of await page.getByRole('button', { name: 'Coupon received' }).all()) await slip.click();
  await page.locator('.timeline-body', { hasText: campaign }).first().waitFor();
  await page.getByRole('button', { name: 'Wallet' }).click();
  await page.getByRole('heading', { name: 'Points' }).waitFor();
}

async function seeDelivery(page, at, webhook, looker) {
  await page.goto(at(`/webhooks/${webhook}`));
  const attempt = page.getByRole('row', { name: /Failed/ }).first();
  await attempt.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('transaction-created').first().waitFor();
  await looker.opened(page, 'console-open-attempt');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('It was sent again').waitFor();
}

/** The subscriber opens the link in a browser of their own, and sends a delivery again. */
async function usePortal(browser, page, at, webhook, looker) {
  await page.goto(at(`/webhooks/${webhook}`));
  await page.getByRole('button', { name: 'Actions' }).click();
  await looker.opened(page, 'console-open-actions');
  await page.getByRole('menuitem', { name: 'Link for the subscriber' }).click();
  const dialog = page.getByRole('dialog');
  // A second one beside it: the portal lists both, and leads from one to the other. A stack that was used before has more.
  await dialog.getByLabel('http://127.0.0.1:9/beside').first().check();
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByText('#token=').innerText();
  await looker.opened(page, 'console-open-portal-link');
  const other = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const portal = await other.newPage();
  await portal.goto(link.trim());
  await portal.getByRole('row', { name: 'http://127.0.0.1:9/journey' }).click();
  await portal.getByRole('heading', { name: 'http://127.0.0.1:9/journey' }).waitFor();
  await portal
    .getByRole('row', { name: /Failed/ })
    .first()
    .click();
  await portal.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await portal.getByText('It was sent again').waitFor();
  await portal.keyboard.press('Escape');
  await looker.screen(portal, 'console-portal');
}

async function uploadSegment(page, at, provider, looker) {
  await page.goto(at('/segments'));
  await page.getByRole('button', { name: 'Upload a segment' }).first().click();
  const lines = Array.from({ length: 100_000 }, (_, index) => `journey-${index}`).join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'journey.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await page.getByLabel('Identifiers of').fill(provider);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload a segment' }).click();
  await page.getByRole('dialog').getByText('100,000').waitFor({ timeout: 60_000 });
  await looker.opened(page, 'console-open-upload');
  await page.keyboard.press('Escape');
}

/** The address names the backtest, so that a reload shows it again. */
async function tryOnPastEvents(page, at, campaign) {
  await page.goto(at(`/campaigns/${campaign}`));
  await page.getByRole('button', { name: 'Try on past events' }).click();
  await page.getByText(/^Finished/).waitFor({ timeout: 60_000 });
  const judged = page.locator('.stat', { hasText: 'Judged' });
  if (!(Number((await judged.innerText()).replaceAll(/\D/g, '')) > 0)) throw new Error('the backtest judged no event');
  const { pathname, search } = new URL(page.url());
  await page.reload();
  await page.getByText(/^Finished/).waitFor();
  return pathname.replace('/console', '') + search;
}

async function linkCard(page, at, stack, looker) {
  const identifier = `61${randomBytes(6).readUIntBE(0, 6)}`;
  await ask(stack, 'POST', '/api/1/admin/cards', { identifiers: [identifier] });
  await page.goto(at(`/customers/${stack.demo.user_id}?part=wallet`));
  await page.getByRole('button', { name: 'Link a card' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Card number').fill('6100');
  await dialog.getByRole('button', { name: 'Link a card' }).click();
  await dialog.getByText('There is no card of this number.').waitFor();
  await looker.opened(page, 'console-open-link-card');
  await dialog.getByLabel('Card number').fill(identifier);
  await dialog.getByRole('button', { name: 'Link a card' }).click();
  await page.getByText('The card is linked.').waitFor();
  await page.getByText(identifier, { exact: true }).waitFor();
}

async function retireEvent(page, at, stack) {
  const event = `journey-${randomBytes(3).toString('hex')}`;
  const $id = `${stack.base_url}/api/1/terminal/events/${event}`;
  const definition = { $id, $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
  await ask(stack, 'PUT', `/api/1/terminal/events/${event}`, definition);
  await page.goto(at(`/events/${event}`));
  await page.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await page.getByText('The event is retired.').waitFor();
  await page.goto(at('/events/live'));
  await page.getByText('Connected', { exact: true }).waitFor();
  await ask(stack, 'POST', `/api/1/terminal/${stack.demo.user_id}/events/${event}`, {}, 410);
  await page.getByRole('row', { name: new RegExp(`Refused.*${event}.*is retired`) }).waitFor({ timeout: 30_000 });
  return event;
}

/** Asks the API beside the console. */
async function ask(stack, method, path, body, expected) {
  const headers = { authorization: `Bearer ${await tokenOf(stack)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stack.base_url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (expected === undefined ? !answer.ok : answer.status !== expected)
    throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** One by itself, the rest as a job. */
async function replayLetters(page, at, stack, looker) {
  const subject = `identity.journey-${randomBytes(3).toString('hex')}`;
  for (let left = 3; left > 0; left -= 1) await buryLetter(stack, subject);
  await page.goto(at('/operations/dead-letters'));
  const rows = page.getByRole('row', { name: subject });
  await rows.first().click();
  await looker.opened(page, 'console-open-dead-letter');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('The message is on its way again.').waitFor();
  await page.getByRole('button', { name: 'Replay all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('2 on their way again').first().waitFor({ timeout: 30_000 });
  await rows.first().waitFor({ state: 'detached', timeout: 30_000 });
}

const coffeeSurvey = {
  title: 'Your last visit',
  questions: [{ text: 'How did you like the coffee?', answers: [{ text: 'Very much' }, { text: 'Not at all' }] }],
};

async function lookAtAll(page, at, stack, made, looker) {
  const survey = await ask(stack, 'POST', '/api/1/admin/surveys', coffeeSurvey);
  const [coupon] = await ask(stack, 'GET', '/api/1/admin/coupons');
  const screens = {
    ...made,
    coupon: `/rewards/coupons/${coupon.id}`,
    survey: `/rewards/surveys/${survey.id}`,
    home: '/',
    customers: '/customers?q=anna',
    customer: `/customers/${stack.demo.user_id}`,
    wallet: `/customers/${stack.demo.user_id}?part=wallet`,
    campaigns: '/campaigns',
    'campaign-new': '/campaigns/new',
    coupons: '/rewards',
    stacks: '/rewards/stacks',
    surveys: '/rewards/surveys',
    segments: '/segments',
    events: '/events',
    event: '/events/purchase',
    live: '/events/live',
    webhooks: '/webhooks',
    health: '/operations/health',
    'dead-letters': '/operations/dead-letters',
    imports: '/operations/imports',
    reconcile: '/operations/reconcile',
    clients: '/settings/clients',
    providers: '/settings/providers',
    optins: '/settings/optins',
    cards: '/settings/cards',
    mails: '/settings/mails',
    operators: '/settings/operators',
    audit: '/settings/audit',
  };
  const faultsOfMoving = await holdAnswers(page);
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(at(path));
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.skeleton, [aria-busy=true]').length === 0);
    looker.faults.push(...(await faultsOfMoving(`console-${name}`)));
    await looker.screen(page, `console-${name}`);
  }
}
