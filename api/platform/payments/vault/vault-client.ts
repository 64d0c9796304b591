// Client of the vault: a child process that makes keys and receives encrypted cards.
import { isUuid } from '@camarim/contract/ids';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { GatewayReply } from '../gateway-http.ts';
import { type CardKey, GatewayError } from '../port.ts';
import {
  type CardKeys,
  fingerprintOf,
  KEY_ISSUE_MS,
  KEY_LIFE_MS,
  kidOf,
  inMemoryCardKeys,
} from './card-keys.ts';
import type {
  CardTraits,
  MessageFromVault,
  SealedKey,
  MessageToVault,
  VaultResponse,
  VaultRequest,
  VaultSetup,
} from './vault-messages.ts';

/** A card as the browser encrypted it, and its brand. */
export type SealedCard = { jwe: string; brandId: number };

export type Vault = {
  key: (now: Date) => Promise<CardKey>;
  /**
   * Charges the card. Throws GatewayError: `refused` when it can't be decrypted, `unknown` without
   * an answer.
   */
  charge: (
    card: SealedCard,
    reference: string,
    json: Record<string, unknown>,
    now: Date,
  ) => Promise<GatewayReply>;
  /**
   * The displayable part of a card, which only this reference can use from then on. Throws as
   * `charge` does.
   */
  open: (card: SealedCard, reference: string, now: Date) => Promise<CardTraits>;
  /**
   * Stores a card at the acquirer; returns its reply and the displayable part of the card. Throws
   * as `charge` does.
   */
  tokenize: (
    card: SealedCard,
    reference: string,
    email: string,
    now: Date,
  ) => Promise<{ reply: GatewayReply; card: CardTraits }>;
  /**
   * The state of a stored card whose network token stays in the vault. Throws GatewayError
   * (`unknown`).
   */
  storedCardState: (token: string) => Promise<GatewayReply>;
  /**
   * Charges such a card. Throws GatewayError: `refused` when it can't be charged, `unknown` without
   * an answer.
   */
  chargeStoredCard: (token: string, json: Record<string, unknown>) => Promise<GatewayReply>;
  close: () => Promise<void>;
};

const MAIN = join(import.meta.dirname, 'vault.ts');
/** Two calls of the acquirer and a token may be needed. */
const TIMEOUT_FACTOR = 3;
/**
 * The first request includes the start of the process and the creation of a key pair, on a machine
 * that may be busy.
 */
const START_MS = 20_000;
const UNREADABLE = 'the card can’t be opened: its key has ended, it was used before, or it is none';

/**
 * The child process and its pending requests. It is started by the first request, and again after
 * it died.
 */
const startVaultOnDemand = (setup: VaultSetup, secret: CardKeys['secret']) => {
  let child: ChildProcess | null = null;
  let last = 0;
  const waiting = new Map<number, (answer: VaultResponse) => void>();

  const start = (shared: string): ChildProcess => {
    // The environment is minimal and the output is discarded, so no secret leaks either way.
    const started = fork(MAIN, {
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message: MessageFromVault) => {
      if ('id' in message) waiting.get(message.id)?.(message.answer);
    });
    started.once('exit', () => {
      if (child === started) child = null;
      for (const answer of waiting.values()) answer({ unknown: 'the vault ended' });
    });
    started.send({ setup, secret: shared } satisfies MessageToVault);
    return started;
  };

  const request = async (question: VaultRequest): Promise<VaultResponse> => {
    const shared = await secret();
    return new Promise((resolve) => {
      child ??= start(shared);
      const id = (last += 1);
      const timer = setTimeout(
        () => waiting.get(id)?.({ unknown: 'the vault does not answer' }),
        Math.max(START_MS, setup.timeoutMs * TIMEOUT_FACTOR),
      );
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      });
      child.send({ id, question } satisfies MessageToVault);
    });
  };

  const close = async (): Promise<void> => {
    child?.kill();
    child = null;
  };
  return { ask: request, close };
};

const failure = (answer: VaultResponse): GatewayError =>
  'refused' in answer
    ? new GatewayError('refused', answer.refused)
    : new GatewayError(
        'unknown',
        'unknown' in answer ? answer.unknown : 'the vault answered another question',
      );

const storedReplyOf = (answer: VaultResponse): GatewayReply => {
  if ('keptReply' in answer) return answer.keptReply;
  throw failure(answer);
};

/** Card keys come from `keys`, which the vaults of all processes share. */
export const openVault = (
  setup: VaultSetup,
  { store, secret }: CardKeys = inMemoryCardKeys(),
): Vault => {
  const { ask, close } = startVaultOnDemand(setup, secret);

  const makeKey = async (now: Date) => {
    const answer = await ask({ kind: 'makeKey', nowMs: now.getTime() });
    if (!('key' in answer)) throw failure(answer);
    return { ...answer.key, madeAt: now };
  };

  /** The key of an encrypted card; a card is valid for one reference, across all processes. */
  const keyFor = async (jwe: string, reference: string): Promise<SealedKey> => {
    const kid = kidOf(jwe);
    const key = kid !== null && isUuid(kid) ? await store.find(kid) : null;
    if (
      !key ||
      !(await store.recordUse({ fingerprint: fingerprintOf(jwe), kid: key.kid, reference }))
    )
      throw new GatewayError('refused', UNREADABLE);
    return { kid: key.kid, sealed: key.sealed, madeAtMs: key.madeAt.getTime() };
  };

  const payloadOf = async ({ jwe, brandId }: SealedCard, reference: string, now: Date) => ({
    nowMs: now.getTime(),
    jwe,
    brandId,
    reference,
    key: await keyFor(jwe, reference),
  });

  return {
    key: async (now) => {
      const after = new Date(now.getTime() - KEY_ISSUE_MS);
      const { jwk, kid, madeAt } =
        (await store.newest(after)) ??
        (await store.insert(await makeKey(now), after, new Date(now.getTime() - KEY_LIFE_MS)));
      return { jwk, kid, expiresAt: new Date(madeAt.getTime() + KEY_LIFE_MS) };
    },
    charge: async (card, reference, json, now) => {
      const answer = await ask({
        kind: 'charge',
        json,
        ...(await payloadOf(card, reference, now)),
      });
      if ('reply' in answer) return answer.reply;
      throw failure(answer);
    },
    open: async (card, reference, now) => {
      const answer = await ask({
        kind: 'open',
        ...(await payloadOf(card, reference, now)),
      });
      if ('opened' in answer) return answer.opened;
      throw failure(answer);
    },
    tokenize: async (card, reference, email, now) => {
      const answer = await ask({
        kind: 'tokenize',
        email,
        ...(await payloadOf(card, reference, now)),
      });
      if ('reply' in answer) return answer;
      throw failure(answer);
    },
    storedCardState: async (token) => storedReplyOf(await ask({ kind: 'storedState', token })),
    chargeStoredCard: async (token, json) =>
      storedReplyOf(await ask({ kind: 'chargeStored', token, json })),
    close,
  };
};
