import {
  credentialsRegister,
  eventsDefine,
  eventsSubmit,
  personSave,
  segmentsCreate,
  usersEnsure,
  webhooksCreate,
} from '../generated/orval';
import type { Calls, Target } from './calls';

export function orval({ token }: Target): Calls {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  return {
    async ensureUser(owner) {
      const { status, data } = await usersEnsure('demo', owner, undefined, options);
      return { status, user_id: status === 200 ? data.user_id : undefined };
    },
    async defineEvent(name, definition) {
      const { status } = await eventsDefine(name, definition, undefined, options);
      return { status };
    },
    async sendEvent(user, name) {
      const answer = await eventsSubmit(user, name, { amount: 1250 }, undefined, options);
      if (answer.status === 202) return { status: answer.status, id: answer.data.id, code: undefined };
      return { status: answer.status, id: undefined, code: answer.data.code };
    },
    async register(username) {
      const body = { username, password: 'correct horse battery' };
      const { status, data } = await credentialsRegister(body, undefined, options);
      return { status, nonce: status === 200 ? data.nonce : undefined };
    },
    async enterPerson(auth_nonce) {
      const body = { auth_nonce, firstName: 'Anna', lastName: 'Berg', gender: 'f' as const };
      const { status, data } = await personSave(body, undefined, options);
      if (status !== 201) return { status, firstName: undefined, created: undefined };
      return { status, firstName: data.firstName, created: data.created };
    },
    async upload(title, file) {
      const { status, data } = await segmentsCreate({ title, identifier: 'demo', file }, undefined, options);
      return { status, state: status === 200 ? data.state : undefined };
    },
    async subscribe(url) {
      const { status, data } = await webhooksCreate({ url, events: ['coupon-slip-claimed-event'] }, undefined, options);
      return { status, events: status === 201 ? data.events : undefined };
    },
  };
}
