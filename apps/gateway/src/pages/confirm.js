// The button of the confirm pages. The nonce is in the fragment, so that it reaches no server and no log.
const main = document.querySelector('main');
const button = document.getElementById('confirm');
const keep = document.getElementById('keep');
const question = document.getElementById('question');
const status = document.getElementById('status');
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');

function say(text) {
  status.textContent = text;
}

function close() {
  button.hidden = keep.hidden = question.hidden = true;
}

async function confirm() {
  button.disabled = keep.disabled = true;
  say(main.dataset.busy);
  const outcome = await send();
  say(main.dataset[outcome]);
  button.disabled = keep.disabled = false;
  if (outcome !== 'failed') close();
  status.focus();
  // The nonce is spent, so it need not stay in the address.
  if (outcome === 'done') history.replaceState(null, '', location.pathname + location.search);
}

async function send() {
  try {
    const answer = await fetch(main.dataset.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ nonce }),
    });
    if (answer.ok) return 'done';
    if (answer.status === 410) return 'gone';
    return answer.status === 400 ? 'invalid' : 'failed';
  } catch {
    return 'failed';
  }
}

// Another mail's link in the same tab changes the fragment only.
addEventListener('hashchange', () => location.reload());

if (nonce) {
  button.hidden = keep.hidden = false;
  keep.addEventListener('click', () => {
    close();
    say(main.dataset.kept);
    status.focus();
  });
  button.addEventListener('click', confirm);
} else {
  say(main.dataset.invalid);
}
