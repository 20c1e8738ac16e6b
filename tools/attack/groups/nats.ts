import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { APPS, type AppName } from '../../../libs/local-stack/src/apps.ts';
import { root } from '../../bench/built.ts';
import { connectBus, credentialsOf, isForbidden, openProbe } from '../bus.ts';
import { settingsOf } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

/** The bus must refuse strangers, and let each service do only its own work. */
export async function nats(world: World, tally: Tally): Promise<void> {
  await tryStrangers(world, tally);
  for (const service of APPS) await tryService(world, tally, service);
}

async function tryStrangers(world: World, tally: Tally): Promise<void> {
  const own = credentialsOf(world, 'webhooks');
  const strangers = {
    nobody: {},
    'an unknown user': { user: 'attack', pass: 'attack' },
    'an empty user': { user: '', pass: '' },
    'a service with a wrong password': { ...own, pass: 'wrong' },
    'a service without a password': { ...own, pass: '' },
    'another service with this password': { ...own, user: 'identity' },
    'a token': { token: 'attack' },
  };
  for (const [who, options] of Object.entries(strangers)) {
    const letIn = await connectBus(world, options).then(
      async (connection) => {
        await connection.close();
        return true;
      },
      () => false,
    );
    tally.check(`${who} is not let in`, !letIn, 'the connection stands');
  }
  const answer = await speak(world, 'CONNECT {"verbose":false}\r\nSUB > 1\r\nPING\r\n');
  tally.check(
    'a subscription without credentials',
    /-ERR/.test(answer) && !answer.includes('PONG'),
    answer.slice(-100),
  );
}

interface Rights {
  publish: { allow: string[] };
}

function readRights(space: string): Map<string, string[]> {
  const text = readFileSync(join(root, 'deploy/nats/permissions.json'), 'utf8').replaceAll('NAMESPACE', space);
  const all = JSON.parse(text) as Record<string, Rights>;
  return new Map(Object.entries(all).map(([service, { publish }]) => [service, publish.allow]));
}

/** Existing subjects that other services use, but this one may not. */
function foreignSubjects(space: string, service: AppName): string[] {
  const rights = readRights(space);
  const own = new Set(rights.get(service));
  const every = [...new Set([...rights.values()].flat())];
  const streams = every.flatMap((subject) => /^\$JS\.API\.STREAM\.INFO\.([^.]+)$/.exec(subject)?.[1] ?? []);
  const reads = every.filter((subject) => subject.startsWith(`${space}.rpc.`) && /\.(get|list|known)$/.test(subject));
  const facts = every.filter((subject) => subject.startsWith(`${space}.fact.`));
  return [
    ...streams.map((stream) => `$JS.API.STREAM.DELETE.${stream}`),
    ...streams.filter((stream) => !own.has(`$JS.API.STREAM.INFO.${stream}`)).flatMap(foreignStream),
    ...[...reads, ...facts].filter((subject) => !own.has(subject)).map((subject) => subject.replaceAll('*', '0')),
  ];
}

function foreignStream(stream: string): string[] {
  return [
    ...['CREATE', 'UPDATE', 'PURGE', 'SNAPSHOT', 'MSG.GET', 'MSG.DELETE'].map(
      (verb) => `$JS.API.STREAM.${verb}.${stream}`,
    ),
    `$JS.API.DIRECT.GET.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.attack`,
    `$JS.API.CONSUMER.LIST.${stream}`,
  ];
}

async function tryService(world: World, tally: Tally, service: AppName): Promise<void> {
  const space = settingsOf(world.stack, service)['NATS_NAMESPACE'] ?? 'ces';
  const probe = await openProbe(world, credentialsOf(world, service));
  const foreign = service === 'segments' ? 'webhooks' : 'segments';
  const publish = [
    ...foreignSubjects(space, service),
    ...(service === 'gateway'
      ? []
      : [`${space}.rpc.identity.clients.create`, `${space}.rpc.identity.clients.secrets.add`]),
    `${space}.fact.attack.planted`,
    `${space}.inbox.${foreign}.attack`,
    '$SYS.REQ.SERVER.PING',
    'attack.anything',
  ];
  const subscribe = [
    '>',
    `${space}.>`,
    `${space}.rpc.>`,
    `${space}.fact.>`,
    '_INBOX.>',
    '_INBOX.*',
    `${space}.inbox.${foreign}.>`,
    `${space}.inbox.>`,
    '$SYS.>',
    '$JS.>',
    `${space}.rpc.${foreign}.>`,
    ...(service === 'identity' ? [] : [`${space}.rpc.identity.>`, `${space}.rpc.identity.clients.create`]),
  ];
  try {
    const refused = await isForbidden(probe, 'subscribe', `${space}.inbox.${service}.attack`);
    tally.check(`control: ${service} may subscribe its own inbox`, !refused, 'it may not');
    for (const [operation, subjects] of [
      ['publish', publish],
      ['subscribe', subscribe],
    ] as const) {
      for (const subject of subjects) {
        const held = await isForbidden(probe, operation, subject);
        tally.check(`${service} may not ${operation} ${subject}`, held, 'it may');
      }
    }
  } finally {
    await probe.connection.close();
  }
}

function speak(world: World, text: string): Promise<string> {
  const { hostname, port } = new URL(world.stack.privateUrls.nats);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => undefined); // followed by close
    socket.on('close', () => {
      resolve(heard);
    });
    socket.setTimeout(3_000, () => socket.destroy());
    setTimeout(() => socket.destroy(), 3_000).unref();
  });
}
