import type { Dispatcher } from 'undici';

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

export type Posted = Answer | { error: string };

interface PostRequest {
  dispatcher: Dispatcher;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** The time limit of all steps together: name, connection, request and answer. */
  timeoutMs: number;
}

const answerBytes = 16 * 1_024;
/** The time limit of the body: the status decides, and the body is only kept for the log of attempts. */
const bodyMs = 1_000;

/** Sends one POST. It never throws and always ends in time. It unpacks no content encoding and follows no redirect. */
export function post({ dispatcher, url, headers, body, timeoutMs }: PostRequest): Promise<Posted> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status: number | undefined;
    let retryAfter: string | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let over = false;
    const end = (error: string): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      resolve(status === undefined ? { error } : { status, retryAfter, body: textOf(chunks) });
    };
    const giveUp = (error: string): void => {
      end(error);
      controller?.abort(new Error(error));
    };
    const began = performance.now();
    let timer = setTimeout(giveUp, timeoutMs, 'timeout');
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body },
      {
        onRequestStart: (given) => {
          controller = given;
          // A process that was frozen while it connected may get here before its timer fires.
          if (over || performance.now() - began >= timeoutMs) giveUp('timeout');
        },
        onResponseStart: (_, statusCode, answered) => {
          if (statusCode < 200) return;
          status = statusCode;
          const header = answered['retry-after'];
          retryAfter = Array.isArray(header) ? header[0] : header;
          clearTimeout(timer);
          timer = setTimeout(giveUp, Math.min(bodyMs, began + timeoutMs - performance.now()), 'timeout');
        },
        onResponseData: (_, chunk) => {
          if (over) return;
          size += chunk.length;
          chunks.push(chunk.subarray(0, Math.max(0, answerBytes - (size - chunk.length))));
          if (size > answerBytes) giveUp('too long');
        },
        onResponseEnd: () => {
          end('');
        },
        onResponseError: (_, error) => {
          end(wordFor(error));
        },
      },
    );
  });
}

const words: Record<string, string> = {
  ERR_FORBIDDEN_ADDRESS: 'address-forbidden',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_SOCKET: 'connection-closed',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-closed',
  EPIPE: 'connection-closed',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EHOSTUNREACH: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
};

/** Plain words for the log of attempts, which tell nothing about our own network. */
function wordFor(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code)) return 'answer-malformed';
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_|SELF_|EPROTO)/.test(code)) return 'tls-failed';
  return words[code] ?? 'failed';
}

/** Replaces NUL, which PostgreSQL cannot store in a text. */
function textOf(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD');
}
