// Client tokens beside bare signatures of the same claims by the same key, and what a token costs the gateway.
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { median } from '../median.ts';
import { cpuSeconds } from '../process-usage.ts';
import { signingKeyOf } from '../signing-key.ts';
import { startWorker, type Worker } from '../worker.ts';
import type { Calls } from './calls.ts';
import { openTarget } from './measure-identity.ts';
import type { Requests } from './send-requests.ts';
import type { Signed, Signing } from './sign-alone.ts';

const atOnce = 64;
const rounds = 3;
const unseenTokens = 3_000;

type Sender = Worker<Requests, Calls & { count: number }>;

export async function clientTokens(stack: Stack, seconds: number, signal: AbortSignal, note: Note): Promise<void> {
  const sender: Sender = startWorker(new URL('send-requests.ts', import.meta.url), signal);
  const signer = startWorker<Signing, Signed>(new URL('sign-alone.ts', import.meta.url), signal);
  const target = await openTarget(stack.describe());
  try {
    const key = await signingKeyOf(stack);
    const { access_token: token } = await target.clientToken();
    const issuing = new Issuing(stack, sender);
    const alone = (forSeconds: number, kept = 0) => signer.ask({ key, token, atOnce, seconds: forSeconds, kept });
    const { tokens } = await alone(2, unseenTokens);
    await issuing.during(2);
    const [issued, signed]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round += 1) {
      issued.push((await issuing.during(seconds)).perSecond);
      signed.push((await alone(seconds)).calls.perSecond);
    }
    const [value, ceiling] = [median(issued), median(signed)];
    console.log(
      `client tokens, ${key.alg}: ${rates(issued)}/s, bare signatures ${rates(signed)}/s, ` +
        `ratio ${(value / ceiling).toFixed(2)}; ${issuing.costs()}`,
    );
    note({ work: `client tokens, ${key.alg}`, value, unit: '/s', ceiling, costs: issuing.costs() });
    const verified = await verifying(stack, sender, { path: target.userPath, tokens });
    console.log(`a token of ${key.alg} that the gateway has not seen costs it ${verified.toFixed(0)} CPU-µs more`);
    note({ work: `gateway: a token that it has not seen, ${key.alg}`, value: verified, unit: 'CPU-µs' });
  } finally {
    await Promise.all([sender.stop(), signer.stop(), target.close()]);
  }
}

class Issuing {
  readonly #sender: Sender;
  readonly #processes: Record<string, number>;
  readonly #request: string;
  readonly #port: number;
  readonly #cpu: Record<string, number> = {};
  #tokens = 0;

  constructor(stack: Stack, sender: Sender) {
    this.#sender = sender;
    const { base_url, client, processes } = stack.describe();
    const { gateway = 0, identity = 0 } = processes;
    this.#processes = { gateway, identity, generator: sender.pid };
    this.#port = Number(new URL(base_url).port);
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const form = 'grant_type=client_credentials';
    this.#request =
      `POST /oauth2/token HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nAuthorization: Basic ${basic}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
  }

  async during(seconds: number): Promise<Calls> {
    const before = this.#read();
    const calls = await this.#sender.ask({ port: this.#port, connections: atOnce, texts: [this.#request], seconds });
    for (const [name, value] of Object.entries(this.#read()))
      this.#cpu[name] = (this.#cpu[name] ?? 0) + value - (before[name] ?? 0);
    this.#tokens += calls.count;
    return calls;
  }

  costs(): string {
    const each = Object.entries(this.#cpu).map(([name, value]): [string, number] => [
      name,
      (1_000 * value) / this.#tokens,
    ]);
    const all = each.reduce((sum, [, value]) => sum + value, 0);
    return `CPU-ms ${all.toFixed(3)}: ${each.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ')}`;
  }

  #read(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#processes).map(([name, pid]) => [name, cpuSeconds(pid)]));
  }
}

/** CPU-µs of the gateway for a request with a token that it meets for the first time, more than for one that it has met. */
async function verifying(
  stack: Stack,
  sender: Sender,
  { path, tokens }: { path: string; tokens: string[] },
): Promise<number> {
  const { base_url, processes } = stack.describe();
  const port = Number(new URL(base_url).port);
  const texts = tokens.map(
    (token) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const gatewayCpu = async (): Promise<number> => {
    const before = cpuSeconds(processes['gateway'] ?? 0);
    await sender.ask({ port, connections: 8, texts });
    return (1_000_000 * (cpuSeconds(processes['gateway'] ?? 0) - before)) / texts.length;
  };
  const unseen = await gatewayCpu();
  return unseen - median([await gatewayCpu(), await gatewayCpu(), await gatewayCpu()]);
}

function rates(values: number[]): string {
  return values.map((value) => value.toFixed(0)).join(' ');
}
