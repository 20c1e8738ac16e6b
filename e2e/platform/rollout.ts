import { environmentOf } from '../../deploy/kubernetes/pod-environment.ts';
import { specsOf } from '../../deploy/kubernetes/read-manifests.ts';
import { Pod } from './pod.js';

/** On one machine, each process has ports of its own. */
const ofPod = ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'LOG_LEVEL'];

/** The pods of one Deployment of deploy/kubernetes. */
export class Rollout {
  private pods: Pod[] = [];
  private terminating: Pod[] = [];
  private readonly endings: Promise<void>[] = [];

  /** `settings` stand in place of those of the manifest that are secret or lead to other servers. */
  constructor(
    private readonly app: string,
    private readonly settings: Record<string, string>,
    private readonly report: (fault: string) => void,
  ) {}

  /** The addresses at which new connections arrive. */
  get endpoints(): string[] {
    return [...this.pods, ...this.terminating].flatMap(({ endpoints }) => endpoints);
  }

  async scaleTo(replicas: number): Promise<void> {
    while (this.pods.length < replicas) this.pods.push(await this.start());
    while (this.pods.length > replicas) this.deleteOldest();
  }

  /** Replaces all pods. An old one is deleted when a new one is ready, because the manifests allow no unavailable pod. */
  async replaceAll(): Promise<void> {
    const { maxSurge } = manifestOf(this.app).strategy.rollingUpdate;
    for (let left = this.pods.length; left > 0; left -= maxSurge) {
      const next = Array.from({ length: Math.min(left, maxSurge) }, () => this.start());
      for (const pod of await Promise.all(next)) {
        this.pods.push(pod);
        this.deleteOldest();
      }
    }
  }

  /** Resolves when the processes of all deleted pods have ended. */
  async whenGone(): Promise<void> {
    await Promise.all(this.endings);
    this.terminating = [];
  }

  private deleteOldest(): void {
    const pod = this.pods.shift();
    if (!pod) return;
    this.terminating.push(pod);
    this.endings.push(pod.delete());
  }

  private start(): Promise<Pod> {
    const { template } = manifestOf(this.app);
    const { values, parts, secrets } = environmentOf(template.spec.containers[0]);
    // Without a Secret that need not be there, Kubernetes leaves its variable out.
    const absent = secrets.flatMap(({ name, key, optional }) => (optional ? [`secret:${name}/${key}`] : []));
    const own = Object.entries(values).filter(
      ([name, value]) => !ofPod.includes(name) && !parts.includes(name) && !absent.includes(value),
    );
    return Pod.start(this.app, template, { ...Object.fromEntries(own), ...this.settings }, this.report);
  }
}

export function manifestOf(app: string) {
  const found = specsOf('Deployment')[app];
  if (!found) throw new Error(`${app} has no Deployment`);
  return found;
}
