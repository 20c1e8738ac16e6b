import { createHmac, randomBytes } from 'node:crypto';
import { tokenOf } from './accounts.mjs';

const stepMs = 30_000;

/** Signs in on our pages; `code` is asked for where the operator has a second factor. */
export async function signInToConsole(page, { email, password }, address, code) {
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.fill('#username, [name=email], [name=username]', email);
  await page.fill('[type=password]', password);
  await page.locator('button[type=submit], button:not([type])').first().click();
  if (code !== undefined) {
    await page.fill('[name=code]', code);
    await page.locator('button[type=submit], button:not([type])').first().click();
  }
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** An operator of this role, invited over the API, with a password chosen on our page. */
export async function newOperator(page, stack, role) {
  const operator = { email: `${role}-${randomBytes(4).toString('hex')}@example.com`, password: 'a long enough secret' };
  const invited = await fetch(`${stack.base_url}/api/1/admin/operators`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(stack)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Olga ${role}`, email: operator.email, role }),
  });
  if (invited.status !== 201) throw new Error(`the operator was not invited: ${await invited.text()}`);
  await page.goto((await invited.json()).invitation_url);
  await page.fill('[type=password]', operator.password);
  await page.locator('button[type=submit], button:not([type])').first().click();
  await page.waitForLoadState();
  return operator;
}

/** The code that an app would show (RFC 6238), `later` steps from now. */
export function codeOf(secret, later = 0) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + later));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = mac.at(-1) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text) {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
