import type { AdminUser, Connection, Deleted, FoundCredentials, PersonData, UserDetails } from '../generated/api.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions, type Query, type Transport } from '../http/transport.ts';

export class Users {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  /** The user of this account at a provider, who is made if there is none. */
  ensure(provider: string, ownerId: string, options?: CallOptions): Promise<Connection> {
    return this.http.post(at`/api/1/oauth2/provider/${provider}/${ownerId}`, undefined, options);
  }

  find(provider: string, ownerId: string, options?: CallOptions): Promise<Connection> {
    return this.http.get(at`/api/1/oauth2/provider/${provider}/${ownerId}`, options);
  }

  findByName(username: string, options?: CallOptions): Promise<FoundCredentials> {
    return this.http.post('/api/1/user/credentials/find', { username }, options);
  }

  get(userId: string, options?: CallOptions): Promise<UserDetails> {
    return this.http.get(at`/api/1/user/details/${userId}`, options);
  }

  person(userId: string, options?: CallOptions): Promise<PersonData> {
    return this.http.get(at`/api/1/user/person/details/${userId}`, options);
  }

  connections(userId: string, options?: CallOptions): Promise<Connection[]> {
    return this.http.get(at`/api/1/user/connections/${userId}`, options);
  }

  connect(userId: string, provider: string, ownerId: string, options?: CallOptions): Promise<Connection> {
    const connection = { provider_name: provider, owner_id: ownerId };
    return this.http.post(at`/api/1/user/connections/${userId}`, connection, options);
  }

  /** Closes the account at once. It is erased when its owner confirms that, or after some weeks. */
  delete(userId: string, options?: CallOptions): Promise<Deleted> {
    return this.http.post(at`/api/1/user/${userId}/delete`, undefined, options);
  }

  /** Finds users by the beginning of a name, mail address, owner id or card number, or by id. */
  search(q: string, query: Query = {}, options?: CallOptions): Items<AdminUser> {
    return this.http.list('/api/1/admin/users', { ...query, q }, options);
  }
}
