import type { ServiceHealth, Wrong } from '@ces/contracts/operation/health';

/** The alerts FactsNotHandled and FactsNotPublished have these limits, too. */
const lagLimit = 300;
const outboxLimit = 60;

/** Lists what colleagues should look at, the worst first. */
export function whatIsWrong(services: ServiceHealth[]): Wrong[] {
  const rules = [notAnswering, notReady, notHandling, notPublishing, notMeasured, deadLetters];
  const found = rules.flatMap((rule) =>
    services.flatMap((each) => {
      const what = rule(each);
      return what === undefined ? [] : [{ service: each.service, what: `${each.service} ${what}.` }];
    }),
  );
  return [...found, ...severalVersions(services)];
}

type Rule = (health: ServiceHealth) => string | undefined;

const notAnswering: Rule = ({ answers }) => (answers ? undefined : 'does not answer');

const lacks: Record<string, string> = {
  accepting: 'is ending',
  nats: 'is not connected to NATS',
  database: 'cannot reach its database',
  messaging: 'cannot take calls',
  keys: 'has no keys of identity to check tokens with',
  revocations: 'does not know which tokens are revoked',
};

const notReady: Rule = ({ answers, ready, checks }) => {
  if (!answers || ready) return undefined;
  const missing = Object.keys(checks).filter((name) => checks[name] === false);
  return missing.map((name) => lacks[name] ?? `is not ready: ${name}`).join(', and ');
};

const notHandling: Rule = ({ lags }) => {
  const [worst] = (lags ?? []).filter(({ seconds }) => seconds > lagLimit);
  return worst && `is behind: ${worst.consumer} has not handled facts for ${inWords(worst.seconds)}`;
};

const notPublishing: Rule = ({ outbox_seconds, outbox_waiting }) =>
  outbox_seconds !== null && outbox_seconds > outboxLimit
    ? `has not published facts for ${inWords(outbox_seconds)}; ${outbox_waiting ?? 'some'} wait`
    : undefined;

const notMeasured: Rule = ({ service, answers, ready, outbox_seconds }) =>
  answers && ready && outbox_seconds === null && service !== 'gateway'
    ? 'cannot measure what waits; its database or NATS is slow'
    : undefined;

const deadLetters: Rule = ({ dead_letters }) =>
  dead_letters
    ? `has ${dead_letters} dead ${dead_letters === 1 ? 'letter' : 'letters'}: facts that it could not handle`
    : undefined;

function severalVersions(services: ServiceHealth[]): Wrong[] {
  const versions = [...new Set(services.flatMap(({ version }) => version ?? []))].sort();
  if (versions.length < 2) return [];
  const what = `Services run different versions: ${versions.join(', ')}. This is so during an upgrade.`;
  return [{ service: 'all', what }];
}

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'seconds']
      : seconds < 7_200
        ? [seconds / 60, 'minutes']
        : seconds < 172_800
          ? [seconds / 3_600, 'hours']
          : [seconds / 86_400, 'days'];
  return `${Math.round(count)} ${unit}`;
}
