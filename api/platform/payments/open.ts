// Opens the gateways of an installation: the configured ones, or all of them at the local sandbox;
// never a mix.
import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock/port.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { createCaratProvider } from './carat/carat.ts';
import { createCieloProvider } from './cielo/cielo.ts';
import { createCieloCardProvider } from './cielo/cielo-card.ts';
import type { CieloMpi } from './cielo/cielo-mpi.ts';
import { hybridBoleto } from './hybrid-boleto/hybrid-boleto.ts';
import { createPayPalProvider } from './paypal/paypal.ts';
import { createPicPayProvider } from './picpay/picpay.ts';
import type { ReceivingAccount } from './pix/automatic-mandates.ts';
import type { CodeReceiver } from './pix/br-code.ts';
import { createPixProvider } from './pix/pix.ts';
import type { GatewayName, PaymentProvider, Payments } from './port.ts';
import { type CardKeyStore, type CardKeys, lazyCardKeyStore } from './vault/card-keys.ts';
import { createRedeProvider } from './rede/rede.ts';
import { type SandboxAccess, startSandboxProcess } from './sandbox-process.ts';
import { webhookAddress } from './webhook-address.ts';

/** Dependencies of the gateways. `secretOf` creates or loads a secret of the installation. */
export type PaymentsContext = {
  config: Config;
  clock: Clock;
  log: Logger;
  secretOf: (name: string) => Promise<string>;
  /** The store of card keys, opened at its first use. */
  cardKeyStore: () => Promise<CardKeyStore>;
};

export type OpenPayments = {
  payments: Payments;
  /** Address of the sandbox's pages; null without a sandbox. */
  sandboxUrl: string | null;
  close: () => Promise<void>;
};

/** Page after a payment on another site. */
const returnUrlOf = ({ publicUrl }: Config): string => `${publicUrl}/wallet`;

