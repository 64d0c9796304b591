// A program that receives webhooks, for tests: it checks their signatures as the specification of
// Standard Webhooks asks of receivers, by code that it shares with no sender.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type WebhookRequest = { id: string; at: number; path: string; event: Record<string, unknown> };

export type WebhookProgram = {
  origin: string;
  /** Secrets that it knows; a request that none of them has signed is not in `received`. */
  secrets: string[];
  /** Requests with a valid signature, oldest first. */
  received: WebhookRequest[];
  /** Requests without one. */
  refused: number;
  /** Status of its next answers; 204 unless set. */
  answer: number;
  close(): Promise<void>;
};

const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.fromBase64(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );

/** Whether one of the signatures is of this secret, and made within five minutes of `nowMs`. */
export const isSignedBy = async (
  secret: string,
  headers: Record<string, string | undefined>,
  body: string,
  nowMs: number,
): Promise<boolean> => {
  const id = headers['webhook-id'] ?? '';
  const at = headers['webhook-timestamp'] ?? '';
  if (!/^\d+$/.test(at) || Math.abs(nowMs / 1_000 - Number(at)) > TOLERANCE_SECONDS) return false;
  const key = await keyOf(secret);
  const content = new TextEncoder().encode([id, at, body].join('.'));
  for (const one of (headers['webhook-signature'] ?? '').split(' ')) {
    const [, signature] = SIGNATURE.exec(one) ?? [];
    if (signature === undefined) continue;
    if (await crypto.subtle.verify('HMAC', key, Uint8Array.fromBase64(signature), content))
      return true;
  }
  return false;
};

/** `now`: the clock of the program. */
export const webhookProgram = async (now: () => Date): Promise<WebhookProgram> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const checks = await Promise.all(
      program.secrets.map((secret) => isSignedBy(secret, headers, body, now().getTime())),
    );
    const signed = checks.includes(true);
    if (signed)
      program.received.push({
        id: headers['webhook-id'] ?? '',
        at: Number(headers['webhook-timestamp']),
        path: request.url ?? '',
        event: JSON.parse(body) as Record<string, unknown>,
      });
    else program.refused += 1;
    response.writeHead(signed ? program.answer : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const program: WebhookProgram = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets: [],
    received: [],
    refused: 0,
    answer: 204,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return program;
};
