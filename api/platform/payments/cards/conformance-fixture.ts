// The acquirers of the card conformance suites: each adapter at a sandbox of its own, with a
// browser that encrypts cards.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import type { Clock } from '../../clock/port.ts';
import { createCaratProvider } from '../carat/carat.ts';
import { toOrderId as toCaratId } from '../carat/carat-wire.ts';
import { createCieloCardProvider } from '../cielo/cielo-card.ts';
import { toOrderId as toCieloId } from '../cielo/cielo-wire.ts';
import type { TestHooks } from '../conformance-fixture.ts';
import type {
  CardGatewayName,
  ChargeReport,
  ChargeRequest,
  ChargeLookup,
  Decline,
  PaymentProvider,
} from '../port.ts';
import { createRedeProvider } from '../rede/rede.ts';
import { toReference } from '../rede/rede-wire.ts';
import type { SandboxAccess } from '../sandbox-process.ts';

export const PAN = '5448280000000007';
export const MASTERCARD = 2;
export type Acquirer = {
  name: CardGatewayName;
  /** Paths of its calls for faults. */
  create: string;
  refunds: string;
  connect: (sandbox: SandboxAccess, clock: Clock) => PaymentProvider;
  /**
   * Whether an unanswered request is sent again immediately; otherwise the next call looks it up
   * first.
   */
  resends: boolean;
  codes: [string, Decline['class']][];
  /** The acquirer deletes tokens. */
  forgets: boolean;
  screens: boolean;
  /** Supports 3-D Secure challenges. */
  challenges: boolean;
};

/** No test of cards has a silent acquirer. */
const TIMEOUT_MS = 60_000;
const INDUSTRY: Acquirer['codes'] = [
  ['51', 'reversible'],
  ['54', 'irreversible'],
  ['82', 'reversible'],
  ['R1', 'irreversible'],
];

export const ACQUIRERS: Acquirer[] = [
  {
    name: 'rede',
    create: 'POST /erede/v2/transactions',
    refunds: 'POST /erede/v2/transactions/*/refunds',
    resends: true,
    forgets: true,
    screens: false,
    challenges: true,
    codes: [
      ['111', 'reversible'],
      ['112', 'irreversible'],
      ['119', 'reversible'],
      ['123', 'irreversible'],
    ],
    connect: ({ rede }, clock) => createRedeProvider({ ...rede, timeoutMs: TIMEOUT_MS }, clock),
  },
  {
    name: 'cieloCard',
    create: 'POST /1/sales',
    refunds: 'PUT /1/sales/*/void',
    resends: false,
    forgets: false,
    screens: true,
    challenges: false,
    codes: INDUSTRY,
    connect: ({ cieloCard }, clock) =>
      createCieloCardProvider({ ...cieloCard, timeoutMs: TIMEOUT_MS }, clock),
  },
  {
    name: 'carat',
    create: 'POST /v2/payments',
    refunds: 'POST /v2/cancellations',
    resends: true,
    forgets: false,
    screens: true,
    challenges: false,
    codes: INDUSTRY,
    connect: ({ carat }, clock) =>
      createCaratProvider(
        { ...carat, webhookSecret: 'conformance-secret', timeoutMs: TIMEOUT_MS },
        clock,
      ),
  },
];

export type CardFixture = {
  /** The provider and the sandbox exist once the tests run. */
  provider: () => PaymentProvider;
  sandbox: () => SandboxAccess;
  /** Moves the adapter's clock, until the end of the test. */
  advance: (milliseconds: number) => void;
  arm: (fault: object) => Promise<void>;
  disarm: () => Promise<void>;
  /** Path of a charge in the control API. */
  orderPath: (chargeId: ChargeId) => string;
  /** Charges of one id at the acquirer. */
  ordersOf: (chargeId: ChargeId) => Promise<unknown[]>;
  /** Encrypts a card like the browser. */
  seal: (changes?: object) => Promise<string>;
  requestWith: (jwe: string) => ChargeRequest;
  charge: (changes?: object) => Promise<ChargeReport>;
};

const REFERENCES: Record<CardGatewayName, (chargeId: ChargeId) => string> = {
  rede: toReference,
  cieloCard: toCieloId,
  carat: toCaratId,
};

export const lookupOf = (chargeId: ChargeId): ChargeLookup => ({
  chargeId,
  providerRef: null,
  amountCentavos: centavos(5000),
});

const requestWith = (jwe: string): ChargeRequest => ({
  chargeId: randomUUID() as ChargeId,
  method: 'card',
  amountCentavos: centavos(5000),
  expiresInSeconds: 600,
  description: 'Recarga',
  card: { kind: 'sealed', jwe, brandId: MASTERCARD },
});

const seal = async (provider: PaymentProvider, changes: object): Promise<string> => {
  const { jwk, kid } = await (provider.cards?.publicKey() ?? Promise.reject(new Error('no cards')));
  const card = {
    nonce: randomUUID(),
    number: PAN,
    holderName: 'PESSOA DE TESTE',
    expiration: '12/2031',
    cvv: '235',
    ...changes,
  };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk as Parameters<typeof importJWK>[0], 'RSA-OAEP-256'));
};

/** Starts an acquirer before the tests of a file and stops it after them. */
export const openCardFixture = (
  acquirer: Acquirer,
  { beforeAll, afterEach, afterAll }: TestHooks,
  openSandbox: () => Promise<SandboxAccess>,
): CardFixture => {
  let open: { sandbox: SandboxAccess; provider: PaymentProvider } | undefined;
  let aheadMs = 0;
  const opened = () => {
    if (!open) throw new Error('the acquirer has not started');
    return open;
  };
  beforeAll(async () => {
    const sandbox = await openSandbox();
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    open = { sandbox, provider: acquirer.connect(sandbox, clock) };
  });
  const disarm = async (): Promise<void> => {
    await fetch(`${opened().sandbox.url}/__faults`, { method: 'DELETE' });
  };
  afterEach(async () => {
    aheadMs = 0;
    await disarm();
  });
  afterAll(async () => open?.provider.close());
  const provider = () => opened().provider;
  const sandbox = () => opened().sandbox;
  const orderPath = (chargeId: ChargeId): string =>
    `${sandbox().url}/__orders/${acquirer.name}/${REFERENCES[acquirer.name](chargeId)}`;
  return {
    provider,
    sandbox,
    advance: (milliseconds) => void (aheadMs = milliseconds),
    arm: async (fault) => {
      await fetch(`${sandbox().url}/__faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
    },
    disarm,
    orderPath,
    ordersOf: async (chargeId) => (await fetch(orderPath(chargeId))).json() as Promise<unknown[]>,
    seal: (changes = {}) => seal(provider(), changes),
    requestWith,
    charge: async (changes = {}) =>
      provider().createCharge(requestWith(await seal(provider(), changes))),
  };
};
