import { specsOf } from './read-manifests.ts';

export interface Autoscaler {
  kind: 'HorizontalPodAutoscaler' | 'ScaledObject';
  /** The name of the Deployment. */
  target: string;
  least: number;
  most: number;
}

export function autoscalers(): Autoscaler[] {
  const plain = Object.values(specsOf('HorizontalPodAutoscaler')).map(
    ({ scaleTargetRef, minReplicas, maxReplicas }): Autoscaler => {
      const kind = 'HorizontalPodAutoscaler';
      return { kind, target: scaleTargetRef.name, least: minReplicas, most: maxReplicas };
    },
  );
  const byLag = Object.values(specsOf('ScaledObject')).map(
    ({ scaleTargetRef, minReplicaCount, maxReplicaCount }): Autoscaler => {
      return { kind: 'ScaledObject', target: scaleTargetRef.name, least: minReplicaCount, most: maxReplicaCount };
    },
  );
  return [...plain, ...byLag];
}
