import { currentCall } from '@ces/messaging/calls/call-context';
import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { loggedError } from './logged-error.js';

const secrets = new Set([
  'secret',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'nonce',
  'authorization',
  'cookie',
]);

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** The trace as OpenTelemetry names it in logs; nothing without one. */
export function traceId(traceparent: string | undefined): { trace_id?: string } {
  return traceparent === undefined ? {} : { trace_id: traceparent.slice(3, 35) };
}

/** Writes JSON lines with the request's id and trace. Nest's own messages are written here too. */
export class JsonLogger implements LoggerService {
  private readonly redacting: Logger;
  /** For lines that hold nothing to redact: the search for secrets costs many times as much as such a line. */
  private readonly plain: Logger;

  constructor(service: string, level: string, destination: DestinationStream = pino.destination(1)) {
    const options: LoggerOptions = {
      level,
      serializers: { err: loggedError },
      base: { service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => {
        const call = currentCall();
        return call ? { request_id: call.requestId, ...traceId(call.traceparent) } : {};
      },
    };
    const paths = [...secrets].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
    this.redacting = pino({ ...options, redact: { paths, censor: '[redacted]' } }, destination);
    this.plain = pino(options, destination);
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
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.length > 0 ? rest.at(-1) : undefined;
    const text = rest.slice(0, -1).find((each) => typeof each === 'string');
    if (message instanceof Error) this.redacting[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.writeFields(level, { context, ...message }, text);
    else this.plain[level]({ context }, String(message));
  }

  private writeFields(level: Level, fields: Record<string, unknown>, text = ''): void {
    const isPlain = Object.entries(fields).every(([name, value]) => typeof value !== 'object' && !secrets.has(name));
    (isPlain ? this.plain : this.redacting)[level](fields, text);
  }
}
