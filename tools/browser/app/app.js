// An app without a back end: code and PKCE, a refresh token, calls from another origin, sign-out.
const part = (id) => document.getElementById(id);
const safe = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const query = new URLSearchParams(location.search);
for (const name of ['issuer', 'client']) if (query.has(name)) sessionStorage.setItem(name, query.get(name));
const issuer = sessionStorage.getItem('issuer');
const client_id = sessionStorage.getItem('client');
const redirect_uri = `${location.origin}/`;

async function leave(more) {
  const verifier = safe(crypto.getRandomValues(new Uint8Array(32)));
  const state = safe(crypto.getRandomValues(new Uint8Array(16)));
  sessionStorage.setItem('begun', JSON.stringify({ verifier, state }));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const asked = {
    ...{ client_id, redirect_uri, state, response_type: 'code', scope: 'openid profile cards offline_access' },
    ...{ code_challenge: safe(new Uint8Array(digest)), code_challenge_method: 'S256', prompt: 'consent', ...more },
  };
  location.assign(`${issuer}/oauth2/authorize?${new URLSearchParams(asked)}`);
}

async function tokens(form) {
  const body = new URLSearchParams({ client_id, ...form });
  const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body });
  const said = await answer.json();
  if (answer.ok) sessionStorage.setItem('tokens', JSON.stringify(said));
  return said;
}

async function readCards(id) {
  const { access_token } = JSON.parse(sessionStorage.getItem('tokens'));
  const answer = await fetch(`${issuer}/api/2/card/user`, { headers: { authorization: `Bearer ${access_token}` } });
  part(id).textContent = `${answer.status} ${await answer.text()}`;
}

async function arrive(code) {
  const { verifier, state } = JSON.parse(sessionStorage.getItem('begun'));
  if (state !== query.get('state')) throw new Error('another sign-in');
  history.replaceState(null, '', '/');
  await tokens({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier });
  await readCards('cards');
}

part('register').addEventListener('click', () => leave({ prompt: 'create' }));
part('sign-in').addEventListener('click', () => leave({ prompt: 'login' }));
part('refresh').addEventListener('click', async () => {
  const { refresh_token } = JSON.parse(sessionStorage.getItem('tokens'));
  await tokens({ grant_type: 'refresh_token', refresh_token });
  await readCards('refreshed');
});
part('sign-out').addEventListener('click', () => {
  const { id_token } = JSON.parse(sessionStorage.getItem('tokens'));
  const asked = { id_token_hint: id_token, post_logout_redirect_uri: redirect_uri };
  location.assign(`${issuer}/oauth2/logout?${new URLSearchParams(asked)}`);
});
if (query.has('code')) arrive(query.get('code'));
