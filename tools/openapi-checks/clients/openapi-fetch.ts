import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript';
import type { Calls, Target } from './calls';

export function openapiFetch({ url, token }: Target): Calls {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
  return {
    async ensureUser(owner_id) {
      const path = { provider_name: 'demo', owner_id };
      const { data, response } = await client.POST('/api/1/oauth2/provider/{provider_name}/{owner_id}', {
        params: { path },
      });
      return { status: response.status, user_id: data?.user_id };
    },
    async defineEvent(event_name, body) {
      const { response } = await client.PUT('/api/1/terminal/events/{event_name}', {
        params: { path: { event_name } },
        body,
      });
      return { status: response.status };
    },
    async sendEvent(user_id, event_name) {
      const { data, error, response } = await client.POST('/api/1/terminal/{user_id}/events/{event_name}', {
        params: { path: { user_id, event_name } },
        body: { amount: 1250 },
      });
      return { status: response.status, id: data?.id, code: error?.code };
    },
    async register(username) {
      const body = { username, password: 'correct horse battery' };
      const { data, response } = await client.POST('/api/1/user/credentials', { body });
      return { status: response.status, nonce: data?.nonce };
    },
    async enterPerson(auth_nonce) {
      const body = { auth_nonce, firstName: 'Anna', lastName: 'Berg', gender: 'f' as const };
      const { data, response } = await client.POST('/api/1/user/person', { body });
      return { status: response.status, firstName: data?.firstName, created: data?.created };
    },
    async upload(title, file) {
      const { data, response } = await client.POST('/api/1/external-segmentation/external-segment', {
        body: { title, identifier: 'demo', file },
        bodySerializer(body) {
          const form = new FormData();
          for (const [name, value] of Object.entries(body)) form.append(name, value);
          return form;
        },
      });
      return { status: response.status, state: data?.state };
    },
    async subscribe(address) {
      const body = { url: address, events: ['coupon-slip-claimed-event' as const] };
      const { data, response } = await client.POST('/api/1/terminal/webhooks', { body });
      return { status: response.status, events: data?.events };
    },
  };
}
