import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { newUsername } from './people.ts';
import type { Recipe, Recipes, Visit } from '../visit.ts';

const withUser: Recipe = async ({ people }) => ({ params: { user_id: (await people.users.any()).user_id } });
const asPerson: Recipe = async ({ people }) => ({ token: (await people.persons.any()).token });
const newPassword = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });

async function nonceOf({ people }: Visit): Promise<string> {
  return (await people.registrations.any()).auth_nonce;
}

/** The nonce of an activation mail is the only credential of its page. */
const withActivation: Recipe = async ({ people, use }) => {
  const { nonce, password } = await use(people.activations);
  return { body: { nonce, password }, token: undefined };
};
const withActivationOnly: Recipe = async ({ people, use }) => ({
  body: { nonce: (await use(people.activations)).nonce },
  token: undefined,
});

/** A name of ours in one of two spellings, or a name without an account. */
const someName: Recipe = async ({ people, draw }) => {
  const { username } = await people.registrations.any();
  return { body: { username: draw.oneOf([username, newUsername(), username.toUpperCase()]) } };
};

/** Rows 3 to 20 and 22 to 27, and the administration of users. */
export const peopleRecipes: Recipes = {
  'GET /api/1/oauth2/provider/{provider_name}/{owner_id}': async ({ api, people }) => ({
    params: { provider_name: api.stack.provider, owner_id: (await people.users.any()).owner_id },
  }),
  'POST /api/1/oauth2/provider/{provider_name}/{owner_id}': ({ api, draw }) => ({
    params: {
      provider_name: api.stack.provider,
      owner_id: draw.from(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((id) => !/^\.{1,2}$/.test(id)),
      ),
    },
  }),
  'GET /api/1/user/connections/{user_id}': withUser,
  'POST /api/1/user/connections/{user_id}': async (visit) => ({
    ...(await withUser(visit)),
    body: { provider_name: visit.api.stack.provider, owner_id: randomUUID() },
  }),
  'GET /api/1/user/details/{user_id}': withUser,
  'POST /api/1/user/credentials/find': async ({ people }) => ({
    body: { username: (await people.persons.any()).username },
  }),
  'POST /api/1/user/credentials/continue': async ({ people }) => {
    const { username, password } = await people.persons.any();
    return { body: { username, password } };
  },
  'POST /api/1/user/credentials/available': someName,
  'POST /api/1/user/credentials': ({ draw }) => ({
    body: { username: newUsername(), password: draw.from(newPassword) },
  }),
  'GET /api/1/user/complete-step': async (visit) => ({
    query: { auth_nonce: await nonceOf(visit), ...visit.draw.oneOf([{}, { 'skip[]': '2' }, { skip: '4' }]) },
  }),
  'POST /api/1/user/complete': async ({ people, use }) => {
    const { auth_nonce } = await use(people.registrations);
    return { body: { auth_nonce } };
  },
  'POST /api/1/user/activator/uniquelink': withActivationOnly,
  'POST /api/1/user/activator/registration': withActivationOnly,
  'POST /api/1/user/activator/renew': withActivationOnly,
  'POST /api/1/user/activator/confirm': withActivation,
  'POST /api/1/user/activator/password': withActivation,
  'POST /api/1/user/activator/reject': withActivationOnly,
  'POST /api/1/user/activator/resend': someName,
  'POST /api/1/user/password/forgot': someName,
  'POST /api/1/user/password/reset': async ({ people, use, draw }) => ({
    body: { nonce: (await use(people.resets)).nonce, password: draw.from(newPassword) },
    token: undefined,
  }),
  'POST /api/1/user/password/renew': async ({ people, use }) => ({
    body: { nonce: (await use(people.resets)).nonce },
    token: undefined,
  }),
  'POST /api/1/user/password/change': async ({ people, use }) => {
    const { token, password } = await use(people.persons);
    return { body: { password, new_password: password }, token };
  },
  'POST /api/1/user/person': async (visit) => ({
    body: {
      auth_nonce: await nonceOf(visit),
      firstName: 'Anneliese',
      lastName: visit.draw.oneOf(['Berg', 'Bergström']),
    },
  }),
  'GET /api/1/user/person/me': asPerson,
  'PATCH /api/1/user/person/me': async (visit) => ({
    ...(await asPerson(visit)),
    body: { nickname: visit.draw.oneOf(['Annie', null, '']) },
  }),
  'GET /api/1/user/person/details/{user_id}': async ({ people }) => ({
    params: { user_id: (await people.persons.any()).user_id },
  }),
  'POST /api/1/user/{user_id}/delete': async ({ people, use }) => ({
    params: { user_id: (await use(people.users)).user_id },
  }),
  'POST /api/1/user/delete/request': asPerson,
  'POST /api/1/user/delete/finish': async ({ people, use }) => ({
    body: { nonce: (await use(people.deletions)).nonce },
    token: undefined,
  }),
  'GET /api/1/user/optins': async (visit) => ({ query: { auth_nonce: await nonceOf(visit) } }),
  'PUT /api/1/user/optins/change': async (visit) => ({
    body: {
      auth_nonce: await nonceOf(visit),
      optins: [{ optin_id: (await visit.objects.optins.any()).id, optin: visit.draw.from(fc.boolean()) }],
    },
  }),
  'GET /api/1/admin/users': async ({ people }) => ({ query: { username: (await people.persons.any()).username } }),
  'GET /api/1/admin/users/{user_id}': withUser,
  'GET /api/1/admin/users/{user_id}/export': withUser,
  'POST /api/1/admin/users/{user_id}:deactivate': async ({ people, use }) => ({
    params: { user_id: (await use(people.users)).user_id },
  }),
  'POST /api/1/admin/users/{user_id}:reactivate': async ({ people, use }) => ({
    params: { user_id: (await use(people.deactivated)).user_id },
  }),
  'POST /api/1/admin/users/{user_id}:restore': async ({ people, use }) => ({
    params: { user_id: (await use(people.closed)).user_id },
  }),
  'DELETE /api/1/admin/users/{user_id}/connections/{provider_name}/{owner_id}': async ({ api, people, use }) => ({
    params: { ...(await use(people.users)), provider_name: api.stack.provider },
  }),
};
