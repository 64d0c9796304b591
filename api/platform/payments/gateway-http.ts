// HTTP to a gateway: timeouts, client certificates, and one error for every kind of missing answer.
import { Agent, fetch } from 'undici';
import { GatewayError } from './port.ts';

export type GatewayHttpOptions = {
  baseUrl: string;
  timeoutMs: number;
  /** PEM texts for gateways with mTLS. `ca` only for a private authority. */
  clientCertificate?: { cert: string; key: string; ca?: string } | undefined;
};

export type GatewayRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base URL, already encoded. */
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
};

/** A conclusive reply: below 500, and not "try later". */
export type GatewayReply = { status: number; body: unknown };

export type GatewayHttp = {
  /**
   * Throws GatewayError (`unknown`) without an answer in time, or when the reply says nothing about
   * the request.
   */
  send: (request: GatewayRequest) => Promise<GatewayReply>;
  close: () => Promise<void>;
};

/** One request and its reply as sent over the wire. */
export type HttpExchange = {
  method: string;
  url: string;
  body: string | undefined;
  status: number;
  replyType: string | undefined;
  reply: string;
};

const observers = new Set<(exchange: HttpExchange) => void>();

/**
 * For tests: passes every exchange with any gateway to the observer until the returned function is
 * called.
 */
export const observeExchanges = (observer: (exchange: HttpExchange) => void): (() => void) => {
  observers.add(observer);
  return () => void observers.delete(observer);
};

const MAX_REPLY_BYTES = 4 * 1024 * 1024;
const MAX_CONNECTIONS = 32;
/** Timeout, too early, too many: the gateway did not process the request. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

const bodyOf = ({ json, form }: GatewayRequest): { body?: string; type?: string } => {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form !== undefined)
    return {
      body: new URLSearchParams(form).toString(),
      type: 'application/x-www-form-urlencoded',
    };
  return {};
};

const parseBody = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GatewayError('unknown', 'the gateway answered something that is not JSON', error);
  }
};

/** Opens a connection pool to one gateway. */
export const connectGateway = ({
  baseUrl,
  timeoutMs,
  clientCertificate,
}: GatewayHttpOptions): GatewayHttp => {
  // Node's global fetch can't present a client certificate; undici's can.
  const dispatcher = new Agent({
    connections: MAX_CONNECTIONS,
    maxResponseSize: MAX_REPLY_BYTES,
    connect: { ...clientCertificate, timeout: timeoutMs },
  });
  const base = baseUrl.replace(/\/$/, '');

  const exchange = async (request: GatewayRequest): Promise<{ status: number; text: string }> => {
    const { body, type } = bodyOf(request);
    try {
      const response = await fetch(`${base}${request.path}`, {
        method: request.method,
        headers: {
          accept: 'application/json',
          ...(type ? { 'content-type': type } : {}),
          ...request.headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        dispatcher,
      });
      const text = await response.text();
      for (const observe of observers)
        observe({
          method: request.method,
          url: `${base}${request.path}`,
          body,
          status: response.status,
          replyType: response.headers.get('content-type') ?? undefined,
          reply: text,
        });
      return { status: response.status, text };
    } catch (error) {
      throw new GatewayError(
        'unknown',
        `no answer from the gateway to ${request.method} ${request.path}`,
        error,
      );
    }
  };

  return {
    send: async (request) => {
      const { status, text } = await exchange(request);
      if (status >= 500 || RETRYABLE_STATUSES.has(status))
        throw new GatewayError(
          'unknown',
          `the gateway answered ${status} to ${request.method} ${request.path}`,
        );
      return { status, body: parseBody(text) };
    },
    close: () => dispatcher.destroy(),
  };
};
