import { Logger } from '@nestjs/common';
import { Pool, type Dispatcher } from 'undici';

interface Address {
  url: string;
  pool: Pool;
  ready: boolean;
}

const lookEveryMs = 1_000;
/** A frozen process accepts connections and answers nothing. */
const readyWithinMs = 1_000;
/** Errors of connections that were never made. */
const unconnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The addresses of identity's replicas, which get requests in turn. A replica that is not ready gets none while another
 * is ready. A request goes to another address only if the first one cannot have seen it.
 */
export class IdentityAddresses {
  private readonly logger = new Logger('Identity');
  private readonly addresses: Address[];
  private readonly timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(urls: readonly string[]) {
    this.addresses = urls.map((url) => ({ url, pool: poolOf(url), ready: true }));
    if (urls.length > 1) this.timer = setInterval(() => void this.look(), lookEveryMs).unref();
  }

  async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    let failure: unknown;
    for (const address of this.inTurn()) {
      try {
        return await address.pool.request(options);
      } catch (error) {
        this.note(address, false);
        failure = error;
        if (!isUnseen(error)) break;
      }
    }
    throw failure;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.addresses.map(({ pool }) => pool.close()));
  }

  private inTurn(): Address[] {
    this.turn = (this.turn + 1) % this.addresses.length;
    const turned = [...this.addresses.slice(this.turn), ...this.addresses.slice(0, this.turn)];
    return [...turned.filter(({ ready }) => ready), ...turned.filter(({ ready }) => !ready)];
  }

  private async look(): Promise<void> {
    const ask = async (address: Address): Promise<void> => {
      this.note(address, await isReady(address.url));
    };
    await Promise.all(this.addresses.map(ask));
  }

  private note(address: Address, ready: boolean): void {
    if (this.addresses.length === 1 || address.ready === ready) return;
    address.ready = ready;
    this.logger.warn(`identity at ${address.url} is ${ready ? 'ready again' : 'not ready; other addresses are used'}`);
  }
}

function poolOf(url: string): Pool {
  return new Pool(url, {
    connections: 64,
    // Shorter than identity drains, so that no request goes out on a connection that identity is about to close.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    maxResponseSize: 1_048_576,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connect: { timeout: 2_000 },
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(readyWithinMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function isUnseen(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unconnected.has(String(error.code));
}
