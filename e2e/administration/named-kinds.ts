// The kinds of objects that can be put by name.
import { randomUUID } from 'node:crypto';

export interface NamedKind {
  path: string;
  body: (text: string) => object;
  /** Where `body` puts the text. */
  pointer: string;
  /** The secret of a new object. */
  secret?: RegExp;
}

const admin = '/api/1/admin';

export const namedKinds = (stack_id: string): NamedKind[] => [
  {
    path: `${admin}/campaigns`,
    body: (name) => ({
      ...{ name, trigger: { lifecycle: 'card-added' } },
      effects: [{ type: 'transaction', stack_id, value: 1 }],
    }),
    pointer: '#/name',
  },
  { path: `${admin}/coupons`, body: (title) => ({ title, codes: ['A1'] }), pointer: '#/title' },
  { path: `${admin}/stacks`, body: (name) => ({ name }), pointer: '#/name' },
  {
    path: `${admin}/surveys`,
    body: (title) => ({ title, questions: [{ text: 'Good?', answers: [{ text: 'Yes' }] }] }),
    pointer: '#/title',
  },
  {
    path: `${admin}/optins`,
    body: (text) => ({
      ...{ name: { en_GB: 'News' }, description: { en_GB: text }, at_registration: false },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
    }),
    pointer: '#/description/en_GB',
  },
  { path: `${admin}/card-definitions`, body: (name) => ({ name: `${name} ${randomUUID()}` }), pointer: '#/name' },
  { path: `${admin}/clients`, body: (name) => ({ name, scopes: ['users:read'] }), pointer: '#/name', secret: /^cs_/ },
  {
    path: '/api/1/terminal/webhooks',
    // Nothing that another spec does on the same platform changes its queue while it is looked at.
    body: (text) => ({ events: ['webhook-disabled'], url: `http://127.0.0.1:9/${text}` }),
    pointer: '#/url',
    secret: /^whsec_/,
  },
];
