import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { UserCards } from '@ces/contracts/cards/cards';
import type { Optin, OptinDefinition } from '@ces/contracts/cards/optins';
import type { CreatedClient } from '@ces/contracts/identity/clients';
import { ApiClient } from '@ces/testing/gateway/api-client';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import { beginRegistration, mailedNonce, newName, password } from '@ces/testing/gateway/registrations';
import { openSignIn, type BegunSignIn } from '@ces/testing/gateway/user-tokens';
import { randomUUID } from 'node:crypto';
import { callback, Platform } from '../platform/platform.js';

describe('the pages of a registration (prompt=create)', () => {
  let platform: Platform;
  let app: CreatedClient;
  let required: OptinDefinition;
  let optional: OptinDefinition;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    const scopes = ['openid', 'profile', 'cards', 'optins', 'offline_access'];
    const wanted = { name: 'Shop & App', public: true, first_party: true, scopes, redirect_uris: [callback] };
    app = (await platform.api.post('/api/1/admin/clients', wanted)).body as CreatedClient;
    [required, optional] = [await newOptin('Terms', true), await newOptin('<b>News</b>', false)];
  });

  afterAll(() => platform.stop());

  const newOptin = async (name: string, isRequired: boolean): Promise<OptinDefinition> => {
    const texts = { name: { en_GB: name }, description: { en_GB: `About ${name}` } };
    const purpose = { name: 'registration', can_be_updated: true, required: isRequired };
    return (await platform.api.post('/api/1/admin/optins', { ...texts, purpose })).body as OptinDefinition;
  };
  const newCard = async (): Promise<string> => {
    const body = { definition: 'default', identifiers: [`60${randomUUID().slice(0, 13)}`] };
    const answer = await platform.api.post('/api/1/admin/cards', body);
    return (answer.body as IssuedCards).cards[0]?.identifier ?? '';
  };
  /** The user has given the required consent. */
  const registered = async () => {
    const { nonce: auth_nonce, ...known } = await beginRegistration(platform, 'Known');
    const optins = [{ optin_id: required.id, optin: true }];
    await platform.api.put('/api/1/user/optins/change', { auth_nonce, optins });
    await platform.api.post('/api/1/user/complete', { auth_nonce });
    const nonce = await mailedNonce(platform, known.username);
    await platform.api.post('/api/1/user/activator/uniquelink', { nonce });
    return known;
  };
  const begin = (more: Record<string, string> = { prompt: 'create' }, browser = new Browser(platform.url)) =>
    openSignIn(platform, { client_id: app.id, scope: 'openid profile cards optins offline_access', ...more }, browser);
  const next = (browser: Browser, page: Page, fields: Record<string, string> = {}) =>
    browser.submit(page, { ...fields, action: 'next' });
  const titleOf = ({ html }: Page) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
  const faultOf = ({ html }: Page) => /role="alert">(.*)<\/p>/.exec(html)?.[1];
  const anna = { firstName: 'Anna', lastName: 'Berg' };
  const upTo = async (title: string, username = newName()): Promise<BegunSignIn & { username: string }> => {
    const begun = await begin();
    const { browser } = begun;
    const answers = [{ username, password }, anna, { optin: required.id }, {}];
    let { page } = begun;
    for (const fields of answers) if (titleOf(page) !== title) page = await next(browser, page, fields);
    expect(titleOf(page)).toBe(title);
    return { ...begun, page, username };
  };
  const redeem = async (code: string, code_verifier: string) => {
    const form = { grant_type: 'authorization_code', client_id: app.id, code, code_verifier, redirect_uri: callback };
    const answer = await fetch(`${platform.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };

  it('lead through account, person, opt-ins and card to the mail; then the account signs in to the app', async () => {
    const [username, card] = [newName(), await newCard()];
    const { browser, page, verifier } = await begin();
    expect(page.html).toContain('Continue to Shop &amp; App');
    const person = await next(browser, page, { username, password });
    expect(titleOf(person)).toBe('About you');
    const optins = await next(browser, person, { ...anna, infix: 'van der' });
    expect(titleOf(optins)).toBe('Your choices');
    expect(optins.html).toContain('&lt;b&gt;News&lt;/b&gt;');
    const number = await next(browser, optins, { optin: required.id });
    expect(titleOf(number)).toBe('Your customer card');
    const mailed = await next(browser, number, { identifier: card });
    expect(titleOf(mailed)).toBe('Look into your mailbox');
    const nonce = await mailedNonce(platform, username);
    expect((await new ApiClient(platform.url).post('/api/1/user/activator/uniquelink', { nonce })).status).toBe(200);
    const signIn = await browser.submit(mailed, { action: 'sign-in' });
    expect(titleOf(signIn)).toBe('Sign in');
    const back = await browser.submit(signIn, { username, password, action: 'sign-in' });
    const { access_token } = await redeem(new URL(back.url).searchParams.get('code') ?? '', verifier);
    const api = platform.api.withToken(access_token);
    expect((await api.get('/api/1/user/person/me')).body).toMatchObject({ ...anna, infix: 'van der', email: username });
    expect(((await api.get('/api/2/card/user')).body as UserCards).cards[0]?.identifier).toBe(card);
    const answers = (await api.get('/api/1/user/optins')).body as Optin[];
    const given = (id: string) => answers.find((optin) => optin.id === id)?.opted_in;
    expect([given(required.id), given(optional.id)]).toEqual([true, false]);
  });

  it('begin behind a button on the sign-in page, and lead back to it', async () => {
    const { browser, page } = await begin({});
    const create = await browser.submit(page, { action: 'create' });
    expect(titleOf(create)).toBe('Create an account');
    const signIn = await browser.submit(create, { action: 'sign-in' });
    expect(titleOf(signIn)).toBe('Sign in');
    expect(new URL(signIn.url).pathname).toBe(new URL(page.url).pathname);
  });

  it('let a browser with a session sign in to another account', async () => {
    const known = await registered();
    const browser = new Browser(platform.url);
    const first = await begin({}, browser);
    await browser.submit(first.page, { username: known.username, password, action: 'sign-in' });
    const { page } = await begin({ prompt: 'create' }, browser);
    expect(titleOf(page)).toBe('Create an account');
    expect(titleOf(await browser.submit(page, { action: 'sign-in' }))).toBe('Sign in');
  });

  it('go on where an unfinished registration stopped', async () => {
    const { username } = await upTo('Your choices');
    const { browser, page } = await begin();
    expect(titleOf(await next(browser, page, { username, password }))).toBe('Your choices');
  });

  it('say what is wrong with an account, and make none', async () => {
    const known = await registered();
    const { browser, page } = await begin();
    const wrong: [Record<string, string>, RegExp][] = [
      [{ username: known.username, password: 'another password' }, /already/],
      [{ username: known.username, password }, /already/],
      [{ username: 'no address', password }, /not an e-mail address/],
      [{ username: newName(), password: 'short' }, /8 to 256/],
      [{}, /8 to 256/],
    ];
    for (const [fields, fault] of wrong) {
      const answer = await next(browser, page, fields);
      expect([titleOf(answer), answer.status]).toEqual(['Create an account', 400]);
      expect(faultOf(answer)).toMatch(fault);
      expect(answer.html).not.toContain(password);
    }
  });

  it('say what is wrong with a name, missing consent and an unknown card', async () => {
    const person = await upTo('About you');
    const unnamed = await next(person.browser, person.page, { firstName: '"><b>', lastName: ' ' });
    expect([titleOf(unnamed), unnamed.status, faultOf(unnamed)]).toEqual([
      ...['About you', 400, 'Please check your name: we cannot use it as it is.'],
    ]);
    expect(unnamed.html).toContain('value="&quot;&gt;&lt;b&gt;"');
    const optins = await upTo('Your choices');
    const refused = await next(optins.browser, optins.page, { optin: optional.id });
    expect([titleOf(refused), refused.status]).toEqual(['Your choices', 400]);
    expect(faultOf(refused)).toContain('required');
    const card = await upTo('Your customer card');
    const unknown = await next(card.browser, card.page, { identifier: 'no-such-card' });
    expect([titleOf(unknown), unknown.status]).toEqual(['Your customer card', 400]);
    expect(titleOf(await next(card.browser, unknown))).toBe('Look into your mailbox');
  });

  it('leave out no step that is needed, whatever form is sent', async () => {
    const { browser, page } = await upTo('About you');
    const skipped = await browser.submit(page, { step: 'card', action: 'next' });
    expect([titleOf(skipped), skipped.status]).toEqual(['About you', 400]);
    const forged = await browser.submit(page, { step: 'card', auth_nonce: 'x'.repeat(43), action: 'next' });
    expect([titleOf(forged), forged.status]).toEqual(['This page is out of date', 400]);
  });

  it('end at the app when the user cancels', async () => {
    const { browser, page } = await upTo('Your choices');
    const back = new URL((await browser.submit(page, { action: 'cancel' })).url);
    expect([`${back.origin}${back.pathname}`, back.searchParams.get('error')]).toEqual([callback, 'access_denied']);
  });

  it('take forms of our own pages only', async () => {
    const elsewhere = new Browser(platform.url, { origin: 'https://evil.example' });
    const { page } = await begin({ prompt: 'create' }, elsewhere);
    const answer = await next(elsewhere, page, { username: newName(), password });
    expect([titleOf(answer), answer.status]).toEqual(['This page is out of date', 400]);
  });

  it('exist in every language', async () => {
    for (const [tag, title] of [
      ['nl', 'Account aanmaken'],
      ['de', 'Konto anlegen'],
    ] as const) {
      const { page } = await begin({ prompt: 'create', ui_locales: tag });
      expect(titleOf(page)).toBe(title);
    }
  });

  it('are announced in the metadata', async () => {
    const document: unknown = await (await fetch(`${platform.url}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({ prompt_values_supported: expect.arrayContaining(['create']) });
  });
});
