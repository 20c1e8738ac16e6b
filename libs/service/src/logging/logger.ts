import { currentCall } from '@ces/messaging/calls/call-context';
import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { loggedError } from './logged-error.js';

const secrets = [
  'secret',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'nonce',
  'authorization',
  'cookie',
];

/** The trace as OpenTelemetry names it in logs; nothing without one. */
export function traceId(traceparent: string | undefined): { trace_id?: string } {
  return traceparent === undefined ? {} : { trace_id: traceparent.slice(3, 35) };
}

/** Writes JSON lines with the request's id and trace. Nest's own messages are written here too. */
export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(service: string, level: string, destination: DestinationStream = pino.destination(1)) {
    const options: LoggerOptions = {
      level,
      serializers: { err: loggedError },
      base: { service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      mixin: () => {
        const call = currentCall();
        return call ? { request_id: call.requestId, ...traceId(call.traceparent) } : {};
      },
    };
    this.pino = pino(options, destination);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest appends the context as the last parameter; `logger.warn({ err }, 'text')` is pino's own shape. */
  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.length > 0 ? rest.at(-1) : undefined;
    const text = rest.slice(0, -1).find((each) => typeof each === 'string');
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ context, ...message }, text ?? '');
    else this.pino[level]({ context }, String(message));
  }
}
