import {
  Activity,
  House,
  Megaphone,
  Radio,
  Settings,
  Ticket,
  Users,
  Webhook,
  type LucideIcon,
  ListFilter,
} from 'lucide-react';
import type { Words } from '../words/english.js';

export interface Place {
  to: string;
  word: 'home' | 'customers' | 'campaigns' | 'rewards' | 'segments' | 'events' | 'webhooks' | 'operations' | 'settings';
  icon: LucideIcon;
  group: 'marketing' | 'developers' | 'system' | undefined;
  /** A role with one of these sees it; without any, everybody does. */
  scopes: readonly string[];
}

export const places: readonly Place[] = [
  { to: '/', word: 'home', icon: House, group: undefined, scopes: [] },
  { to: '/customers', word: 'customers', icon: Users, group: undefined, scopes: ['users:read'] },
  {
    to: '/campaigns',
    word: 'campaigns',
    icon: Megaphone,
    group: 'marketing',
    scopes: ['campaigns:manage', 'admin:read'],
  },
  { to: '/rewards', word: 'rewards', icon: Ticket, group: 'marketing', scopes: ['rewards:manage', 'admin:read'] },
  { to: '/segments', word: 'segments', icon: ListFilter, group: 'marketing', scopes: ['segments'] },
  {
    to: '/events',
    word: 'events',
    icon: Radio,
    group: 'developers',
    scopes: ['events:read', 'events:define', 'events:write'],
  },
  { to: '/webhooks', word: 'webhooks', icon: Webhook, group: 'developers', scopes: ['webhooks'] },
  {
    to: '/operations',
    word: 'operations',
    icon: Activity,
    group: 'system',
    scopes: ['dead-letters:manage', 'admin:read'],
  },
  {
    to: '/settings',
    word: 'settings',
    icon: Settings,
    group: 'system',
    scopes: ['clients:manage', 'optins:manage', 'cards:manage', 'audit:read', 'admin:read'],
  },
];

export function nameOf(place: Place, words: Words): string {
  return words.shell[place.word];
}
