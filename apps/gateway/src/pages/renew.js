// The button for a new mail, which pages show when their link was used already or has expired.
{
  const { dataset } = document.querySelector('main');
  const form = document.getElementById('renewal');
  const status = document.getElementById('status');
  const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');
  const outcomes = { 409: 'active', 410: 'over', 429: 'mail_later' };

  const timeOf = (moment) =>
    new Intl.DateTimeFormat(dataset.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

  async function ask() {
    try {
      const answer = await fetch(dataset.renewal, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ nonce }),
      });
      if (answer.status === 200) {
        const { sent, at } = await answer.json();
        return { outcome: sent ? 'mail_sent' : 'mail_waits', at: new Date(at) };
      }
      const seconds = Number(answer.headers.get('retry-after') ?? '1');
      return { outcome: outcomes[answer.status] ?? 'failed', at: new Date(Date.now() + seconds * 1_000) };
    } catch {
      return { outcome: 'failed' };
    }
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = document.getElementById('renew');
    button.disabled = true;
    status.textContent = dataset.busy;
    const { outcome, at } = await ask();
    button.disabled = false;
    form.hidden = outcome !== 'failed';
    status.textContent = dataset[outcome].replace('{time}', at === undefined ? '' : timeOf(at));
    status.focus();
  });
}
