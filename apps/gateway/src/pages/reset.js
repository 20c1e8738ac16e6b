// The page for a new password. The nonce is in the fragment, so that it reaches no server and no log.
const main = document.querySelector('main');
const part = (id) => document.getElementById(id);
const form = part('fresh');
const field = part('new-password');
const status = part('status');
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');

function say(outcome) {
  part('renewal').hidden = outcome !== 'gone';
  status.textContent = main.dataset[outcome];
}

async function send() {
  try {
    const answer = await fetch(main.dataset.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ nonce, password: field.value }),
    });
    if (answer.ok) return 'done';
    if (answer.status === 410) return 'gone';
    if (answer.status !== 400) return 'failed';
    return (await answer.json()).code === 'validation-failed' ? 'rule' : 'invalid';
  } catch {
    return 'failed';
  }
}

async function setPassword() {
  part('set').disabled = true;
  say('busy');
  const outcome = await send();
  part('set').disabled = false;
  form.hidden = outcome !== 'rule' && outcome !== 'failed';
  say(outcome);
  status.focus();
  // The nonce is spent, so it need not stay in the address.
  if (outcome === 'done') history.replaceState(null, '', location.pathname + location.search);
}

// Another mail's link in the same tab changes the fragment only.
addEventListener('hashchange', () => location.reload());

if (nonce) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    return setPassword();
  });
} else say('invalid');
