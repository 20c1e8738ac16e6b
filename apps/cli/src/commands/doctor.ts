import { CesError, type Ces } from '@ces/sdk';
import { connect as connectTo } from 'node:net';
import type { Command, Context } from '../command-line/command.ts';
import { Profiles } from '../session/profiles.ts';

interface Finding {
  what: string;
  state: 'fine' | 'wrong' | 'unknown';
  detail: string;
}

/** A clock may differ this much before deliveries and tokens are refused. */
const mostClockSeconds = 60;

const doctor: Command = {
  name: 'doctor',
  does: 'Say what is wrong, and what to do: address, clock, token, scopes, services; and NATS_URL, DATABASE_URL and SMTP_URL if they are set',
  async run(context) {
    const findings: Finding[] = [];
    const note = (what: string, state: Finding['state'], detail: string): void => {
      findings.push({ what, state, detail });
    };
    const url = context.env['CES_URL'] ?? new Profiles(context.env).find(context.profile)?.url;
    if (url === undefined) note('login', 'wrong', 'run `ces login`');
    else {
      await reachability(url, note);
      await credentials(context.ces(), note);
    }
    await platform(context, note);
    const marks = { fine: '✔', wrong: '✘', unknown: '?' };
    context.out.result(
      findings,
      findings.map(({ what, state, detail }) => `${marks[state]} ${what}: ${detail}`).join('\n'),
    );
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  },
};

type Note = (what: string, state: Finding['state'], detail: string) => void;

async function reachability(url: string, note: Note): Promise<void> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const theirs = Date.parse(answer.headers.get('date') ?? '');
    note(
      'address',
      answer.ok ? 'fine' : 'wrong',
      answer.ok ? `${url} is ready` : `${url} answers ${answer.status}: ${await answer.text()}`,
    );
    if (Number.isNaN(theirs)) return;
    const seconds = Math.round(Math.abs(Date.now() - theirs) / 1_000);
    const isFine = seconds <= mostClockSeconds;
    note(
      'clock',
      isFine ? 'fine' : 'wrong',
      isFine ? `${seconds} s apart` : `${seconds} s apart: set the clock of this machine by NTP`,
    );
  } catch (error) {
    note(
      'address',
      'wrong',
      `${url} cannot be reached (${String(error)}): check the address, the network and the proxy`,
    );
  }
}

async function credentials(ces: Ces, note: Note): Promise<void> {
  try {
    await ces.events.definitions({ limit: 1 }).first();
    note('token', 'fine', 'the service takes it');
  } catch (error) {
    if (!(error instanceof CesError)) throw error;
    if (error.status === 403) note('token', 'fine', 'the service takes it');
    else note('token', 'wrong', `${error.code}: ${error.message}. Run \`ces login\` again.`);
    if (error.status !== 403) return;
  }
  const routes = [
    ['events:read', '/api/1/terminal/events?limit=1'],
    ['segments', '/api/1/external-segmentation/external-segment/list?limit=1'],
    ['webhooks', '/api/1/terminal/webhooks?limit=1'],
    ['campaigns:manage', '/api/1/admin/campaigns?limit=1'],
    ['clients:manage', '/api/1/admin/clients?limit=1'],
  ] as const;
  for (const [scope, path] of routes) {
    const error = await ces.request('GET', path).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) note(`scope ${scope}`, 'fine', 'granted');
    else if (error instanceof CesError && error.code === 'client-missing')
      note(`scope ${scope}`, 'fine', 'granted, for the client that --on-behalf-of names');
    else if (error instanceof CesError && error.status === 403)
      note(`scope ${scope}`, 'unknown', 'not granted: an administrator can add it to the client, or to your role');
    else note(`scope ${scope}`, 'wrong', wordsOf(error));
  }
  await health(ces, note);
}

function wordsOf(error: unknown): string {
  if (error instanceof CesError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : 'an unknown fault';
}

async function health(ces: Ces, note: Note): Promise<void> {
  try {
    const { wrong } = await ces.request<{ wrong: { service: string; what: string }[] }>('GET', '/api/1/admin/health');
    if (wrong.length === 0) note('services', 'fine', 'nothing is wrong');
    for (const { service, what } of wrong) note(`service ${service}`, 'wrong', what);
  } catch (error) {
    if (!(error instanceof CesError)) throw error;
    note('services', 'unknown', error.status === 403 ? 'needs the scope admin' : `${error.code}: ${error.message}`);
  }
}

async function platform({ env }: Context, note: Note): Promise<void> {
  for (const [name, fallback] of [
    ['NATS_URL', 4_222],
    ['DATABASE_URL', 5_432],
    ['SMTP_URL', 25],
  ] as const) {
    const given = env[name];
    if (given === undefined) continue;
    const { hostname, port } = new URL(given.split(',')[0] ?? given);
    const error = await tryToConnect(hostname, port === '' ? fallback : Number(port));
    note(name, error === undefined ? 'fine' : 'wrong', error ?? `${hostname} takes connections`);
  }
}

function tryToConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connectTo({ host, port, timeout: 3_000 });
    const end = (result: string | undefined): void => {
      socket.destroy();
      resolve(result);
    };
    socket.on('connect', () => {
      end(undefined);
    });
    socket.on('timeout', () => {
      end(`${host}:${port} does not answer: is a firewall in between?`);
    });
    socket.on('error', ({ message }) => {
      end(`${host}:${port}: ${message}`);
    });
  });
}

export const doctorCommands = [doctor];
