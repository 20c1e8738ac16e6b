import { check } from '@ces/contracts/check';
import { NewClient } from '@ces/contracts/identity/clients';
import { NewOperator } from '@ces/contracts/identity/operators/operators';
import { PutProvider } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import type { Class } from '@ces/contracts/rpc';
import { ConfigFault } from '@ces/service/config/config';
import { settingsFromFiles } from '@ces/service/config/settings-from-files';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { PickType } from '@ces/contracts/shape/described';
import { IsEmail, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { ClientsService, type GivenClient } from '../clients/clients.service.js';
import { clientIdPattern } from '../clients/client-id.js';
import { ProvidersService } from '../providers/providers.service.js';
import { ReadyOperatorsService } from './ready-operators.service.js';
import { ReadyUsersService } from './ready-users.service.js';

const names = ['SEED_CLIENTS', 'SEED_PROVIDERS', 'SEED_USERS', 'SEED_OPERATORS'];

/** The API's document of a new client, with the id and the secret that the API would make. */
class SeedClient extends PickType(NewClient, ['name', 'scopes', 'first_party', 'public', 'origins', 'redirect_uris']) {
  @Matches(clientIdPattern)
  id: string;

  /** A public client has none. */
  @ValidateIf(({ public: isPublic }: SeedClient) => isPublic !== true)
  @Matches(/^[\x20-\x7e]{16,255}$/, { message: 'secret must be 16 to 255 printable ASCII characters' })
  secret?: string;
}

class SeedOperator extends NewOperator {
  @IsString()
  @Length(8, 256)
  password: string;
}

class SeedUser {
  @IsEmail()
  username: string;

  @IsString()
  @Length(8, 256)
  password: string;

  @IsString()
  @Length(1, 100)
  firstName: string;

  @IsString()
  @Length(1, 100)
  lastName: string;
}

/**
 * Creates the clients, providers, users and operators of the variables that the database lacks, and never changes existing ones. Each
 * variable may stand in a file, because it holds secrets.
 */
export async function seed(app: INestApplicationContext, environment: NodeJS.ProcessEnv): Promise<void> {
  const logger = new Logger('Seed');
  const { env, faults } = settingsFromFiles(environment, names);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  const clients = await readList('SEED_CLIENTS', SeedClient, env);
  const providers = await readList('SEED_PROVIDERS', PutProvider, env);
  const users = await readList('SEED_USERS', SeedUser, env);
  const operators = await readList('SEED_OPERATORS', SeedOperator, env);
  const given = clients.map(givenClient);
  given.forEach(demandFittingClient);
  for (const client of given) {
    const outcome = await app.get(ClientsService).createIfMissing(client);
    logger.log(`client ${client.id} ${outcome}`);
  }
  for (const provider of providers) {
    const outcome = await app.get(ProvidersService).createIfMissing(provider);
    logger.log(`provider ${provider.name} ${outcome}`);
  }
  for (const user of users) {
    const outcome = await app.get(ReadyUsersService).createIfMissing(user);
    logger.log(`user ${outcome}`);
  }
  for (const operator of operators) {
    const outcome = await app.get(ReadyOperatorsService).createIfMissing(operator);
    logger.log(`operator ${outcome}`);
  }
}

function givenClient({
  id,
  name,
  scopes,
  secret,
  first_party,
  public: isPublic,
  origins,
  redirect_uris,
}: SeedClient): GivenClient {
  return {
    ...{ id, name, scopes },
    secret: isPublic === true ? null : (secret ?? null),
    first_party: first_party ?? false,
    public: isPublic ?? false,
    origins: origins ?? [],
    redirect_uris: redirect_uris ?? [],
  };
}

function demandFittingClient(client: GivenClient, index: number): void {
  try {
    ClientsService.demandFitting(client);
  } catch (error) {
    throw error instanceof Problem ? new ConfigFault(`SEED_CLIENTS[${index}]: ${error.detail}`) : error;
  }
}

/** Checks a whole list before anything is written. Faults name the place and not the value, because it holds secrets. */
async function readList<T extends object>(name: string, shape: Class<T>, env: NodeJS.ProcessEnv): Promise<T[]> {
  const list = parse(name, env[name] ?? '[]');
  return Promise.all(
    list.map((item, index) =>
      check(shape, item, 'refuse', `${name}[${index}]`).catch((error: unknown) => {
        throw error instanceof Problem ? new ConfigFault(error.detail) : error;
      }),
    ),
  );
}

function parse(name: string, text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // The fault below does not repeat the text, because it may hold secrets.
  }
  throw new ConfigFault(`${name} must be a JSON array.`);
}
