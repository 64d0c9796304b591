// All configuration: one schema gives names, units, defaults and documentation. Parsed once at
// start and passed as values.
import { resolve } from 'node:path';
import { z } from 'zod';
import { isTurnstileTestKey } from '../captcha/turnstile.ts';
import { ageSettings } from './age-settings.ts';
import { fraudSettings } from './fraud-settings.ts';
import { liveSettings } from './live-settings.ts';
import { paymentSettings } from './payment-settings.ts';
import { productSettings } from './product-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import { serverSettings } from './server-settings.ts';

/** Every setting, in the order of the operator's manual. */
const settings = z.object({
  ...serverSettings,
  ...liveSettings,
  ...paymentSettings,
  ...fraudSettings,
  ...productSettings,
  ...ageSettings,
  ...retentionSettings,
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
  ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
  ['LIVE_TURN_URLS', 'LIVE_TURN_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['AGE_OIDC_ISSUER', 'AGE_OIDC_CLIENT_ID', 'AGE_OIDC_CLIENT_SECRET', 'AGE_OIDC_NAME'],
  ['AGE_YOTI_SDK_ID', 'AGE_YOTI_API_KEY'],
];

/** Addresses of stand-ins, refused in production. */
const STAND_INS: readonly (keyof Settings)[] = [
  'GOOGLE_ISSUER',
  'FACEBOOK_ORIGIN',
  'TWITTER_ORIGIN',
  'TURNSTILE_ORIGIN',
  'LOVENSE_ORIGIN',
  'AGE_YOTI_ORIGIN',
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
    /** `small`: with fewer producers and smaller pictures. */
    demo: boolean | 'small';
    adminSecondFactor: boolean;
    adminSecondPerson: boolean;
    firstCashOutReview: boolean;
    reservePercent: number;
  }
>;

/** A configuration that can't work; the message says what to set. */
export class ConfigError extends Error {}

const isProduction = ({ CAMARIM_ENV }: Settings): boolean => CAMARIM_ENV === 'production';
const hasRealGateway = (values: Settings): boolean =>
  GATEWAY_SWITCHES.some((name) => values[name] !== undefined);

const pairProblems = (values: Settings): string[] =>
  PAIRS.flatMap((pair) => {
    const missing = pair.filter((name) => values[name] === undefined);
    return missing.length === 0 || missing.length === pair.length
      ? []
      : [
          `${missing.join(', ')}: must be set together with ${pair.filter((name) => values[name] !== undefined).join(', ')}`,
        ];
  });

const productionProblems = (values: Settings): string[] => {
  const problems: string[] = [];
  if (!values.CAMARIM_PUBLIC_URL?.startsWith('https:'))
    problems.push('CAMARIM_PUBLIC_URL: production needs the https address people use');
  if (values.DATA_KEY === undefined)
    problems.push(
      'DATA_KEY: production needs a key of 32 characters or more that is kept apart from the database (openssl rand -base64 32)',
    );
  if (values.CAMARIM_DEMO) problems.push('CAMARIM_DEMO: the demo is refused in production');
  problems.push(
    ...STAND_INS.filter((name) => values[name] !== undefined).map(
      (name) => `${name}: a stand-in is refused in production`,
    ),
  );
  problems.push(
    ...(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const)
      .filter((name) => isTurnstileTestKey(values[name] ?? ''))
      .map(
        (name) =>
          `${name}: a test key of Turnstile lets every program in, and is refused in production`,
      ),
  );
  return problems;
};

const gatewayProblems = (values: Settings): string[] => {
  const problems: string[] = [];
  const realGateways = hasRealGateway(values);
  if (
    realGateways &&
    values.CARD_ACQUIRER !== 'rede' &&
    values[ACQUIRER_SWITCHES[values.CARD_ACQUIRER]] === undefined
  )
    problems.push(
      `${ACQUIRER_SWITCHES[values.CARD_ACQUIRER]}: CARD_ACQUIRER=${values.CARD_ACQUIRER} needs it`,
    );
  if (realGateways && values.CARD_AUTHENTICATE_FROM_CENTAVOS <= values.TOP_UP_MAX_CENTAVOS) {
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
  return problems;
};

const limitProblems = (values: Settings): string[] => {
  const problems: string[] = [];
  if (values.CASH_OUT_FEE_CENTAVOS >= values.CASH_OUT_MIN_CENTAVOS)
    problems.push('CASH_OUT_FEE_CENTAVOS: must be below CASH_OUT_MIN_CENTAVOS');
  if (values.CASH_OUT_MIN_CENTAVOS > values.CASH_OUT_DAY_CENTAVOS)
    problems.push('CASH_OUT_MIN_CENTAVOS: must not be above CASH_OUT_DAY_CENTAVOS');
  if (values.PLAN_PRICE_MIN_CENTAVOS > values.PLAN_PRICE_MAX_CENTAVOS)
    problems.push('PLAN_PRICE_MIN_CENTAVOS: must not be above PLAN_PRICE_MAX_CENTAVOS');
  return problems;
};

const placeProblems = (values: Settings): string[] =>
  values.BLOCKED_COUNTRIES !== undefined &&
  (values.GEO_COUNTRY_HEADER === undefined || values.TRUST_PROXY === 'false')
    ? ['BLOCKED_COUNTRIES: needs GEO_COUNTRY_HEADER and TRUST_PROXY, which say the country']
    : [];

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
  const production = isProduction(values);
  const problems = [
    ...pairProblems(values),
    ...(production ? productionProblems(values) : []),
    ...gatewayProblems(values),
    ...limitProblems(values),
    ...placeProblems(values),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    ...values,
    home: resolve(values.CAMARIM_HOME),
    publicUrl: values.CAMARIM_PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    production,
    realGateways: hasRealGateway(values),
    sandboxPort: values.SANDBOX_PORT || values.PORT + 1,
    adminSecondPerson: values.ADMIN_SECOND_PERSON ?? production,
    firstCashOutReview: values.CASH_OUT_FIRST_REVIEW ?? production,
    reservePercent: values.RESERVE_PERCENT ?? (production ? 10 : 0),
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
