// All configuration: one schema gives names, units, defaults and documentation. Parsed once at
// start and passed as values.
import { resolve } from 'node:path';
import { TOP_UP_AMOUNTS_CENTAVOS } from '@camarim/contract/limits';
import { z } from 'zod';
import { isTurnstileTestKey } from '../captcha/turnstile.ts';
import { readTrustedProxies } from '../http/trusted-proxies.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.stringbool();
const bps = z.coerce.number().int().min(0).max(10_000);

/** Every setting; `describe` is what the operator's manual says of it. */
const settings = z.object({
  CAMARIM_ENV: z
    .enum(['local', 'test', 'production'])
    .default('local')
    .describe('production refuses sandboxes and requires https cookies'),
  CAMARIM_HOME: z
    .string()
    .min(1)
    .default('.camarim')
    .describe('folder of all state: database, media, keys'),
  CAMARIM_ROLE: z.enum(['all', 'web', 'worker']).default('all').describe('what this process does'),
  CAMARIM_PUBLIC_URL: z
    .url()
    .optional()
    .describe('address people use, e.g. https://example.com; http://localhost:PORT when unset'),
  CAMARIM_DEMO: flag.optional().describe('seed the demo once; on by default outside production'),
  CAMARIM_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('BR')
    .describe('country whose rules of age hold where the proxy does not say a visitor is'),
  GEO_COUNTRY_HEADER: z
    .string()
    .optional()
    .describe("header in which the trusted proxy says the visitor's country (ISO 3166-1)"),
  GEO_STATE_HEADER: z
    .string()
    .optional()
    .describe('header in which it says the state (second part of ISO 3166-2)'),
  GEO_CITY_HEADER: z
    .string()
    .optional()
    .describe(
      'header in which it says the city, by name; with the state, what blocks of places look at',
    ),
  CAMARIM_DOMAIN: z.string().default('camarim.app').describe('domain written into watermarks'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: port.default(3000).describe('TCP port of pages, API and sockets'),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (value) => readTrustedProxies(value) !== null,
      'false, how many proxies are in front (1), or their networks (loopback, private, 10.0.0.0/8); true would believe addresses that visitors write',
    )
    .describe(
      'whose X-Forwarded-* and place headers are believed: false, the number of proxies in front, or better their addresses and networks, separated by commas (loopback, private, 10.0.0.0/8)',
    ),
  MAX_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(10)
    .max(100_000)
    .default(512)
    .describe(
      'calls and pages that one process works on at once; more are refused with 503 and Retry-After',
    ),
  CONNECTION_STALL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'a connection on which nothing can be sent and nothing arrives for so long is closed; a paused download goes on with a request for the rest',
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'after a signal to stop, how long everything is still answered while /readyz says 503, so that a load balancer stops sending first',
    ),
  API_DOCS: flag
    .optional()
    .describe(
      'the API description at /api/openapi.json and /api/docs; on by default outside production',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('how much is logged'),

  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('PostgreSQL 15 or later; an embedded one is started when unset'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(16)
    .describe(
      'most connections for calls and transactions of this process; it opens up to 7 more for locks, probes and jobs (one-machine-to-many.md)',
    ),
  REDIS_URL: z
    .string()
    .startsWith('redis')
    .optional()
    .describe('shares bus, limits and presence between processes'),

  S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'object storage, by an address that browsers reach too; files under CAMARIM_HOME when unset (media.md)',
    ),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_BUCKET_PREFIX: z
    .string()
    .default('camarim-')
    .describe('buckets are PREFIXpublic and PREFIXprivate; npm run storage:prepare makes them'),

  CAMARIM_ACCEL_PREFIX: z
    .string()
    .startsWith('/')
    .optional()
    .describe(
      'internal location of nginx that maps to CAMARIM_HOME/blobs: files are then sent by it (X-Accel-Redirect) after the right was checked here',
    ),

  UPLOAD_OUTSTANDING_MB: z.coerce
    .number()
    .int()
    .min(3_072)
    .default(51_200)
    .describe(
      'most that one producer has in uploads which nothing was made of yet, in MiB; other members have 512 MiB',
    ),
  UPLOAD_FREE_DISK_MIN_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_024)
    .describe(
      'uploads to the embedded storage are refused when less than this would stay free on the disk of CAMARIM_HOME, in MiB; the database writes to it, too',
    ),
  MEDIA_SANDBOX: z
    .enum(['required', 'decoders-may-read-all-files'])
    .default('required')
    .describe(
      'production refuses to start where bubblewrap does not work; decoders-may-read-all-files starts without it, and a flaw in a decoder of pictures or videos can then read every file and secret of this user (media.md)',
    ),

  PIX_BASE_URL: z
    .url()
    .optional()
    .describe(
      'Pix API of the payment institution, with its version (https://pix.api.efipay.com.br/v2); the local sandbox stands in outside production when no gateway is set',
    ),
  PIX_TOKEN_URL: z
    .url()
    .optional()
    .describe(
      'where tokens are given, when it is not /oauth/token beside the version of PIX_BASE_URL',
    ),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_KEY: z.string().optional().describe('Pix key (chave) that receives'),
  PIX_RECEIVER_NAME: z
    .string()
    .min(1)
    .max(25)
    .optional()
    .describe(
      'name of the receiver in Pix codes: only for an institution that gives charges without a code (pixCopiaECola)',
    ),
  PIX_RECEIVER_CITY: z.string().min(1).max(15).optional().describe('its city'),
  PIX_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the webhook address registered at the gateway'),
  PIX_WEBHOOK_MTLS: flag
    .default(false)
    .describe(
      "the proxy demands the institution's client certificate at /api/funds/webhooks/pix: the institution may test that when the address is registered",
    ),
  PIX_CLIENT_CERT: z.string().optional().describe('PEM file of the client certificate (mTLS)'),
  PIX_CLIENT_CERT_KEY: z.string().optional().describe('PEM file of its key'),
  PIX_PAYOUTS: z
    .enum(['efi'])
    .optional()
    .describe(
      'how the institution sends Pix, which the standard leaves open: efi (PUT /v3/gn/pix/{idEnvio}, beside the version of PIX_BASE_URL); cash-outs are off when unset',
    ),
  PIX_AUTOMATICO_ACCOUNT: z
    .string()
    .regex(/^\d{1,4}\/[\dX]{1,20}\/(CORRENTE|POUPANCA|PAGAMENTO)$/)
    .optional()
    .describe(
      'account that receives by Pix Automático, as agency/number/type (0001/1234567/PAGAMENTO; types: CORRENTE, POUPANCA, PAGAMENTO); subscriptions by Pix Automático are off when unset',
    ),
  PIX_EXPIRES_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(86_400)
    .default(900)
    .describe('life of a Pix code'),
  CIELO_BASE_URL: z
    .url()
    .optional()
    .describe('Cielo E-commerce 3.0, for boletos: https://api.cieloecommerce.cielo.com.br'),
  CIELO_QUERY_URL: z
    .url()
    .optional()
    .describe('where its sales are asked about: https://apiquery.cieloecommerce.cielo.com.br'),
  CIELO_MERCHANT_ID: z.string().optional(),
  CIELO_MERCHANT_KEY: z.string().optional(),
  CIELO_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the notification address entered at Cielo'),
  CIELO_BOLETO_PROVIDER: z
    .string()
    .default('Bradesco2')
    .describe("bank that registers boletos, in Cielo's words: Bradesco2, BancoDoBrasil2"),
  CIELO_MPI_URL: z
    .url()
    .optional()
    .describe(
      "where Cielo's 3-D Secure 2 is: https://mpi.braspag.com.br; its script runs in the wallet",
    ),
  CIELO_MPI_CLIENT_ID: z.string().optional().describe('credentials of 3-D Secure, from Cielo'),
  CIELO_MPI_CLIENT_SECRET: z.string().optional(),
  CIELO_MPI_ESTABLISHMENT: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .describe('EstablishmentCode: the shop at Cielo E-commerce 3.0'),
  CIELO_MPI_NAME: z
    .string()
    .min(1)
    .max(25)
    .optional()
    .describe("MerchantName: the shop's name as registered at Cielo"),
  CIELO_MPI_MCC: z
    .string()
    .regex(/^\d{4}$/)
    .optional()
    .describe('MCC: its category'),
  PICPAY_BASE_URL: z.url().optional().describe('PicPay e-commerce: https://appws.picpay.com'),
  PICPAY_TOKEN: z.string().optional().describe('x-picpay-token, sent by us'),
  PICPAY_SELLER_TOKEN: z
    .string()
    .min(8)
    .optional()
    .describe('x-seller-token, sent by PicPay with its notifications'),
  PAYPAL_BASE_URL: z
    .url()
    .optional()
    .describe('PayPal: https://api-m.paypal.com, or https://api-m.sandbox.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .optional()
    .describe('identifier of the webhook made once at PayPal; its address is kept current'),
  REDE_BASE_URL: z.url().optional().describe('e.Rede, for cards: https://api.userede.com.br/erede'),
  REDE_TOKEN_URL: z
    .url()
    .optional()
    .describe('where its tokens are given: https://api.userede.com.br/redelabs/oauth2/token'),
  REDE_CLIENT_ID: z.string().optional().describe("the shop's number (PV)"),
  REDE_CLIENT_SECRET: z.string().optional(),
  CARAT_BASE_URL: z
    .url()
    .optional()
    .describe('Carat (e-SiTef), for cards: https://esitef.softwareexpress.com.br/e-sitef/api'),
  CARAT_MERCHANT_ID: z.string().optional(),
  CARAT_MERCHANT_KEY: z.string().optional(),
  CARAT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('secret in the notification address entered at Carat'),
  CARAT_CLIENT_CERT: z
    .string()
    .optional()
    .describe(
      'PEM file of the client certificate (mTLS), without which Carat takes no refunds from here',
    ),
  CARAT_CLIENT_CERT_KEY: z.string().optional().describe('PEM file of its key'),
  CIELO_SCREENING: flag
    .default(false)
    .describe("asks Cielo's fraud screen about card charges; only with a contract for it"),
  CARD_ACQUIRER: z
    .enum(['rede', 'cielo', 'carat'])
    .default('rede')
    .describe('who keeps and charges new cards; a card that was kept before stays where it is'),
  CARD_AUTHENTICATE_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      "card charges by their holder from this amount on are confirmed with the card's bank (3-D Secure); 0: all of them",
    ),
  CARD_UNAUTHENTICATED: z
    .enum(['refuse', 'charge'])
    .default('refuse')
    .describe(
      "what becomes of such a charge when the card's bank takes no part in 3-D Secure, or does not answer; after `charge` the platform answers for disputes",
    ),
  CARD_REVIEW_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .default(25_000)
    .describe(
      'the money of card charges from this amount on, by people who never paid by card before, is locked until an administrator decides; an amount above every top-up leaves it to the acquirer alone',
    ),
  CARD_REVIEW_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(72)
    .describe('how long locked money waits for an administrator'),
  CARD_REVIEW_DEFAULT: z
    .enum(['refund', 'release'])
    .default('refund')
    .describe('what becomes of locked money that nobody decided on in time'),
  CARD_STATEMENT_NAME: z
    .string()
    .regex(/^[A-Z0-9 *.-]{3,18}$/)
    .default('CAMARIM')
    .describe("what people read on their card's statement; said before they pay"),
  CARD_DECLINES_ACCOUNT_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(5)
    .describe(
      'cards declined within 24 hours after which an account can try no more; two, while its email is not confirmed',
    ),
  CARD_DECLINES_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(15)
    .describe('the same for all accounts of one address (of IPv6, one /64 network)'),
  CARD_DAY_MAX_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(200_000)
    .describe('most that one person adds by card in a day of São Paulo'),
  CARD_MONTH_MAX_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(1_000_000)
    .describe('most that one person adds by card in thirty such days'),
  BOLETO_PIX: flag
    .default(false)
    .describe(
      'boletos carry a Pix code of the institution of PIX_BASE_URL, and are paid either way; it needs the scopes cobv.write cobv.read',
    ),
  BOLETO_BENEFICIARY: z
    .string()
    .min(3)
    .max(60)
    .optional()
    .describe('legal name of the company that boletos are paid to; printed on every slip'),
  BOLETO_BENEFICIARY_DOCUMENT: z
    .string()
    .regex(/^[0-9A-Z]{12}\d{2}$/)
    .optional()
    .describe('its CNPJ, 14 characters without punctuation'),
  BOLETO_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(3)
    .describe('days to pay a boleto in; it is due on the business day after them'),
  SANDBOX_PORT: port.default(0).describe('port of the local payment sandbox; PORT + 1 when 0'),

  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional()
    .describe('smtps://user:password@host:465; mail stays at /inbox when unset outside production'),
  SMTP_PLAINTEXT: flag
    .default(false)
    .describe(
      'in production mail goes by smtp:// only after STARTTLS; true lets it go in plain text, e.g. to a mail server on the same machine',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('sender of all mail, e.g. Camarim <no-reply@example.com>'),
  DATA_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'seals personal data and signing keys in the database (AES-256-GCM); production asks for it, elsewhere a key in the database itself is used when unset. Keep it apart from the database and its dumps: without it sealed data is lost',
    ),

  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'log-in by Google: client of the OAuth consent screen; returns to CAMARIM_PUBLIC_URL/account/google',
    ),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z
    .url()
    .optional()
    .describe('another OpenID provider in the place of Google; refused in production'),
  FACEBOOK_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('log-in by Facebook: app id; returns to CAMARIM_PUBLIC_URL/account/facebook'),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Facebook answers; refused in production'),
  TWITTER_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('log-in by X: OAuth 2.0 client id; returns to CAMARIM_PUBLIC_URL/account/twitter'),
  TWITTER_CLIENT_SECRET: z.string().min(1).optional(),
  TWITTER_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for X answers; refused in production'),

  FEE_BPS: bps.default(2_000).describe("platform's fee in basis points"),
  PLAN_PRICE_MIN_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(500)
    .describe('lowest monthly price of a plan'),
  PLAN_PRICE_MAX_CENTAVOS: z.coerce
    .number()
    .int()
    .max(10_000_000)
    .default(100_000)
    .describe('highest monthly price of a plan'),
  CASH_OUT_MIN_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('smallest cash-out'),
  CASH_OUT_FEE_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('kept by the platform of every cash-out'),
  CASH_OUT_DAY_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(1_000_000)
    .describe('most that a producer cashes out in a day of São Paulo'),
  CASH_OUT_MONTH_CENTAVOS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000_000)
    .describe('most in a month of São Paulo'),
  CASH_OUT_APPROVAL_FROM_CENTAVOS: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'cash-outs from this amount on wait for an administrator (0: all of them); none does when unset',
    ),
  BANK_COOL_OFF_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('hours that a new account waits before money is paid out to it'),
  HOLD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(7)
    .describe('days that earnings wait before they can be cashed out'),
  HOLD_DAYS_PIX: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(1)
    .describe(
      'the same for a month paid straight by Pix Automático, which can hardly be taken back',
    ),
  HOLD_DAYS_CARD: z.coerce
    .number()
    .int()
    .min(0)
    .max(180)
    .default(14)
    .describe(
      'the same for what is paid by somebody whose card was charged within as many days: a holder may dispute it for months',
    ),

  ADMIN_SECOND_PERSON: flag
    .optional()
    .describe(
      'cash-outs that wait and requests of producers are approved by two different administrators; refusing takes one. On by default in production; an installation with a single administrator has to set false',
    ),
  ADMIN_SECOND_FACTOR: flag
    .optional()
    .describe(
      'administrators have their rights only in sessions opened with a second factor; on by default in production',
    ),

  SUPPORT_SCRIPT_URL: z
    .url()
    .optional()
    .describe(
      'script of a support chat; it runs only for who agrees to all cookies (third-parties.md)',
    ),
  TAG_MANAGER_URL: z
    .url()
    .optional()
    .describe(
      'script of a tag manager with its id, e.g. https://www.googletagmanager.com/gtm.js?id=GTM-ABC; under the same condition',
    ),
  FRAUD_SCREEN_URL: z
    .url()
    .optional()
    .describe(
      'script that knows devices again for fraud screening, for signed-in people; `{session}` stands for the session id; under the same condition',
    ),
  THIRD_PARTY_ORIGINS: z
    .string()
    .optional()
    .describe('further origins that these scripts load from and report to, separated by spaces'),

  CAPTCHA_COST: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(3_000)
    .describe('most attempts, of about 0.2 ms each, that solving a captcha takes a browser'),
  TURNSTILE_SITE_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Cloudflare Turnstile in place of the proof of work: the key of the widget, which is in pages (third-parties.md)',
    ),
  TURNSTILE_SECRET_KEY: z.string().min(1).optional().describe('its secret key'),
  TURNSTILE_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Turnstile answers; refused in production'),
});

