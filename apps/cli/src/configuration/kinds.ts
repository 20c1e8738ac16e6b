/** A kind of object that files describe. They stand in the order in which they refer to each other. */
export interface Kind {
  /** The folder of its files, and its name in reports. */
  name: KindName;
  /** The collection. Events have no `by-name`: their own name is in the path. */
  path: string;
  /** The fields that a file may hold; the service sets the others. */
  fields: readonly string[];
  /** The schema of a request, in the OpenAPI document. */
  schema: string;
  /** The field from which `ces pull` makes a key for an object without one. */
  title: string;
}

export type KindName =
  'events' | 'optins' | 'card-definitions' | 'coupons' | 'stacks' | 'surveys' | 'clients' | 'webhooks' | 'campaigns';

export const kinds: readonly Kind[] = [
  { name: 'events', path: '/api/1/terminal/events', fields: [], schema: 'EventDefinition', title: 'event_name' },
  {
    name: 'optins',
    path: '/api/1/admin/optins',
    fields: ['name', 'description', 'purpose', 'at_registration'],
    schema: 'NewOptin',
    title: 'name',
  },
  {
    name: 'card-definitions',
    path: '/api/1/admin/card-definitions',
    fields: [
      ...['name', 'representation', 'card_presentation', 'tiers', 'users_per_card', 'users_may_remove'],
      'display_groups_of',
    ],
    schema: 'NewCardDefinition',
    title: 'name',
  },
  {
    name: 'coupons',
    path: '/api/1/admin/coupons',
    fields: ['title', 'description', 'image', 'display', 'valid_seconds', 'expires_at', 'codes', 'generate'],
    schema: 'NewCoupon',
    title: 'title',
  },
  {
    name: 'stacks',
    path: '/api/1/admin/stacks',
    fields: ['name', 'blocks', 'allow_negative'],
    schema: 'NewStack',
    title: 'name',
  },
  {
    name: 'surveys',
    path: '/api/1/admin/surveys',
    fields: ['title', 'questions'],
    schema: 'NewSurvey',
    title: 'title',
  },
  {
    name: 'clients',
    path: '/api/1/admin/clients',
    fields: [
      ...['name', 'scopes', 'first_party', 'public', 'origins', 'redirect_uris', 'activation_url', 'deletion_url'],
      ...['password_url', 'contact_email', 'rate_limit'],
    ],
    schema: 'NewClient',
    title: 'name',
  },
  {
    name: 'webhooks',
    path: '/api/1/terminal/webhooks',
    fields: ['events', 'url', 'headers'],
    schema: 'NewWebhook',
    title: 'url',
  },
  {
    name: 'campaigns',
    path: '/api/1/admin/campaigns',
    fields: ['name', 'starts_at', 'ends_at', 'trigger', 'audience', 'condition', 'effects', 'caps', 'budget', 'state'],
    schema: 'NewCampaign',
    title: 'name',
  },
];

export type Json = Record<string, unknown>;

/** An object as a file describes it. */
export interface Wanted {
  kind: Kind;
  key: string;
  file: string;
  /** The id of an object without a key, which gets this one. */
  adopt: string | undefined;
  content: Json;
}

/** An object as the installation shows it. */
export type Present = Json & { id: string; key: string | null };
