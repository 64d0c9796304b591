// Which addresses are taken for notifications: Efí's rules of PUT /v2/webhook/{chave},
// /v2/webhookrec and /v2/webhookcobr.
import type { FastifyRequest } from 'fastify';
import { EfiError } from './problem.ts';
import { parse, webhookSchema } from './schemas.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The address of a registration. Refuses plain http except on the loopback, where the receiver of a
 * stand-in runs, and every registration without `x-skip-mtls-checking: true`, because receivers
 * here never demand a client certificate.
 */
export const webhookUrlOf = ({
  body,
  headers,
}: Pick<FastifyRequest, 'body' | 'headers'>): string => {
  const { webhookUrl } = parse(webhookSchema, body, 'WebhookOperacaoInvalida', 'webhook');
  const { protocol, hostname } = new URL(webhookUrl);
  if (protocol !== 'https:' && !LOOPBACK.has(hostname))
    throw new EfiError('valor_invalido', 'A URL do webhook deve usar o protocolo HTTPS');
  if (headers['x-skip-mtls-checking'] !== 'true')
    throw new EfiError(
      'webhook_invalido',
      'A autenticação de TLS mútuo não está configurada na URL informada',
    );
  return webhookUrl;
};