const certificateOf = async (cert: string | undefined, key: string | undefined) =>
  cert && key
    ? {
        clientCertificate: { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') },
      }
    : {};

/** The receiver in generated Pix codes; `readConfig` has checked that both values are set. */
const receiverOf = ({
  PIX_RECEIVER_NAME: name,
  PIX_RECEIVER_CITY: city,
}: Config): CodeReceiver | undefined =>
  name === undefined || city === undefined ? undefined : { name, city };

/** `agency/number/type`, as the configuration has checked. */
const accountOf = (text: string | undefined): ReceivingAccount | undefined => {
  const [agency = '', number = '', type = ''] = text?.split('/') ?? [];
  return text === undefined
    ? undefined
    : { agency, number, type: type as ReceivingAccount['type'] };
};

/** 3-D Secure by Cielo's script; `readConfig` has checked that the group is complete. */
const mpiOf = (config: Config): CieloMpi | undefined =>
  config.CIELO_MPI_URL === undefined
    ? undefined
    : {
        baseUrl: config.CIELO_MPI_URL,
        clientId: config.CIELO_MPI_CLIENT_ID ?? '',
        clientSecret: config.CIELO_MPI_CLIENT_SECRET ?? '',
        establishmentCode: config.CIELO_MPI_ESTABLISHMENT ?? '',
        merchantName: config.CIELO_MPI_NAME ?? '',
        mcc: config.CIELO_MPI_MCC ?? '',
      };

/** The secret is one of the installation, sealed by DATA_KEY. */
const cardKeysOf = ({
  secretOf,
  cardKeyStore,
}: Pick<PaymentsContext, 'secretOf' | 'cardKeyStore'>): CardKeys => ({
  store: lazyCardKeyStore(cardKeyStore),
  secret: () => secretOf('card-keys'),
});

type GatewayOpener = (
  baseUrl: string,
  parts: Pick<PaymentsContext, 'config' | 'clock'> & { cardKeys: CardKeys },
) => Promise<PaymentProvider>;

/** Each gateway's setting that turns it on, and its adapter with the operator's settings. */
const GATEWAYS = {
  pix: {
    url: (config: Config) => config.PIX_BASE_URL,
    open: async (baseUrl, { config, clock }) =>
      createPixProvider(
        {
          baseUrl,
          clientId: config.PIX_CLIENT_ID ?? '',
          clientSecret: config.PIX_CLIENT_SECRET ?? '',
          key: config.PIX_KEY ?? '',
          webhookSecret: config.PIX_WEBHOOK_SECRET ?? '',
          webhookMtls: config.PIX_WEBHOOK_MTLS,
          tokenUrl: config.PIX_TOKEN_URL,
          receiver: receiverOf(config),
          payouts: config.PIX_PAYOUTS,
          automatic: accountOf(config.PIX_AUTOMATICO_ACCOUNT),
          dueCharges: config.BOLETO_PIX,
          ...(await certificateOf(config.PIX_CLIENT_CERT, config.PIX_CLIENT_CERT_KEY)),
        },
        clock,
      ),
  },
  cielo: {
    url: (config: Config) => config.CIELO_BASE_URL,
    open: async (baseUrl, { config, clock }) =>
      createCieloProvider(
        {
          baseUrl,
          queryUrl: config.CIELO_QUERY_URL ?? '',
          merchantId: config.CIELO_MERCHANT_ID ?? '',
          merchantKey: config.CIELO_MERCHANT_KEY ?? '',
          boletoProvider: config.CIELO_BOLETO_PROVIDER,
          webhookSecret: config.CIELO_WEBHOOK_SECRET ?? '',
        },
        clock,
      ),
  },
  cieloCard: {
    url: (config: Config) => config.CIELO_BASE_URL,
    open: async (baseUrl, { config, clock, cardKeys }) =>
      createCieloCardProvider(
        {
          baseUrl,
          queryUrl: config.CIELO_QUERY_URL ?? '',
          merchantId: config.CIELO_MERCHANT_ID ?? '',
          merchantKey: config.CIELO_MERCHANT_KEY ?? '',
          statementName: config.CARD_STATEMENT_NAME,
          screening: config.CIELO_SCREENING,
          mpi: mpiOf(config),
          cardKeys,
        },
        clock,
      ),
  },
  carat: {
    url: (config: Config) => config.CARAT_BASE_URL,
    open: async (baseUrl, { config, clock, cardKeys }) =>
      createCaratProvider(
        {
          baseUrl,
          merchantId: config.CARAT_MERCHANT_ID ?? '',
          merchantKey: config.CARAT_MERCHANT_KEY ?? '',
          webhookSecret: config.CARAT_WEBHOOK_SECRET ?? '',
          statementName: config.CARD_STATEMENT_NAME,
          cardKeys,
          ...(await certificateOf(config.CARAT_CLIENT_CERT, config.CARAT_CLIENT_CERT_KEY)),
        },
        clock,
      ),
  },
  picpay: {
    url: (config: Config) => config.PICPAY_BASE_URL,
    open: async (baseUrl, { config, clock }) =>
      createPicPayProvider(
        {
          baseUrl,
          token: config.PICPAY_TOKEN ?? '',
          sellerToken: config.PICPAY_SELLER_TOKEN ?? '',
          webhookUrl: webhookAddress(config, 'picpay'),
          returnUrl: returnUrlOf(config),
        },
        clock,
      ),
  },
  paypal: {
    url: (config: Config) => config.PAYPAL_BASE_URL,
    open: async (baseUrl, { config, clock }) =>
      createPayPalProvider(
        {
          baseUrl,
          clientId: config.PAYPAL_CLIENT_ID ?? '',
          clientSecret: config.PAYPAL_CLIENT_SECRET ?? '',
          webhookId: config.PAYPAL_WEBHOOK_ID ?? '',
          returnUrl: returnUrlOf(config),
        },
        clock,
      ),
  },
  rede: {
    url: (config: Config) => config.REDE_BASE_URL,
    open: async (baseUrl, { config, clock, cardKeys }) =>
      createRedeProvider(
        {
          baseUrl,
          tokenUrl: config.REDE_TOKEN_URL ?? '',
          clientId: config.REDE_CLIENT_ID ?? '',
          clientSecret: config.REDE_CLIENT_SECRET ?? '',
          statementName: config.CARD_STATEMENT_NAME,
          cardKeys,
        },
        clock,
      ),
  },
} satisfies Record<
  GatewayName,
  { url: (config: Config) => string | undefined; open: GatewayOpener }
>;

/**
 * One provider per configured gateway; `readConfig` has checked that no group is partial.
 */
const openConfiguredGateways = async ({
  config,
  clock,
  ...keys
}: PaymentsContext): Promise<Payments> => {
  const parts = { config, clock, cardKeys: cardKeysOf(keys) };
  const opened = Object.entries(GATEWAYS).map(async ([name, { url, open }]) => {
    const baseUrl = url(config);
    return baseUrl === undefined ? [] : [[name, await open(baseUrl, parts)] as const];
  });
  return Object.fromEntries((await Promise.all(opened)).flat());
};

/** Every gateway, at a running sandbox. */
export const sandboxPayments = async (
  sandbox: Omit<SandboxAccess, 'url'>,
  parts: Omit<PaymentsContext, 'log'> & { timeoutMs?: number },
): Promise<Payments> => {
  const { config, clock, secretOf, timeoutMs } = parts;
  const cardKeys = cardKeysOf(parts);
  const shared = { returnUrl: returnUrlOf(config), ...(timeoutMs !== undefined && { timeoutMs }) };
  const secret = async (gateway: string) => ({
    webhookSecret: await secretOf(`${gateway}-webhook`),
  });
  return withHybridBoleto({
    pix: createPixProvider(
      { ...sandbox.pix, ...shared, payouts: 'efi', dueCharges: true, ...(await secret('pix')) },
      clock,
    ),
    cielo: createCieloProvider({ ...sandbox.cielo, ...shared, ...(await secret('cielo')) }, clock),
    picpay: createPicPayProvider(
      { ...sandbox.picpay, ...shared, webhookUrl: webhookAddress(config, 'picpay') },
      clock,
    ),
    paypal: createPayPalProvider({ ...sandbox.paypal, ...shared }, clock),
    cieloCard: createCieloCardProvider(
      {
        ...sandbox.cieloCard,
        cardKeys,
        statementName: config.CARD_STATEMENT_NAME,
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
      clock,
    ),
    carat: createCaratProvider(
      {
        ...sandbox.carat,
        cardKeys,
        statementName: config.CARD_STATEMENT_NAME,
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(await secret('carat')),
      },
      clock,
    ),
    rede: createRedeProvider(
      {
        ...sandbox.rede,
        cardKeys,
        statementName: config.CARD_STATEMENT_NAME,
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
      clock,
    ),
  });
};

/** Boletos carry a Pix code when the Pix institution offers charges with a due date. */
const withHybridBoleto = (payments: Payments): Payments => {
  const { cielo, pix } = payments;
  const hybrid = cielo && pix ? hybridBoleto(cielo, pix) : null;
  return hybrid ? { ...payments, cielo: hybrid } : payments;
};

/** Opens the gateways. The sandbox is refused in production. */
export const openPayments = async (parts: PaymentsContext): Promise<OpenPayments> => {
  const { config, log } = parts;
  if (config.realGateways) {
    const payments = withHybridBoleto(await openConfiguredGateways(parts));
    return { payments, sandboxUrl: null, close: () => closeAll(payments) };
  }
  if (config.production)
    throw new ConfigError(
      'PIX_BASE_URL: production needs a real gateway (this one, or CIELO_, PICPAY_, PAYPAL_, REDE_ or CARAT_BASE_URL); the sandbox is refused',
    );
  const sandbox = await startSandboxProcess({
    home: config.home,
    port: config.sandboxPort,
    siteUrl: `http://127.0.0.1:${config.PORT}`,
    log,
  });
  const payments = await sandboxPayments(sandbox, parts).catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const close = async (): Promise<void> => {
    await closeAll(payments);
    await sandbox.stop();
  };
  return { payments, sandboxUrl: sandbox.url, close };
};

const closeAll = async (payments: Payments): Promise<void> => {
  await Promise.all(Object.values(payments).map((provider) => provider.close()));
};
