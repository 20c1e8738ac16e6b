// The documentation's own calls: sign-in as client or as user, and the form of each route. The token stays in this tab.
const kept = 'ces-docs';
const part = (id) => document.getElementById(id);
const status = part('sign-in-status');
const returnPath = '/docs/signed-in';

function session() {
  const found = JSON.parse(sessionStorage.getItem(kept) ?? 'null');
  return found && found.until > Date.now() ? found : undefined;
}

function showSession() {
  const found = session();
  const until = found && new Date(found.until).toLocaleTimeString(undefined, { timeStyle: 'short' });
  part('who').textContent = found ? `Signed in as ${found.as} until ${until}` : 'Sign in';
  part('sign-out').hidden = found === undefined;
  if (found) status.textContent = `The token has: ${found.scope}`;
}

function keep(as, { access_token, expires_in, scope = '' }) {
  const until = Date.now() + expires_in * 1_000;
  sessionStorage.setItem(kept, JSON.stringify({ as, token: access_token, until, scope }));
  showSession();
}

async function tokenFor(form, headers = {}) {
  const answer = await fetch('/oauth2/token', { method: 'POST', headers, body: new URLSearchParams(form) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error_description ?? said.detail ?? said.error);
  return said;
}

const encoded = (text) => new URLSearchParams([['', text]]).toString().slice(1);

async function signInAsClient(client, secret, scope) {
  const form = { grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) };
  const authorization = `Basic ${btoa(`${encoded(client)}:${encoded(secret)}`)}`;
  keep(`client ${client}`, await tokenFor(form, { authorization }));
  part('secret').value = '';
  part('sign-in').open = false;
}

const urlSafe = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => urlSafe(crypto.getRandomValues(new Uint8Array(32)));

async function signInAsUser(client, scope) {
  const { address } = document.body.dataset;
  if (new URL(address).origin !== location.origin) throw new Error(`Open these pages at ${address}/docs first.`);
  const [verifier, state] = [random(), random()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const back = location.pathname + location.hash;
  sessionStorage.setItem(`${kept}-begun`, JSON.stringify({ client, verifier, state, back }));
  const query = new URLSearchParams({
    client_id: client,
    response_type: 'code',
    redirect_uri: address + returnPath,
    code_challenge: urlSafe(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    state,
    ...(scope === '' ? {} : { scope }),
  });
  location.assign(`/oauth2/authorize?${query}`);
}

/** Redeems the code with which a user comes back. */
async function arrive() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', returnPath);
  const begun = JSON.parse(sessionStorage.getItem(`${kept}-begun`) ?? 'null');
  sessionStorage.removeItem(`${kept}-begun`);
  if (query.has('error')) throw new Error(query.get('error_description') ?? query.get('error'));
  if (begun === null || begun.state !== query.get('state')) throw new Error('This sign-in did not begin in this tab.');
  const form = {
    grant_type: 'authorization_code',
    client_id: begun.client,
    code: query.get('code') ?? '',
    code_verifier: begun.verifier,
    redirect_uri: document.body.dataset.address + returnPath,
  };
  keep(`user of ${begun.client}`, await tokenFor(form));
  location.replace(begun.back);
}

/** The request that a form describes. */
function requestOf(form) {
  const given = [...new FormData(form)].filter(([, value]) => value !== '' && value.size !== 0);
  const of = (place) =>
    given
      .filter(([name]) => name.startsWith(`${place}:`))
      .map(([name, value]) => [name.slice(place.length + 1), value]);
  const path = of('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(of('query')).toString();
  const headers = new Headers(of('header'));
  const found = session();
  const { method, type, credentials } = form.dataset;
  if (found && credentials !== 'client') headers.set('authorization', `Bearer ${found.token}`);
  const body = bodyOf(type, of('field'), form.elements.body?.value);
  if (typeof body === 'string') headers.set('content-type', type);
  return [query === '' ? path : `${path}?${query}`, { method, headers, body }];
}

function bodyOf(type, fields, text) {
  if (type === undefined) return undefined;
  if (text !== undefined) return text === '' ? undefined : text;
  if (type !== 'multipart/form-data') return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function shown(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    const image = document.createElement('img');
    image.src = URL.createObjectURL(await answer.blob());
    image.alt = 'The image that was answered';
    return image;
  }
  const text = await answer.text();
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = /json/.test(type) ? laidOut(text) : text;
  return pre;
}

/** An answer of several lines, each in JSON, is no JSON as a whole. */
function laidOut(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function show(answer, place) {
  const line = document.createElement('p');
  line.className = answer.ok ? 'good' : 'bad';
  line.textContent = `${answer.status} ${answer.statusText} · request ${answer.headers.get('x-request-id') ?? ''}`;
  const content = await shown(answer).catch((error) => `The answer broke off: ${error.message}`);
  place.replaceChildren(line, content);
}

const answerTo = async (form) => fetch(...requestOf(form));

async function send(form) {
  const place = form.querySelector('.answer');
  const button = form.querySelector('button');
  button.disabled = true;
  place.textContent = 'One moment …';
  const answer = await answerTo(form).catch((error) => {
    place.textContent = `No answer came: ${error.message}`;
  });
  if (answer) await show(answer, place);
  button.disabled = false;
}

/** Opens the route that the address names. */
function openNamed() {
  const named = part(decodeURIComponent(location.hash.slice(1)));
  if (named?.matches('details')) {
    named.open = true;
    named.scrollIntoView();
  }
}

async function orSay(work) {
  try {
    await work();
  } catch (error) {
    part('sign-in').open = true;
    status.textContent = error.message;
  }
}

part('credentials').addEventListener('submit', (event) => {
  event.preventDefault();
  const [client, secret, scope] = ['client', 'secret', 'scope'].map((id) => part(id).value.trim());
  const asUser = event.submitter?.value === 'user';
  return orSay(() => (asUser ? signInAsUser(client, scope) : signInAsClient(client, secret, scope)));
});
part('sign-out').addEventListener('click', () => {
  sessionStorage.removeItem(kept);
  status.textContent = '';
  showSession();
});
for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    return send(form);
  });
}
addEventListener('hashchange', openNamed);
showSession();
openNamed();
if (location.pathname === returnPath) {
  orSay(arrive).then(() => {
    part('arriving').textContent = session() ? 'You are signed in.' : 'The sign-in did not work.';
  });
}