/** Settings that make sense only together. */
const PAIRS: readonly (readonly (keyof Settings)[])[] = [
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['PIX_BASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY', 'PIX_WEBHOOK_SECRET'],
  ['PIX_CLIENT_CERT', 'PIX_CLIENT_CERT_KEY'],
  ['PIX_RECEIVER_NAME', 'PIX_RECEIVER_CITY'],
  [
    'CIELO_BASE_URL',
    'CIELO_QUERY_URL',
    'CIELO_MERCHANT_ID',
    'CIELO_MERCHANT_KEY',
    'CIELO_WEBHOOK_SECRET',
  ],
  [
    'CIELO_MPI_URL',
    'CIELO_MPI_CLIENT_ID',
    'CIELO_MPI_CLIENT_SECRET',
    'CIELO_MPI_ESTABLISHMENT',
    'CIELO_MPI_NAME',
    'CIELO_MPI_MCC',
  ],
  ['BOLETO_BENEFICIARY', 'BOLETO_BENEFICIARY_DOCUMENT'],
  ['PICPAY_BASE_URL', 'PICPAY_TOKEN', 'PICPAY_SELLER_TOKEN'],
  ['REDE_BASE_URL', 'REDE_TOKEN_URL', 'REDE_CLIENT_ID', 'REDE_CLIENT_SECRET'],
  ['CARAT_BASE_URL', 'CARAT_MERCHANT_ID', 'CARAT_MERCHANT_KEY', 'CARAT_WEBHOOK_SECRET'],
  ['CARAT_CLIENT_CERT', 'CARAT_CLIENT_CERT_KEY'],
  ['PAYPAL_BASE_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
];

/** Addresses of stand-ins, which are nobody's house in production. */
const STAND_INS: readonly (keyof Settings)[] = [
  'GOOGLE_ISSUER',
  'FACEBOOK_ORIGIN',
  'TWITTER_ORIGIN',
  'TURNSTILE_ORIGIN',
];

/** The setting that makes each gateway a real one. */
export const GATEWAY_SWITCHES = [
  'PIX_BASE_URL',
  'CIELO_BASE_URL',
  'PICPAY_BASE_URL',
  'PAYPAL_BASE_URL',
  'REDE_BASE_URL',
  'CARAT_BASE_URL',
] as const satisfies readonly (keyof Settings)[];

/** What an acquirer of cards needs to be one. */
const ACQUIRER_SWITCHES = { cielo: 'CIELO_BASE_URL', carat: 'CARAT_BASE_URL' } as const;

type Settings = z.output<typeof settings>;

/** Parsed configuration plus what follows from it. */
export type Config = Readonly<
  Settings & {
    home: string;
    publicUrl: string;
    production: boolean;
    sandboxPort: number;
    /** Some gateway is a real one, so that no sandbox stands in for another. */
    realGateways: boolean;
    demo: boolean;
    adminSecondFactor: boolean;
    adminSecondPerson: boolean;
  }
>;

/** A configuration that can't work; the message says what to set. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws ConfigError naming every wrong or half-set setting. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const values = parsed.data;
  const problems = PAIRS.flatMap((pair) => {
    const missing = pair.filter((name) => values[name] === undefined);
    return missing.length === 0 || missing.length === pair.length
      ? []
      : [
          `${missing.join(', ')}: must be set together with ${pair.filter((name) => values[name] !== undefined).join(', ')}`,
        ];
  });
  const realGateways = GATEWAY_SWITCHES.some((name) => values[name] !== undefined);
  const production = values.CAMARIM_ENV === 'production';
  if (production && !values.CAMARIM_PUBLIC_URL?.startsWith('https:'))
    problems.push('CAMARIM_PUBLIC_URL: production needs the https address people use');
  if (production && values.DATA_KEY === undefined)
    problems.push(
      'DATA_KEY: production needs a key of 32 characters or more that is kept apart from the database (openssl rand -base64 32)',
    );
  if (production && values.CAMARIM_DEMO)
    problems.push('CAMARIM_DEMO: the demo is refused in production');
  if (production)
    problems.push(
      ...STAND_INS.filter((name) => values[name] !== undefined).map(
        (name) => `${name}: a stand-in is refused in production`,
      ),
    );
  if (production)
    problems.push(
      ...(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const)
        .filter((name) => isTurnstileTestKey(values[name] ?? ''))
        .map(
          (name) =>
            `${name}: a test key of Turnstile lets every program in, and is refused in production`,
        ),
    );
  if (
    realGateways &&
    values.CARD_ACQUIRER !== 'rede' &&
    values[ACQUIRER_SWITCHES[values.CARD_ACQUIRER]] === undefined
  )
    problems.push(
      `${ACQUIRER_SWITCHES[values.CARD_ACQUIRER]}: CARD_ACQUIRER=${values.CARD_ACQUIRER} needs it`,
    );
  if (
    realGateways &&
    values.CARD_AUTHENTICATE_FROM_CENTAVOS <= Math.max(...TOP_UP_AMOUNTS_CENTAVOS)
  ) {
    const never =
      'or set CARD_AUTHENTICATE_FROM_CENTAVOS above every amount, so that no charge asks for 3-D Secure';
    if (values.CARD_ACQUIRER === 'cielo' && values.CIELO_MPI_URL === undefined)
      problems.push(
        `CIELO_MPI_URL: charges ask for 3-D Secure, which Cielo offers by its script only; set it, ${never}`,
      );
    if (values.CARD_ACQUIRER === 'carat')
      problems.push(
        `CARD_ACQUIRER: charges ask for 3-D Secure, which is not offered with Carat; take another acquirer, ${never}`,
      );
  }
  if (values.CIELO_BASE_URL !== undefined && values.BOLETO_BENEFICIARY === undefined)
    problems.push(
      'BOLETO_BENEFICIARY, BOLETO_BENEFICIARY_DOCUMENT: a boleto has to name the company that it is paid to',
    );
  if (values.CASH_OUT_FEE_CENTAVOS >= values.CASH_OUT_MIN_CENTAVOS)
    problems.push('CASH_OUT_FEE_CENTAVOS: must be below CASH_OUT_MIN_CENTAVOS');
  if (values.CASH_OUT_MIN_CENTAVOS > values.CASH_OUT_DAY_CENTAVOS)
    problems.push('CASH_OUT_MIN_CENTAVOS: must not be above CASH_OUT_DAY_CENTAVOS');
  if (values.PLAN_PRICE_MIN_CENTAVOS > values.PLAN_PRICE_MAX_CENTAVOS)
    problems.push('PLAN_PRICE_MIN_CENTAVOS: must not be above PLAN_PRICE_MAX_CENTAVOS');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    ...values,
    home: resolve(values.CAMARIM_HOME),
    publicUrl: values.CAMARIM_PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    production,
    realGateways,
    sandboxPort: values.SANDBOX_PORT || values.PORT + 1,
    adminSecondPerson: values.ADMIN_SECOND_PERSON ?? production,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? production,
    demo: values.CAMARIM_DEMO ?? values.CAMARIM_ENV === 'local',
  };
};

/** The operator's table of settings: name, default, meaning. */
export const describeSettings = (): { name: string; fallback: string; meaning: string }[] =>
  Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : '';
    return { name, fallback, meaning: schema.description ?? '' };
  });
