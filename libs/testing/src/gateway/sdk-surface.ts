const byName = (kind: string): Record<'getByName' | 'putByName', string> => ({
  getByName: `${kind}ByName.get`,
  putByName: `${kind}ByName.put`,
});

/**
 * The classes of the sdk and their methods, by the names of operations. Those named `…Calls` have a class written by hand, which
 * adds what takes more than one call. `ces.request` and `ces.list` reach the other routes.
 */
export const surface: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Users: {
    ...{ ensure: 'Users.ensure', find: 'Users.find', findByName: 'Credentials.find', search: 'AdminUsers.search' },
    ...{ get: 'Users.details', account: 'AdminUsers.get', person: 'Person.details', wallet: 'UserLife.wallet' },
    ...{ timeline: 'UserLife.timeline', export: 'AdminUsers.export', correctBalance: 'Corrections.correct' },
    ...{ connections: 'Users.connections', connect: 'Users.connect', disconnect: 'AdminUsers.disconnect' },
    ...{ deactivate: 'AdminUsers.deactivate', reactivate: 'AdminUsers.reactivate' },
    ...{ delete: 'Deletion.close', restore: 'AdminUsers.restore' },
  },
  EventCalls: {
    ...{ definitions: 'Events.list', definition: 'Events.get', versions: 'Events.versions' },
    ...{ validate: 'Events.validate', ofUser: 'Events.ofUser', stats: 'EventStats.stats' },
    retire: 'Events.retire',
  },
  SegmentCalls: {
    ...{ list: 'Segments.list', get: 'Segments.get', members: 'Segments.members', delete: 'Segments.delete' },
  },
  CampaignCalls: {
    ...{ create: 'Campaigns.create', list: 'Campaigns.list', get: 'Campaigns.get', put: 'Campaigns.put' },
    ...{ start: 'Campaigns.start', pause: 'Campaigns.pause', end: 'Campaigns.end', delete: 'CampaignDrafts.delete' },
    ...{ validate: 'CampaignDrafts.validate', audience: 'CampaignDrafts.audience', simulate: 'Campaigns.simulate' },
    ...{ stats: 'Campaigns.stats', versions: 'CampaignDrafts.versions', clone: 'CampaignDrafts.clone' },
    ...{ beginBacktest: 'Backtests.begin', getBacktest: 'Backtests.get' },
    ...byName('Campaigns'),
  },
  Coupons: {
    ...{ create: 'CouponsAdmin.create', list: 'CouponsAdmin.list', get: 'CouponsAdmin.get' },
    ...{ codes: 'CouponCodes.codes', addCodes: 'CouponCodes.add' },
    ...{ redeem: 'Coupons.redeem', revokeSlip: 'CouponsAdmin.revoke', ...byName('Coupons') },
  },
  Stacks: {
    ...{ create: 'StacksAdmin.create', list: 'StacksAdmin.list', get: 'StacksAdmin.get', put: 'StacksAdmin.put' },
    ...byName('Stacks'),
  },
  Surveys: {
    ...{ create: 'SurveysAdmin.create', list: 'SurveysAdmin.list', get: 'SurveysAdmin.get', put: 'SurveysAdmin.put' },
    results: 'SurveysAdmin.results',
    ...byName('Surveys'),
  },
  Optins: {
    ...{ create: 'OptinsAdmin.create', list: 'OptinsAdmin.list', get: 'OptinsAdmin.get', put: 'OptinsAdmin.put' },
    ...{ retire: 'OptinsAdmin.retire', ...byName('Optins') },
  },
  CardDefinitions: {
    ...{ create: 'CardDefinitions.create', list: 'CardDefinitions.list' },
    ...{ get: 'CardDefinitions.get', put: 'CardDefinitions.put', ...byName('CardDefinitions') },
  },
  Cards: {
    ...{ issue: 'CardsAdmin.issue', get: 'CardsAdmin.get', change: 'CardsAdmin.change' },
    link: 'UserCards.link',
    ...{ transfer: 'CardsAdmin.transfer', withdraw: 'CardsAdmin.withdraw' },
  },
  Clients: {
    ...{ create: 'Clients.create', list: 'Clients.list', get: 'Clients.get', change: 'Clients.change' },
    ...{ delete: 'Clients.remove', addSecret: 'Clients.addSecret', promoteSecret: 'Clients.promoteSecret' },
    ...{ retireSecret: 'Clients.retireSecret', ...byName('Clients') },
  },
  WebhookCalls: {
    ...{ create: 'Webhooks.create', list: 'Webhooks.list', get: 'Webhooks.get', change: 'Webhooks.change' },
    ...{ delete: 'Webhooks.remove', secret: 'Webhooks.secret', rotateSecret: 'Webhooks.rotateSecret' },
    ...{ attempts: 'Webhooks.attempts', resend: 'Deliveries.resend', replay: 'Webhooks.replay' },
    ...{ setAside: 'Deliveries.setAside', resendSetAside: 'Deliveries.resendSetAside', stats: 'Deliveries.stats' },
    ...{ test: 'Deliveries.test', ping: 'Webhooks.ping', enable: 'Webhooks.enable', disable: 'Webhooks.disable' },
    ...{ createListener: 'Listeners.create', deleteListener: 'Listeners.remove' },
    ...{ createPortalSession: 'PortalSessions.create', ...byName('Webhooks') },
  },
  ImportCalls: { get: 'Imports.get', faults: 'Imports.faults' },
  RegistrationCalls: {
    ...{ available: 'Credentials.available', register: 'Credentials.register', nextStep: 'Registration.nextStep' },
    ...{ fields: 'Person.fields', savePerson: 'Person.save', optins: 'Optins.read', answerOptins: 'Optins.change' },
    ...{ addCard: 'Cards.add', complete: 'Registration.complete' },
    ...{ activate: 'Activation.activate', resendMail: 'Activation.resend' },
  },
  Me: {
    ...{ person: 'Person.me', changePerson: 'Person.change', changePassword: 'Passwords.change' },
    ...{ cards: 'Cards.ofUser', addCard: 'Cards.add', featureCard: 'Cards.feature', removeCard: 'Cards.remove' },
    ...{ optins: 'Optins.read', answerOptins: 'Optins.change' },
    ...{ slips: 'Coupons.slips', changeSlip: 'Coupons.change' },
    ...{ balances: 'Stacks.balances', transactions: 'Stacks.transactions' },
    ...{ surveys: 'Surveys.asked', survey: 'Surveys.get', answerSurvey: 'Surveys.answer' },
    ...{ requestDeletion: 'Deletion.request' },
  },
};
