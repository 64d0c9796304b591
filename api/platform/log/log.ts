// The process's logger: structured lines that carry no personal data, whatever a caller passes in.
import { pino, type Logger } from 'pino';
import { prettyLine } from './pretty.ts';
import { boundText, redactFields, redactText } from './redact.ts';

export type { Logger };

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type LogOptions = {
  level: LogLevel;
  /** `json` for machines; `pretty` for a person at a terminal. */
  format: 'json' | 'pretty';
  /** Where finished lines go; standard output unless a test listens. */
  write?: (line: string) => void;
};

/**
 * The logged parts of a request, without personal data: the address has no query string.
 */
type LoggedRequest = { id?: unknown; method?: string; url?: string };

/**
 * Makes the logger. Every text is cut at some length. Fields named like secrets or personal data
 * are replaced at any depth, and so is text that looks like an email address, a token, a CPF or a
 * query string, because messages of libraries quote what they were given. Fastify takes it as
 * `loggerInstance` and adds the request id to each line of a request.
 */
export const createLogger = ({ level, format, write = toStandardOutput }: LogOptions): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(given, method) {
          method.apply(
            this,
            given.map((part: unknown) =>
              typeof part === 'string' ? boundText(part) : part,
            ) as typeof given,
          );
        },
      },
      formatters: { level: (label) => ({ level: label }), log: redactFields },
      serializers: {
        err: serializeError,
        req: ({ id, method, url }: LoggedRequest) => ({
          id,
          method,
          path: url && boundText(url.split('?')[0] ?? ''),
        }),
        res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
      },
    },
    {
      write: (line: string) =>
        write(format === 'pretty' ? prettyLine(redactText(line)) : redactText(line)),
    },
  );

type LoggedError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
};

/** Errors, and the copies of errors that some libraries emit: objects with a message. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' &&
  error !== null &&
  typeof (error as { message?: unknown }).message === 'string';

// Not pino's own: that one copies every property, and a database error carries the row it complains
// about.
const serializeError = (error: unknown): LoggedError => {
  if (!isErrorLike(error)) return { type: typeof error, message: boundText(String(error)) };
  const { name, code } = error as { name?: unknown; code?: unknown };
  return {
    type: typeof name === 'string' ? name : 'Error',
    message: boundText(error.message),
    ...(typeof code === 'string' && { code }),
    stack: typeof error.stack === 'string' ? boundText(error.stack) : undefined,
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
};

// Synchronous, so that the last words before a crash are not lost in a buffer.
const standardOutput = pino.destination({ dest: 1, sync: true });
const toStandardOutput = (line: string): void => void standardOutput.write(line);
