// The context of a call beside its input: language, address, request id, idempotency key.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { localeOf } from '../text/text.ts';
import type { RequestContext } from './viewer.ts';

export const IDEMPOTENCY_KEY = /^[\w-]{8,128}$/;

export const contextOf = (request: FastifyRequest): Omit<RequestContext, 'adult' | 'requester'> => {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)))
    throw new AppError('request.idempotencyKeyMissing');
  return {
    id: request.id,
    locale: requestLocale(request),
    address: request.ip,
    port: portOf(request),
    placeName: request.placeName,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    idempotencyKey: key ?? null,
  };
};

const portOf = ({ ip, socket }: FastifyRequest): number | null =>
  ip === socket.remoteAddress ? (socket.remotePort ?? null) : null;

/** The reader's language: the lang header, else the locale cookie, else Portuguese. */
export const requestLocale = (request: FastifyRequest) =>
  localeOf(request.headers['lang'], request.cookies?.['locale']);
