// The error hook: expected failures become a refusal in the caller's language; all other errors are
// logged and answer a plain 500.
import { errors } from '@camarim/contract';
import type { ErrorCode, FieldError } from '@camarim/contract/errors';
import type { Refusal } from '@camarim/contract/wire';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable } from '../database/database-errors.ts';
import { AppError } from '../errors/app-error.ts';
import { outages } from '../log/once-per-outage.ts';
import { text } from '../text/text.ts';
import { requestLocale } from './context.ts';

type Issue = {
  code?: string;
  keys?: readonly string[];
  message?: string | undefined;
  minimum?: number;
  maximum?: number;
  origin?: string;
};

/** Maps a validation issue to the message catalogue; unknown ones are "invalid". */
const fieldOf = (issue: Issue): FieldError => {
  const text = issue.origin === 'string' || issue.origin === 'array';
  if (issue.code === 'too_small') {
    if (!text) return { code: 'validate.minValue', min: Number(issue.minimum) };
    return issue.minimum === 1
      ? { code: 'validate.required' }
      : { code: 'validate.min', min: Number(issue.minimum) };
  }
  if (issue.code === 'too_big')
    return text
      ? { code: 'validate.max', max: Number(issue.maximum) }
      : { code: 'validate.maxValue', max: Number(issue.maximum) };
  if (issue.code === 'invalid_type' && issue.message?.endsWith('received undefined'))
    return { code: 'validate.required' };
  return { code: 'validate.invalid' };
};

type ValidationIssue = { keyword: string; instancePath: string; params: Issue; message?: string };

const fromValidation = (complaints: readonly ValidationIssue[]): AppError => {
  const fields: Record<string, FieldError> = {};
  for (const { keyword, instancePath, params, message } of complaints) {
    const name = instancePath.split('/').filter(Boolean).join('.') || 'body';
    // An undeclared parameter has no path of its own, so its name is the field.
    for (const key of params.keys ?? [name])
      fields[key] ??= fieldOf({ ...params, code: keyword, message });
  }
  return new AppError('validate.invalidRequest', { fields });
};

/** Fastify's request errors as codes of the contract. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'validate.invalidRequest',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validate.invalidRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validate.invalidRequest',
  FST_ERR_BAD_URL: 'route.notFound',
};

/**
 * Other 4xx errors of Fastify and its plugins: a path that leaves the folder of files, an
 * incomplete body.
 */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'validate.invalidRequest',
  403: 'route.notFound',
  404: 'route.notFound',
  405: 'route.notFound',
  412: 'validate.invalidRequest',
  413: 'request.bodyTooLarge',
  415: 'request.unsupportedMediaType',
  416: 'validate.invalidRequest',
};

/** Seconds after which the database may be back: a restart after a crash takes about as long. */
const OUTAGE_RETRY_SECONDS = 5;
/**
 * The route's deadline passed (server.ts). Its work may still complete; a repeated call with the
 * idempotency key gets the reply.
 */
const DEADLINE = 'FST_ERR_HANDLER_TIMEOUT';

/** Whether the same request may succeed later. */
const isTransient = (error: FastifyError | Error): boolean =>
  (error as FastifyError).code === DEADLINE || isUnavailable(error);

/**
 * The client closed its connection while the response was streamed. That is not an error of the
 * server.
 */
const hasClientLeft = (error: FastifyError | Error, reply: FastifyReply): boolean =>
  (error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;

/** A failure of a request as a refusal of the contract; null when it is a fault. */
export const toAppError = (error: FastifyError | Error): AppError | null => {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return fromValidation(error.validation as unknown as ValidationIssue[]);
  const code =
    FRAMEWORK[(error as FastifyError).code ?? ''] ??
    BY_STATUS[(error as FastifyError).statusCode ?? 0];
  return code ? new AppError(code) : null;
};

const refusal = (request: FastifyRequest, error: AppError): Refusal => {
  const locale = requestLocale(request);
  const { fields, reply, retryAfterSeconds: _retry, ...numbers } = error.data;
  const named =
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, { code, ...rest }]) => [
        name,
        { code, message: text(locale, code, rest) },
      ]),
    );
  return {
    success: false,
    code: error.code,
    message: text(locale, error.code, numbers),
    ...(named && { fields: named }),
    ...(reply !== undefined && { data: reply }),
    requestId: request.id,
  };
};

export const sendRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): FastifyReply => {
  if (error.data.retryAfterSeconds) reply.header('retry-after', error.data.retryAfterSeconds);
  return reply.code(errors[error.code]).send(refusal(request, error));
};

export const installErrorHook = (app: FastifyInstance): void => {
  const failures = outages();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error);
    if (known) {
      request.log.debug({ code: known.code }, 'refused');
      return sendRefusal(request, reply, known);
    }
    if (hasClientLeft(error, reply)) {
      request.log.debug('the client left before the response ended');
      return reply.hijack();
    }
    if (isTransient(error)) {
      // Every request fails during an outage; only the first is logged.
      if (failures.begins()) request.log.error({ err: error }, 'requests are refused with 503');
      return sendRefusal(
        request,
        reply,
        new AppError('server.unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS }),
      );
    }
    request.log.error({ err: error }, 'request failed');
    return sendRefusal(request, reply, new AppError('server.failure'));
  });
};
