// The gateways that the conformance suite runs on: each adapter against a sandbox over loopback.
import { DAY_SECONDS } from '@camarim/contract/time';
import type { Clock } from '../clock/port.ts';
import { createCieloProvider } from './cielo/cielo.ts';
import type { GatewayUnderTest, GatewayTraits } from './conformance-gateway.ts';
import { hybridBoleto } from './hybrid-boleto/hybrid-boleto.ts';
import { createPayPalProvider } from './paypal/paypal.ts';
import { createPicPayProvider } from './picpay/picpay.ts';
import { createPixProvider } from './pix/pix.ts';
import type { PaymentProvider } from './port.ts';
import { controlSandbox, type SandboxControl } from './sandbox-control.ts';
import type { SandboxAccess } from './sandbox-process.ts';

/** Short, for tests of a silent gateway; long enough for a busy machine. */
const TIMEOUT_MS = 2_500;
const SHARED = {
  webhookSecret: 'conformance-secret',
  returnUrl: 'http://127.0.0.1:9/carteira',
  timeoutMs: TIMEOUT_MS,
};

type ProviderFactory = (
  sandbox: SandboxAccess,
  webhookUrl: string,
  clock: Clock,
) => PaymentProvider;

const PIX: GatewayTraits = {
  name: 'pix',
  method: 'pix',
  lifeSeconds: 900,
  lifeRoundedBySeconds: 1,
  maxCentavos: 999_999_999_999,
  otherAmounts: true,
  paidTwice: true,
  paidLate: true,
  showsAgain: true,
  knowsOurId: true,
  knowsAmounts: true,
  noticesPerPayment: 1,
  cancels: true,
  refunds: 'parts',
  refundsFail: true,
  disputes: true,
  settlements: true,
};

const BOLETO: GatewayTraits = {
  // A boleto is due on a business day: over Christmas and the New Year that may be five days later.
  ...PIX,
  name: 'cielo',
  method: 'boleto',
  lifeSeconds: 3 * DAY_SECONDS,
  lifeRoundedBySeconds: 6 * DAY_SECONDS,
  maxCentavos: 9_999_999_999,
  paidTwice: false,
  cancels: false,
  refunds: 'none',
  refundsFail: false,
  disputes: false,
  settlements: false,
};

/** Boletos with a Pix code; closing closes both providers. */
const createHybrid: ProviderFactory = ({ cielo, pix }, _url, clock) => {
  const [boletos, codes] = [
    createCieloProvider({ ...cielo, ...SHARED }, clock),
    createPixProvider({ ...pix, ...SHARED, dueCharges: true }, clock),
  ];
  const hybrid = hybridBoleto(boletos, codes);
  if (!hybrid) throw new Error('no codes are made');
  return {
    ...hybrid,
    close: async () => void (await Promise.all([boletos.close(), codes.close()])),
  };
};

type GatewayEntry = {
  /** For a gateway that is listed twice. */
  title?: string;
  traits: GatewayTraits;
  create: ProviderFactory;
};

/** Every gateway: its traits, and its adapter at the sandbox. */
export const GATEWAYS: readonly GatewayEntry[] = [
  {
    traits: PIX,
    create: ({ pix }, _url, clock) => createPixProvider({ ...pix, ...SHARED }, clock),
  },
  {
    traits: BOLETO,
    create: ({ cielo }, _url, clock) => createCieloProvider({ ...cielo, ...SHARED }, clock),
  },
  { title: 'cielo with a Pix code', traits: BOLETO, create: createHybrid },
  {
    traits: {
      ...PIX,
      name: 'picpay',
      method: 'picpay',
      maxCentavos: 9_999_999_999,
      otherAmounts: false,
      paidTwice: false,
      showsAgain: false,
      knowsAmounts: false,
      refunds: 'parts',
      refundsFail: false,
      settlements: false,
    },
    create: ({ picpay }, webhookUrl, clock) =>
      createPicPayProvider({ ...picpay, ...SHARED, webhookUrl }, clock),
  },
  {
    // Approved, then captured: two notifications.
    traits: {
      ...PIX,
      name: 'paypal',
      method: 'paypal',
      lifeSeconds: 10_800,
      otherAmounts: false,
      paidTwice: false,
      knowsOurId: false,
      noticesPerPayment: 2,
      cancels: false,
    },
    create: ({ paypal }, _url, clock) => createPayPalProvider({ ...paypal, ...SHARED }, clock),
  },
];

/** Gateways with payouts. */
export const SENDING_GATEWAYS: typeof GATEWAYS = [
  {
    traits: PIX,
    create: ({ pix }, _url, clock) =>
      createPixProvider({ ...pix, ...SHARED, payouts: 'efi' }, clock),
  },
];

/** Connects one adapter to a new sandbox; notifications go to `webhookUrl`. */
export const startGateway = async (
  { traits, create }: (typeof GATEWAYS)[number],
  webhookUrl: string,
  openSandbox: () => Promise<SandboxAccess>,
): Promise<GatewayUnderTest & Pick<SandboxControl, 'payouts'>> => {
  const sandbox = await openSandbox();
  const control = controlSandbox(sandbox.url, traits.name);
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const provider = create(sandbox, webhookUrl, clock);

  return {
    ...control,
    provider,
    now: clock.now,
    advance: async (seconds) => {
      await control.advance(seconds);
      aheadMs += seconds * 1000;
    },
    stop: () => provider.close(),
  };
};
