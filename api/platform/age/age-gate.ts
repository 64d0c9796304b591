// The age gate: which rule the place of a request has, whether the browser has a valid proof of
// age, and which verifiers may give it one.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Seal } from '../seal/seal.ts';
import { createAttempts } from './attempts.ts';
import { createAgeCookies } from './cookies.ts';
import { placeName, placeOf, type PlaceSettings } from './place.ts';
import type { AgeGate, AgeOffer, AgeVerifier } from './port.ts';
import { createProofUses } from './proof-uses.ts';
import { accepts, REVIEWED, ruleFor } from './rules.ts';
import { cacheSettings } from './settings.ts';

export type AgeGateContext = {
  db: Database;
  clock: Clock;
  seal: Seal;
  log: Pick<Logger, 'warn'>;
  config: PlaceSettings & Pick<Config, 'production' | 'publicUrl'>;
};

const offerOf = ({ id, kind, blind, learned, needsAccount, name }: AgeVerifier): AgeOffer => ({
  id,
  kind,
  blind,
  learned,
  needsAccount,
  name,
});

/** The verifiers that could be used now. */
const readyAmong = async (verifiers: readonly AgeVerifier[]): Promise<AgeVerifier[]> => {
  const ready = await Promise.all(verifiers.map((verifier) => verifier.ready()));
  return verifiers.filter((_, index) => ready[index]);
};

/**
 * Throws ConfigError when the local verifier, which accepts any declaration, is used in production.
 */
export const createAgeGate = (
  using: AgeGateContext,
  verifiers: readonly AgeVerifier[],
): AgeGate => {
  const { config } = using;
  if (config.production && verifiers.some(({ id }) => id === 'local'))
    throw new ConfigError('the local age verifier is refused in production');
  const settings = cacheSettings(using);
  const cookies = createAgeCookies(using);
  const mayUse = createProofUses();
  const byId = new Map(verifiers.map((verifier) => [verifier.id, verifier]));

  const ruleOf = async (request: FastifyRequest) =>
    ruleFor((await settings()).rules, placeOf(config, request));

  /** An account whose documents were reviewed is let in everywhere. */
  const isAccepted = async (request: FastifyRequest, verifier: AgeVerifier): Promise<boolean> =>
    verifier.id === REVIEWED || accepts(await ruleOf(request), verifier);

  const isProven = async (request: FastifyRequest): Promise<boolean> => {
    const proof = await cookies.proofOf(request);
    const verifier = proof && byId.get(proof.method);
    if (!proof || !verifier || proof.version !== (await settings()).version) return false;
    // It may have been given in a place that accepts more.
    return (await isAccepted(request, verifier)) && mayUse(proof.subject, request.ip);
  };

  const stateOf: AgeGate['stateOf'] = async (request) => {
    const { requires } = await ruleOf(request);
    return { requires, proven: requires === 'declaration' || (await isProven(request)) };
  };

  return {
    settings,
    stateOf,
    ...createAttempts({
      ...using,
      cookies,
      settings,
      ruleOf,
      placeOf: (request) => placeName(placeOf(config, request)),
      verifierOf: (id) => byId.get(id),
      async offeredVerifier(request, id) {
        const verifier = byId.get(id);
        const offered =
          verifier && (await isAccepted(request, verifier)) && (await verifier.ready());
        return offered ? verifier : null;
      },
    }),
    async viewOf(request) {
      const state = await stateOf(request);
      if (state.proven) return { ...state, offers: [], contestable: false };
      const rule = await ruleOf(request);
      const offered = await readyAmong(verifiers.filter((verifier) => accepts(rule, verifier)));
      return {
        ...state,
        offers: offered.map(offerOf),
        contestable:
          offered.some(({ id }) => id === REVIEWED) || (await cookies.wasRefused(request)),
      };
    },
    verifiers: () =>
      Promise.all(
        verifiers.map(async (verifier) => ({
          ...offerOf(verifier),
          ready: await verifier.ready(),
        })),
      ),
    async closedRules() {
      const [{ rules }, ready] = await Promise.all([settings(), readyAmong(verifiers)]);
      return rules.filter(
        (rule) =>
          rule.requires === 'verified' && !ready.some((verifier) => accepts(rule, verifier)),
      );
    },
  };
};
