// One gateway of the conformance suite with helpers that create, pay and refund its charges.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import {
  type GatewayUnderTest,
  openWebhookInbox,
  type GatewayTraits,
} from './conformance-gateway.ts';
import { type GATEWAYS, startGateway } from './conformance-gateways.ts';
import type {
  ChargeReport,
  ChargeRequest,
  ChargeLookup,
  PaymentProvider,
  RefundReport,
} from './port.ts';

export const newId = (): ChargeId => randomUUID() as ChargeId;

const PAYER = {
  name: 'Pessoa de Teste da Silva',
  document: '52998224725',
  email: 'pessoa@example.com',
  phone: '+5511987654321',
  address: {
    street: 'Rua das Flores',
    number: 'S/N',
    district: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01310100',
  },
};

export type GatewayFixture = {
  traits: GatewayTraits;
  gateway: GatewayUnderTest;
  provider: PaymentProvider;
  inbox: Awaited<ReturnType<typeof openWebhookInbox>>;
  requestFor: (chargeId: ChargeId, amount?: number) => ChargeRequest;
  /** Creates a charge and remembers its lookup data. */
  create: (request: ChargeRequest) => Promise<ChargeReport>;
  charge: (amount?: number) => Promise<ChargeReport>;
  known: (chargeId: ChargeId) => ChargeLookup;
  /** Queries a charge, and captures an authorized one as the product does. */
  lookUp: (chargeId: ChargeId) => Promise<ChargeReport | null>;
  stateOf: (chargeId: ChargeId) => Promise<ChargeReport['state'] | undefined>;
  paidCharge: (amount?: number) => Promise<{ chargeId: ChargeId; receiptRef: string }>;
  refund: (receiptRef: string, amount: number, refundId?: string) => Promise<RefundReport>;
};

/** The test runner's hooks. */
export type TestHooks = Record<
  'beforeAll' | 'afterEach' | 'afterAll',
  (work: () => Promise<void>) => void
>;

const createFixture = (
  traits: GatewayTraits,
  gateway: GatewayUnderTest,
  inbox: GatewayFixture['inbox'],
): GatewayFixture => {
  const { provider } = gateway;
  const refs = new Map<ChargeId, ChargeLookup>();
  const requestFor = (chargeId: ChargeId, amount = 5000): ChargeRequest => ({
    chargeId,
    method: traits.method,
    amountCentavos: centavos(amount),
    expiresInSeconds: traits.lifeSeconds,
    description: 'Recarga da carteira',
    payer: PAYER,
  });
  const known = (chargeId: ChargeId): ChargeLookup =>
    refs.get(chargeId) ?? { chargeId, providerRef: null, amountCentavos: centavos(5000) };
  const create = async (request: ChargeRequest): Promise<ChargeReport> => {
    const report = await provider.createCharge(request);
    refs.set(request.chargeId, {
      chargeId: request.chargeId,
      providerRef: report.providerRef,
      amountCentavos: request.amountCentavos,
    });
    return report;
  };
  const charge = (amount?: number) => create(requestFor(newId(), amount));
  const lookUp = async (chargeId: ChargeId): Promise<ChargeReport | null> => {
    const report = await provider.status(known(chargeId));
    return report?.state === 'authorized' && provider.capture
      ? provider.capture(known(chargeId))
      : report;
  };
  return {
    traits,
    gateway,
    provider,
    inbox,
    requestFor,
    create,
    charge,
    known,
    lookUp,
    stateOf: async (chargeId) => (await lookUp(chargeId))?.state,
    paidCharge: async (amount = 5000) => {
      const { chargeId } = await charge(amount);
      await gateway.pay(chargeId);
      const receiptRef = (await lookUp(chargeId))?.receipts[0]?.ref;
      if (!receiptRef) throw new Error('the payment did not arrive');
      return { chargeId, receiptRef };
    },
    refund: (receiptRef, amount, refundId = randomUUID()) =>
      provider.refund({
        receiptRef,
        refundId,
        amountCentavos: centavos(amount),
        receiptCentavos: centavos(5000),
      }),
  };
};

/**
 * Starts a gateway before the tests of a file and stops it after them. The returned function gives
 * the fixture once the tests run.
 */
export const openGatewayFixture = (
  entry: (typeof GATEWAYS)[number],
  { beforeAll, afterEach, afterAll }: TestHooks,
  openSandbox: Parameters<typeof startGateway>[2],
): (() => GatewayFixture) => {
  let fixture: GatewayFixture | undefined;
  beforeAll(async () => {
    const inbox = await openWebhookInbox();
    fixture = createFixture(entry.traits, await startGateway(entry, inbox.url, openSandbox), inbox);
  });
  afterEach(async () => fixture?.gateway.disarm());
  afterAll(async () => {
    await fixture?.gateway.stop();
    await fixture?.inbox.close();
  });
  return () => {
    if (!fixture) throw new Error('the gateway has not started');
    return fixture;
  };
};
