// Selects the official document that validates an exchange or a notification, and lists the
// accepted differences.
import { join } from 'node:path';
import * as efi from 'sdk-node-apis-efi';
import type { z } from 'zod';
import type { HttpExchange } from '../gateway-http.ts';
import { openDocument, type OpenApi } from './openapi.ts';

const FOLDER = import.meta.dirname;
const lazy = <T>(make: () => T): (() => T) => {
  let value: T | undefined;
  return () => (value ??= make());
};

/** The central bank's document: paths below `/v2`. */
const bacen = lazy(() => openDocument(join(FOLDER, 'bacen.yaml')));
const paypal = lazy((): OpenApi[] =>
  [
    'checkout_orders_v2',
    'payments_payment_v2',
    'notifications_webhooks_v1',
    'reporting_transactions_v1',
  ].map((name) => openDocument(join(FOLDER, `paypal-${name}.json`))),
);

/** Differences that stay, each with its reason. */
const ACCEPTED_DIFFERENCES: readonly [RegExp, string][] = [
  [
    /^PUT \/webhook\S* 200 reply: a body where 200 has none$/,
    'Efí answers a registration with a body, which its own client reads',
  ],
  [
    /^GET \/webhook\/\{chave\} 200 reply: (\/chave|.*cnpj)/,
    'the standard names the receiver by its document there, Efí by the key',
  ],
  [
    /^Efí .*Response: \/(recs\/\*\/)?(dadosQR|pagador\/codMun) /,
    'Efí shows both of every recurrence, the standard only when there is something to show',
  ],
  [
    /^Efí GET PixDetailAutomaticCharge 200 Response: \/(encerramento\/cancelamento|tentativas\/\*) /,
    'the standard ends a charge by a rejection too, and says so with the try',
  ],
  [
    /^Efí .*(PixDe\w*olution \d+ Response: |Response: \/pix\/\*\/devolucoes\/)/,
    'the standard shows the nature of a return and why it failed, Efí does not',
  ],
  [
    /\/(politicaRetentativa|atualizacao) is not in the document$/,
    'Efí shows both where a recurrence or its charge is made or changed, and its client requires them',
  ],
  [
    /\/cobr\/\S+ \d+ reply: \/recebedor\/(cnpj|nome) is not in the document$/,
    'Efí shows both, and its client requires them',
  ],
  [
    /^Efí GET PixDetailDueCharge 200 Response: \/(loc Unrecognized key: "criacao"|recebedor Unrecognized key: "nomeFantasia")$/,
    'Efí’s client requires both in the answer to PUT and refuses them in the answer to GET',
  ],
  [
    /^Efí PUT PixCreateDueCharge 201 Response: \/recebedor\/email /,
    'Efí shows the email of its customer, the standard has none',
  ],
  [
    /^POST \/v2\/(checkout\/orders|payments\/captures\/\{capture_id\}\/refund) 4\d\d reply: \/(message|details\/)/,
    'PayPal’s documents list the texts of each refusal, of which only the issue is read',
  ],
  [
    /^GET \/v1\/reporting\/transactions 200 reply: \S+_date must match pattern/,
    'real answers write the offset of a date without a colon',
  ],
  [
    /^GET \/v1\/reporting\/transactions 200 reply: \/transaction_details must NOT have fewer than 1 items$/,
    'a day without payments has an empty list',
  ],
  [/401/, 'the documents leave the refusal of a token to OAuth 2'],
];

