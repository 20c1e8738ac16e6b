import { addressOf } from './call.js';
import { headersFor } from './caller.js';
import { Refusal, refusalOf } from './refusal.js';
import { withKey } from './request-key.js';

/** Sends a form with files, and tells how much of it has left. `fetch` cannot tell that. */
export function upload<Answer>(path: string, form: FormData, sent: (share: number) => void): Promise<Answer> {
  const address = addressOf(path, {});
  return withKey(address, form, (key) => send<Answer>(address, form, key, sent));
}

function send<Answer>(address: string, form: FormData, key: string, sent: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of headersFor(address)) request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded, total }) => {
      sent(total === 0 ? 0 : loaded / total);
    };
    request.onerror = () => {
      reject(new Refusal(0, { title: 'No answer', code: 'no-answer' }));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Answer);
      else void refusalOf(answerOf(request)).then(reject);
    };
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = { 'X-Request-Id': request.getResponseHeader('X-Request-Id') ?? '' };
  return new Response(request.responseText, { status: request.status, headers });
}
