import { connect } from 'node:net';
import { APPS, type AppName } from '../../../deploy/local/apps.ts';
import { connectBus, credentialsOf, isForbidden, openProbe } from '../bus.ts';
import { settingsOf } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { World } from '../world.ts';

/** The bus: strangers are not let in, and each service may do its own work only. */
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

/** Each subject belongs to other services. None of them does harm where it is allowed after all. */
async function tryService(world: World, tally: Tally, service: AppName): Promise<void> {
  const space = settingsOf(world.stack, service)['NATS_NAMESPACE'] ?? 'ces';
  const probe = await openProbe(world, credentialsOf(world, service));
  const foreign = service === 'segments' ? 'webhooks' : 'segments';
  const publish = [
    ...(service === 'gateway'
      ? []
      : [`${space}.rpc.identity.clients.create`, `${space}.rpc.identity.clients.secrets.add`]),
    `${space}.rpc.${foreign}.attack`,
    `${space}.fact.${foreign}.attack`,
    `${space}.fact.attack.planted`,
    `$JS.API.STREAM.DELETE.${space}-attack`,
    `$JS.API.STREAM.PURGE.${space}-attack`,
    `$JS.API.STREAM.CREATE.${space}-attack`,
    `$JS.API.STREAM.MSG.GET.${space}-${foreign}`,
    `$JS.API.CONSUMER.CREATE.${space}-${foreign}.attack`,
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
