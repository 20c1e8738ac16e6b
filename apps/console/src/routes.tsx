import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRoute,
  type AnyRouter,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Broken, Missing } from './shell/broken.js';
import { Gate } from './shell/gate.js';
import { loadSettingsWords } from './words/language.js';

const root = createRootRoute({ notFoundComponent: Missing });
const gate = createRoute({ getParentRoute: () => root, id: 'gate', component: Gate });

type Load = () => Promise<Record<string, unknown>>;

/** Each screen is a file of its own, which is loaded when it is first opened or pointed at. */
const screen = (path: string, load: Load, name: string): AnyRoute =>
  createRoute({
    getParentRoute: () => gate,
    path,
    component: lazyRouteComponent(load as never, name) as () => ReactNode,
  });

const settingsScreen = (path: string, load: Load, name: string): AnyRoute => {
  const loadBoth = async (): Promise<Record<string, unknown>> => {
    const [loaded] = await Promise.all([load(), loadSettingsWords()]);
    return loaded;
  };
  return screen(path, loadBoth, name);
};

const screens = [
  screen('/', () => import('./screens/home/home.js'), 'Home'),
  screen('/customers', () => import('./screens/customers/customers.js'), 'Customers'),
  screen('/customers/$id', () => import('./screens/customers/customer.js'), 'Customer'),
  screen('/campaigns', () => import('./screens/campaigns/campaigns.js'), 'Campaigns'),
  screen('/campaigns/new', () => import('./screens/campaigns/builder/builder.js'), 'NewCampaignPage'),
  screen('/campaigns/$id', () => import('./screens/campaigns/campaign.js'), 'CampaignPage'),
  screen('/campaigns/$id/edit', () => import('./screens/campaigns/builder/builder.js'), 'EditCampaignPage'),
  screen('/rewards', () => import('./screens/rewards/coupons.js'), 'Coupons'),
  screen('/rewards/stacks', () => import('./screens/rewards/stacks.js'), 'Stacks'),
  screen('/rewards/surveys', () => import('./screens/rewards/surveys.js'), 'Surveys'),
  screen('/rewards/surveys/$id', () => import('./screens/rewards/survey.js'), 'SurveyPage'),
  screen('/rewards/coupons/$id', () => import('./screens/rewards/coupon.js'), 'CouponPage'),
  screen('/segments', () => import('./screens/segments/segments.js'), 'Segments'),
  screen('/segments/$id', () => import('./screens/segments/segment.js'), 'SegmentPage'),
  screen('/events', () => import('./screens/events/events.js'), 'Events'),
  screen('/events/new', () => import('./screens/events/definition.js'), 'NewEventPage'),
  screen('/events/live', () => import('./screens/events/live.js'), 'Live'),
  screen('/events/$name', () => import('./screens/events/event.js'), 'EventPage'),
  screen('/webhooks', () => import('./screens/webhooks/webhooks.js'), 'Webhooks'),
  screen('/webhooks/$id', () => import('./screens/webhooks/webhook.js'), 'WebhookPage'),
  screen('/operations', () => import('./screens/operations/operations-page.js'), 'FirstOperations'),
  screen('/operations/health', () => import('./screens/operations/health.js'), 'Health'),
  screen('/operations/dead-letters', () => import('./screens/operations/dead-letters.js'), 'DeadLetters'),
  screen('/operations/imports', () => import('./screens/operations/imports.js'), 'Imports'),
  screen('/operations/reconcile', () => import('./screens/operations/reconcile.js'), 'Reconcile'),
  settingsScreen('/settings', () => import('./screens/settings/settings-page.js'), 'FirstSettings'),
  settingsScreen('/settings/clients', () => import('./screens/settings/clients.js'), 'Clients'),
  settingsScreen('/settings/providers', () => import('./screens/settings/providers.js'), 'Providers'),
  settingsScreen('/settings/optins', () => import('./screens/settings/optins.js'), 'Optins'),
  settingsScreen('/settings/cards', () => import('./screens/settings/cards/cards.js'), 'Cards'),
  settingsScreen('/settings/mails', () => import('./screens/settings/mails/mails.js'), 'Mails'),
  settingsScreen('/settings/operators', () => import('./screens/settings/operators.js'), 'Operators'),
  settingsScreen('/settings/security', () => import('./screens/security/security.js'), 'Security'),
  settingsScreen('/settings/audit', () => import('./screens/settings/audit.js'), 'Audit'),
];

/** For subscribers without an account, so it stands outside of the gate. */
const portal = createRoute({
  getParentRoute: () => root,
  path: '/portal',
  component: lazyRouteComponent(() => import('./screens/portal/portal.js'), 'Portal'),
});

export function makeRouter(): AnyRouter {
  return createRouter({
    routeTree: root.addChildren([gate.addChildren(screens), portal]),
    basepath: '/console',
    defaultPreload: 'intent',
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: Missing,
    scrollRestoration: true,
  });
}
