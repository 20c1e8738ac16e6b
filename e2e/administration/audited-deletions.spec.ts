import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { importAndProcess, path as segments } from '@ces/testing/gateway/segment-forms';
import { RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { EventWorld } from '../platform/event-world.js';
import { OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';

const terminal = '/api/1/terminal';
const events = ['transaction-created'];

type Routes = Record<string, (() => unknown) | undefined>;

/** Deletions that need no entry of the gateway. */
const exceptions = {
  // The user gives up a place at a card; the card stays.
  CardsController: ['remove'],
  // Identity writes these entries itself, with the name of the operator.
  FactorsController: ['removeTotp', 'removePasskey'],
};

describe('a deletion', () => {
  let platform: Platform;
  let client: ClientWithSecret;
  let api: ApiClient;

  beforeAll(async () => {
    platform = await Platform.shared();
    const wanted = { name: 'Deletes', scopes: ['events:define', 'segments', 'webhooks'] };
    client = (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
    api = await platform.api.as(client);
  });

  afterAll(() => platform.stop());

  const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
  const webhook = async (by = api) => {
    const answer = await by.post(`${terminal}/webhooks`, { events, url: 'http://127.0.0.1:9/' });
    return `${terminal}/webhooks/${idOf(answer)}`;
  };
  const noted = async (what: string, by = client.id) => {
    const entries = (await platform.api.get(`/api/1/admin/audit?actor=${by}`)).body as AuditEntry[];
    return entries.filter((entry) => entry.what === what).map(({ who, status }) => ({ who, status }));
  };
  const made: Record<string, () => Promise<string>> = {
    'a webhook': webhook,
    'a listener': async () => `${terminal}/listeners/${idOf(await api.post(`${terminal}/listeners`, { events }))}`,
    'a segment': async () => `${segments}/${(await importAndProcess({ api }, 'a\n')).id}`,
    'the definition of an event': async () => {
      const path = `${terminal}/events/deleted`;
      expect((await api.put(path, new EventWorld(platform).definition('deleted', {}))).status).toBe(200);
      return path;
    },
  };

  it.each(Object.keys(made))('of %s by a client without `admin` is in the audit log with its status', async (what) => {
    const path = (await made[what]?.()) ?? '';
    expect((await api.send('DELETE', path)).status).toBe(200);
    await eventually(async () => {
      expect(await noted(`DELETE ${path}`)).toEqual([{ who: client.id, status: 200 }]);
    });
  });

  it('that finds nothing is in the audit log with 404', async () => {
    const path = `${terminal}/webhooks/gone-before`;
    expect((await api.send('DELETE', path)).status).toBe(404);
    await eventually(async () => {
      expect(await noted(`DELETE ${path}`)).toEqual([{ who: client.id, status: 404 }]);
    });
  });

  it('by an operator, or by a client with `admin`, is in the audit log once', async () => {
    const owner = await OperatorWorld.signedIn(platform, 'owner');
    const [first, second] = [await webhook(), await webhook(platform.api)];
    const headers = { 'On-Behalf-Of': client.id };
    expect((await owner.call('DELETE', first, { headers })).status).toBe(200);
    expect((await platform.api.send('DELETE', second)).status).toBe(200);
    const [person, admin] = [owner.operator.id, platform.credentials.id];
    await eventually(async () => {
      expect(await noted(`DELETE ${first}`, person)).toEqual([{ who: person, status: 200 }]);
      expect(await noted(`DELETE ${second}`, admin)).toEqual([{ who: admin, status: 200 }]);
    });
  });

  it('cannot be forgotten: every route of DELETE records its calls', () => {
    const [gateway] = platform.gateways;
    const modules = [...(gateway?.get(ModulesContainer).values() ?? [])];
    const controllers = new Set(modules.flatMap((module) => [...module.controllers.values()]));
    const scanner = new MetadataScanner();
    const silent: Record<string, string[]> = {};
    for (const { metatype } of controllers) {
      const routes = (metatype as { prototype: Routes }).prototype;
      for (const name of scanner.getAllMethodNames(routes)) {
        const route = routes[name];
        if (!route || Reflect.getMetadata(METHOD_METADATA, route) !== RequestMethod.DELETE) continue;
        const guards = [metatype, route].flatMap((place) => guardsOf(place as object));
        if (!guards.includes('AuditGuard')) (silent[(metatype as { name: string }).name] ??= []).push(name);
      }
    }
    expect(silent).toEqual(exceptions);
  });
});

function guardsOf(place: object): string[] {
  const guards = (Reflect.getMetadata(GUARDS_METADATA, place) ?? []) as { name: string }[];
  return guards.map(({ name }) => name);
}
