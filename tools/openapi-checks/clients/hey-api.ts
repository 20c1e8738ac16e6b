import { createClient } from '../generated/hey-api/client';
import {
  credentialsRegister,
  eventsDefine,
  eventsSubmit,
  personSave,
  segmentsCreate,
  usersEnsure,
  webhooksCreate,
} from '../generated/hey-api/sdk.gen';
import type { Calls, Target } from './calls';

export function heyApi({ url, token }: Target): Calls {
  const client = createClient({ baseUrl: url, auth: token });
  return {
    async ensureUser(owner_id) {
      const { data, response } = await usersEnsure({ client, path: { provider_name: 'demo', owner_id } });
      return { status: statusOf(response), user_id: data?.user_id };
    },
    async defineEvent(event_name, body) {
      const { response } = await eventsDefine({ client, path: { event_name }, body });
      return { status: statusOf(response) };
    },
    async sendEvent(user_id, event_name) {
      const path = { user_id, event_name };
      const { data, error, response } = await eventsSubmit({ client, path, body: { amount: 1250 } });
      return { status: statusOf(response), id: data?.id, code: error?.code };
    },
    async register(username) {
      const body = { username, password: 'correct horse battery' };
      const { data, response } = await credentialsRegister({ client, body });
      return { status: statusOf(response), nonce: data?.nonce };
    },
    async enterPerson(auth_nonce) {
      const body = { auth_nonce, firstName: 'Anna', lastName: 'Berg', gender: 'f' as const };
      const { data, response } = await personSave({ client, body });
      return { status: statusOf(response), firstName: data?.firstName, created: data?.created };
    },
    async upload(title, file) {
      const { data, response } = await segmentsCreate({ client, body: { title, identifier: 'demo', file } });
      return { status: statusOf(response), state: data?.state };
    },
    async subscribe(address) {
      const body = { url: address, events: ['coupon-slip-claimed-event' as const] };
      const { data, response } = await webhooksCreate({ client, body });
      return { status: statusOf(response), events: data?.events };
    },
  };
}

function statusOf(response: Response | undefined): number {
  return response?.status ?? 0;
}
