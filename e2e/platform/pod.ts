import { startProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod as Template, Probe } from '../../deploy/kubernetes/read-manifests.ts';

/**
 * A process of an app, treated as Kubernetes treats the pod of its manifest: probed, and ended by preStop, SIGTERM and, after the
 * grace, SIGKILL. What a pod of a sound manifest never meets is told to `report`.
 */
export class Pod {
  private ready = false;
  private over = false;
  private readonly ending = new AbortController();

  private constructor(
    private readonly name: string,
    private readonly process: ServiceProcess,
    private readonly template: Template['spec'],
    private readonly report: (fault: string) => void,
  ) {}

  /** Resolves when the pod is ready, or rejects when its start-up probe gives it up. */
  static async start(
    name: string,
    template: Template,
    env: Record<string, string>,
    report: (fault: string) => void,
  ): Promise<Pod> {
    const process = await startProcess(name, env);
    const pod = new Pod(name, process, template.spec, report);
    try {
      await pod.becomeReady();
      return pod;
    } catch (error) {
      await process.kill();
      throw error;
    }
  }

  /**
   * The address while connections may come. Balancers hear of the deletion of a pod only when its preStop is over: that is the
   * latest which the manifests allow.
   */
  get endpoints(): string[] {
    return this.ready && !this.over ? [this.process.url] : [];
  }

  async delete(): Promise<void> {
    this.ending.abort();
    const begun = performance.now();
    await sleep((this.template.containers[0].lifecycle?.preStop.sleep.seconds ?? 0) * 1_000);
    this.over = true;
    const grace = (this.template.terminationGracePeriodSeconds ?? 30) * 1_000 - (performance.now() - begun);
    const endedWell = await this.process.stop(Math.max(0, grace));
    if (!endedWell) this.report(`${this.name} did not end within its grace`);
  }

  private async becomeReady(): Promise<void> {
    const { startupProbe, readinessProbe, livenessProbe } = this.template.containers[0];
    if (!startupProbe || !readinessProbe || !livenessProbe) throw new Error(`${this.name} lacks a probe`);
    let failures = 0;
    while (!(await this.answers(startupProbe))) {
      failures += 1;
      if (failures === startupProbe.failureThreshold)
        throw new Error(`${this.name} does not start in time:\n${this.process.log().slice(-2_000)}`);
      await sleep(startupProbe.periodSeconds * 1_000);
    }
    const readiness = this.watch(readinessProbe, (ready) => (this.ready = ready));
    const liveness = this.watch(livenessProbe, (alive) => {
      if (!alive) this.report(`${this.name} would be restarted: it does not answer ${livenessProbe.httpGet.path}`);
    });
    void Promise.all([readiness, liveness]).catch((error: unknown) => {
      this.report(String(error));
    });
    while (!this.ready) await sleep(50);
  }

  /** Asks until the pod is deleted. A success counts at once, a failure when it is repeated often enough. */
  private async watch(probe: Probe, tell: (success: boolean) => void): Promise<void> {
    let failures = 0;
    while (!this.ending.signal.aborted) {
      const success = await this.answers(probe);
      failures = success ? 0 : failures + 1;
      if (success || failures >= probe.failureThreshold) tell(success);
      await sleep(probe.periodSeconds * 1_000, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private async answers({ httpGet, timeoutSeconds }: Probe): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
      const answer = await fetch(`${this.process.url}${httpGet.path}`, { signal });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
