// The sandbox's settings: flags first, then the environment, then defaults that work on one
// machine.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { SandboxOptions } from './server.ts';

const schema = z.object({
  CAMARIM_ENV: z
    .enum(['local', 'test', 'production'])
    .default('local')
    .refine(
      (env) => env !== 'production',
      'the sandbox takes no real payment and is refused in production',
    ),
  /**
   * The application's folder; the sandbox keeps its state below it unless SANDBOX_HOME says
   * otherwise.
   */
  CAMARIM_HOME: z.string().min(1).default('.camarim'),
  SANDBOX_HOME: z.string().min(1).optional(),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** The receiving Pix key: a random key (EVP). */
  SANDBOX_PIX_KEY: z.string().min(1).max(77).default('6f1c2b8e-0d4a-4c57-9a3e-5b7d90e1c2a4'),
  SANDBOX_PIX_CLIENT_ID: z.string().min(1).default('camarim'),
  SANDBOX_PIX_CLIENT_SECRET: z.string().min(1).default('camarim-sandbox'),
  /**
   * The host of payload locations: a name, never an address, and without a port (rule of the BR
   * Code).
   */
  SANDBOX_PIX_LOCATION_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+\.[a-z]+$/)
    .max(38)
    .default('pix.sandbox.localhost'),
  SANDBOX_PIX_NAME: z.string().min(1).max(25).default('Camarim'),
  SANDBOX_PIX_CITY: z.string().min(1).max(15).default('Sao Paulo'),
  SANDBOX_CIELO_MERCHANT_ID: z.string().min(1).default('0c5e8f2a-6d1b-4c3e-9a7f-2b4d6e8f0a1c'),
  SANDBOX_CIELO_MERCHANT_KEY: z.string().min(1).default('CAMARIMSANDBOXCIELOMERCHANTKEY0123456789'),
  SANDBOX_CIELO_MPI_CLIENT_ID: z.string().min(1).default('camarim-3ds'),
  SANDBOX_CIELO_MPI_CLIENT_SECRET: z.string().min(1).default('camarim-sandbox'),
  SANDBOX_PICPAY_TOKEN: z.string().min(1).default('camarim-sandbox-picpay'),
  SANDBOX_PICPAY_SELLER_TOKEN: z.string().min(1).default('camarim-sandbox-seller'),
  SANDBOX_PAYPAL_CLIENT_ID: z.string().min(1).default('camarim'),
  SANDBOX_PAYPAL_SECRET: z.string().min(1).default('camarim-sandbox'),
  SANDBOX_REDE_PV: z.string().min(1).default('camarim'),
  SANDBOX_REDE_TOKEN: z.string().min(1).default('camarim-sandbox'),
  SANDBOX_CARAT_MERCHANT_ID: z.string().min(1).default('camarim'),
  SANDBOX_CARAT_MERCHANT_KEY: z.string().min(1).default('camarim-sandbox'),
  SANDBOX_TURNSTILE_SITE_KEY: z.string().min(1).default('0x4CAMARIMSANDBOX'),
  SANDBOX_TURNSTILE_SECRET_KEY: z.string().min(1).default('0x4CAMARIMSANDBOXSECRET'),
  SANDBOX_AGE_OIDC_CLIENT_ID: z.string().min(1).default('camarim'),
  SANDBOX_AGE_OIDC_CLIENT_SECRET: z.string().min(1).default('camarim-sandbox'),
  SANDBOX_AGE_YOTI_SDK_ID: z.uuid().default('7d1f0c5e-2b4a-4f6d-9c3e-8a1b2c3d4e5f'),
  SANDBOX_AGE_YOTI_API_KEY: z.string().min(1).default('camarim-sandbox-yoti'),
  SANDBOX_LOVENSE_TOKEN: z.string().min(1).default('camarim-sandbox-lovense'),
  /** Where the app of a person who pairs a toy reports it: the site's own address. */
  SANDBOX_LOVENSE_CALLBACK_URL: z.url().default('http://127.0.0.1:3000/api/overlays/toy/callback'),
  SANDBOX_PAYPAL_WEBHOOK_ID: z.string().min(1).default('1CAMARIM000000000'),
});

/**
 * Reads `--host`, `--port`, `--home` and the environment. Throws ZodError when something can't be
 * used.
 */
export const readConfig = (args: string[], environment: NodeJS.ProcessEnv): SandboxOptions => {
  const { values } = parseArgs({
    args,
    options: { host: { type: 'string' }, port: { type: 'string' }, home: { type: 'string' } },
  });
  const flags = { SANDBOX_HOST: values.host, SANDBOX_PORT: values.port, SANDBOX_HOME: values.home };
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const config = schema.parse({ ...environment, ...Object.fromEntries(given) });
  return {
    host: config.SANDBOX_HOST,
    port: config.SANDBOX_PORT,
    stateDir: config.SANDBOX_HOME ?? join(config.CAMARIM_HOME, 'sandbox'),
    pix: {
      client: { id: config.SANDBOX_PIX_CLIENT_ID, secret: config.SANDBOX_PIX_CLIENT_SECRET },
      receiver: {
        keys: [config.SANDBOX_PIX_KEY],
        name: config.SANDBOX_PIX_NAME,
        city: config.SANDBOX_PIX_CITY,
        locationHost: config.SANDBOX_PIX_LOCATION_HOST,
      },
    },
    cielo: {
      merchantId: config.SANDBOX_CIELO_MERCHANT_ID,
      merchantKey: config.SANDBOX_CIELO_MERCHANT_KEY,
      mpi: {
        clientId: config.SANDBOX_CIELO_MPI_CLIENT_ID,
        clientSecret: config.SANDBOX_CIELO_MPI_CLIENT_SECRET,
      },
    },
    picpay: { token: config.SANDBOX_PICPAY_TOKEN, sellerToken: config.SANDBOX_PICPAY_SELLER_TOKEN },
    paypal: {
      clientId: config.SANDBOX_PAYPAL_CLIENT_ID,
      secret: config.SANDBOX_PAYPAL_SECRET,
      webhookId: config.SANDBOX_PAYPAL_WEBHOOK_ID,
    },
    lovense: {
      token: config.SANDBOX_LOVENSE_TOKEN,
      callbackUrl: config.SANDBOX_LOVENSE_CALLBACK_URL,
    },
    turnstile: {
      siteKey: config.SANDBOX_TURNSTILE_SITE_KEY,
      secretKey: config.SANDBOX_TURNSTILE_SECRET_KEY,
    },
    age: {
      openId: {
        clientId: config.SANDBOX_AGE_OIDC_CLIENT_ID,
        clientSecret: config.SANDBOX_AGE_OIDC_CLIENT_SECRET,
      },
      yoti: { sdkId: config.SANDBOX_AGE_YOTI_SDK_ID, apiKey: config.SANDBOX_AGE_YOTI_API_KEY },
    },
    rede: { pv: config.SANDBOX_REDE_PV, token: config.SANDBOX_REDE_TOKEN },
    carat: {
      merchantId: config.SANDBOX_CARAT_MERCHANT_ID,
      merchantKey: config.SANDBOX_CARAT_MERCHANT_KEY,
    },
  };
};
