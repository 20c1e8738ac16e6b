import type { Ces, ExternalSegment } from '@ces/sdk';
import { kinds, type Json, type Kind, type KindName, type Present } from './kinds.ts';

/** The objects of an installation. Each kind is read once, when something asks for it. */
export class Installation {
  readonly ces: Ces;
  private readonly read = new Map<KindName, Promise<Present[]>>();
  private segmentsRead: Promise<ExternalSegment[]> | undefined;

  constructor(ces: Ces) {
    this.ces = ces;
  }

  all(name: KindName): Promise<Present[]> {
    const reading = this.read.get(name) ?? this.list(name);
    this.read.set(name, reading);
    return reading;
  }

  async find(name: KindName, key: string): Promise<Present | undefined> {
    return (await this.all(name)).find((each) => each.key === key);
  }

  async findById(name: KindName, id: string): Promise<Present | undefined> {
    return (await this.all(name)).find((each) => each.id === id);
  }

  segments(): Promise<ExternalSegment[]> {
    return (this.segmentsRead ??= this.ces.segments.list().all());
  }

  /** The address in the names of event definitions, which may be another one than ours. */
  async publicUrl(): Promise<string> {
    const path = '/.well-known/openid-configuration';
    return (await this.ces.request<{ issuer: string }>('GET', path)).issuer;
  }

  /** An object that was just made or changed. */
  async note(name: KindName, present: Present): Promise<void> {
    const others = (await this.all(name)).filter(({ id }) => id !== present.id);
    this.read.set(name, Promise.resolve([...others, present]));
  }

  private async list(name: KindName): Promise<Present[]> {
    const { path } = kindOf(name);
    const found = await this.ces.list<Json>(path).all();
    if (name === 'events')
      return found.map((each) => ({ ...each, id: textOf(each['event_name']), key: textOf(each['event_name']) }));
    // The list of webhooks is that of the specification, which shows no key.
    if (name === 'webhooks')
      return Promise.all(found.map(({ id }) => this.ces.request<Present>('GET', `${path}/${textOf(id)}`)));
    const isThere = ({ retired_at }: Json): boolean => retired_at === undefined || retired_at === null;
    return found.filter(isThere).map((each) => ({ ...each, id: textOf(each['id']), key: textOf(each['key']) || null }));
  }
}

export function kindOf(name: KindName): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (found === undefined) throw new Error(`there is no kind ${name}`);
  return found;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