/** Efí's calls and the names of their schemas in its client. */
const EFI_CALLS: readonly [string, RegExp, string][] = [
  ['PUT', /^\/v2\/cob\/[^/]+$/, 'PixCreateCharge'],
  ['PATCH', /^\/v2\/cob\/[^/]+$/, 'PixUpdateCharge'],
  ['GET', /^\/v2\/cob\/[^/]+$/, 'PixDetailCharge'],
  ['PUT', /^\/v2\/cobv\/[^/]+$/, 'PixCreateDueCharge'],
  ['PATCH', /^\/v2\/cobv\/[^/]+$/, 'PixUpdateDueCharge'],
  ['GET', /^\/v2\/cobv\/[^/]+$/, 'PixDetailDueCharge'],
  ['PUT', /^\/v2\/pix\/[^/]+\/devolucao\/[^/]+$/, 'PixDevolution'],
  ['GET', /^\/v2\/pix\/[^/]+\/devolucao\/[^/]+$/, 'PixDetailDevolution'],
  ['GET', /^\/v2\/pix$/, 'PixListReceived'],
  ['PUT', /^\/v2\/webhook\/[^/]+$/, 'PixConfigWebhook'],
  ['GET', /^\/v2\/webhook\/[^/]+$/, 'PixDetailWebhook'],
  ['POST', /^\/v2\/locrec$/, 'PixCreateLocationRecurrenceAutomatic'],
  ['POST', /^\/v2\/rec$/, 'PixCreateRecurrenceAutomatic'],
  ['GET', /^\/v2\/rec$/, 'PixListRecurrenceAutomatic'],
  ['GET', /^\/v2\/rec\/[^/]+$/, 'PixDetailRecurrenceAutomatic'],
  ['PATCH', /^\/v2\/rec\/[^/]+$/, 'PixUpdateRecurrenceAutomatic'],
  ['PUT', /^\/v2\/cobr\/[^/]+$/, 'PixCreateAutomaticChargeTxid'],
  ['GET', /^\/v2\/cobr\/[^/]+$/, 'PixDetailAutomaticCharge'],
  ['PATCH', /^\/v2\/cobr\/[^/]+$/, 'PixUpdateAutomaticCharge'],
  ['POST', /^\/v2\/cobr\/[^/]+\/retentativa\/[^/]+$/, 'PixRetryRequestAutomatic'],
  ['PUT', /^\/v3\/gn\/pix\/[^/]+$/, 'PixSend'],
  ['GET', /^\/v2\/gn\/pix\/enviados\/id-envio\/[^/]+$/, 'PixSendDetailId'],
];

type Issue = z.core.$ZodIssue;

/** The issues of the nearest branch of a union. */
const issuesOf = (issues: readonly Issue[], path: PropertyKey[] = []): string[] =>
  issues.flatMap((issue) => {
    const at = [...path, ...issue.path];
    const nearest =
      issue.code === 'invalid_union'
        ? [...issue.errors].sort((a, b) => a.length - b.length)[0]
        : undefined;
    return nearest?.length
      ? issuesOf(nearest, at)
      : [
          `/${at.map((part) => (typeof part === 'number' ? '*' : String(part))).join('/')} ${issue.message}`,
        ];
  });

const validateByEfi = ({ method, body, status, reply }: HttpExchange, path: string): string[] => {
  const name = EFI_CALLS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2];
  if (name === undefined) return [];
  const check = (part: 'Body' | 'Response', text: string | undefined): string[] => {
    const schema = (efi as unknown as Record<string, z.ZodType | undefined>)[
      `${name}${part}Schema`
    ];
    const parsed = schema && text ? schema.safeParse(JSON.parse(text)) : null;
    return parsed?.error
      ? issuesOf(parsed.error.issues).map(
          (fault) => `Efí ${method} ${name} ${status} ${part}: ${fault}`,
        )
      : [];
  };
  return [...check('Body', body), ...(status < 300 ? check('Response', reply) : [])];
};

/** Replies of armed faults, which no document covers. */
const isArmedFault = ({ status, reply }: HttpExchange): boolean =>
  status === 429 || status >= 500 || reply.includes('Falha simulada');

const validateAll = (exchange: HttpExchange): string[] | null => {
  const path = new URL(exchange.url).pathname;
  if (path.endsWith('/token') || isArmedFault(exchange)) return null;
  if (/^\/v[123]\/(checkout|payments|notifications|reporting)\//.test(path)) {
    const document = paypal().find((candidate) => candidate.has(exchange.method, path));
    return document
      ? document.validate(exchange, path)
      : [`${exchange.method} ${path} is in none of PayPal's documents`];
  }
  if (/^\/v[23]\/gn\//.test(path)) return validateByEfi(exchange, path);
  if (/^\/v2\/(cob|cobv|cobr|rec|locrec|pix|webhook|webhookrec|webhookcobr)(\/|$)/.test(path))
    return [
      ...bacen().validate(exchange, path.slice('/v2'.length)),
      ...validateByEfi(exchange, path),
    ];
  return null;
};

const isUnexpected = (fault: string): boolean =>
  !ACCEPTED_DIFFERENCES.some(([pattern]) => pattern.test(fault));

/** Differences of an exchange from the official documents; null when none covers it. */
export const validateExchange = (exchange: HttpExchange): string[] | null =>
  validateAll(exchange)?.filter(isUnexpected) ?? null;

/** Differences of a notification from the central bank's document; null when it is not covered. */
export const validateNotification = (body: Record<string, unknown>): string[] | null => {
  if (body['pix'])
    return 'gnExtras' in ((body['pix'] as object[])[0] ?? {})
      ? null
      : bacen().validateCallback('/webhook/{chave}', body).filter(isUnexpected);
  if (body['recs']) return bacen().validateCallback('/webhookrec', body).filter(isUnexpected);
  if (body['cobsr']) return bacen().validateCallback('/webhookcobr', body).filter(isUnexpected);
  return null;
};
