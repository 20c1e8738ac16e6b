// The activation page. The nonce is in the fragment, so that it reaches no server and no log.
const main = document.querySelector('main');
const part = (id) => document.getElementById(id);
const status = part('status');
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');
const forms = ['known', 'fresh', 'removal'];
const endings = ['done', 'removed', 'gone', 'invalid'];

function say(outcome, seconds) {
  part('renewal').hidden = outcome !== 'gone';
  status.textContent = (main.dataset[outcome] ?? '').replace('{seconds}', seconds);
}

/** Shows one form, or none at the end. */
function show(wanted) {
  part('registration').hidden = wanted === undefined;
  for (const form of forms) part(form).hidden = form !== wanted;
  status.textContent = '';
}

function disable(disabled) {
  for (const button of document.querySelectorAll('button')) button.disabled = disabled;
}

async function ask(path, body) {
  try {
    const answer = await fetch(`/api/1/user/activator/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ nonce, ...body }),
    });
    const seconds = answer.headers.get('retry-after') ?? '1';
    return { outcome: outcomeOf(answer.status), seconds, said: await answer.json() };
  } catch {
    return { outcome: 'failed' };
  }
}

function outcomeOf(status) {
  if (status === 200) return 'done';
  if (status === 410) return 'gone';
  if (status === 429) return 'throttled';
  return status === 400 ? 'invalid' : 'failed';
}

const faults = { 'password-wrong': 'wrong', 'validation-failed': 'rule' };

async function decide(path, body, success) {
  disable(true);
  say('busy');
  const { outcome, seconds, said } = await ask(path, body);
  const shown = outcome === 'done' ? success : (faults[said?.code] ?? outcome);
  disable(false);
  // The nonce is spent, so it need not stay in the address.
  if (outcome === 'done') history.replaceState(null, '', location.pathname + location.search);
  if (endings.includes(shown)) show(undefined);
  say(shown, seconds);
  status.focus();
}

function onSubmit(form, act) {
  part(form).addEventListener('submit', (event) => {
    event.preventDefault();
    return act();
  });
}

function onClick(button, form, focus) {
  part(button).addEventListener('click', () => {
    show(form);
    part(focus).focus();
  });
}

function present({ client, username, firstName, infix, lastName, registered_at }) {
  const name = [firstName, infix, lastName].filter((each) => each !== '').join(' ');
  const format = new Intl.DateTimeFormat(main.dataset.locale, { dateStyle: 'long', timeStyle: 'short' });
  part('client').textContent = client ?? main.dataset.not_given;
  part('name').textContent = name === '' ? main.dataset.not_given : name;
  part('username').textContent = username;
  part('registered').textContent = format.format(new Date(registered_at));
  for (const field of document.querySelectorAll('.account')) field.value = username;
  show('known');
}

async function begin() {
  say('busy');
  const { outcome, seconds, said } = await ask('registration', {});
  if (outcome === 'done') present(said);
  else say(outcome, seconds);
}

// Another mail's link in the same tab changes the fragment only.
addEventListener('hashchange', () => location.reload());

onSubmit('known', () => decide('confirm', { password: part('password').value }, 'done'));
onSubmit('fresh', () => decide('password', { password: part('new-password').value }, 'done'));
onSubmit('removal', () => decide('reject', {}, 'removed'));
onClick('choose-new', 'fresh', 'new-password');
onClick('choose-known', 'known', 'password');
onClick('not-me', 'removal', 'back');
onClick('back', 'known', 'password');

if (nonce) begin();
else say('invalid');
