// The age gate: where a request comes from, which rule that place has, and whether the browser has
// a valid proof of age.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { reportedHeader } from '../http/place.ts';
import type { Viewer } from '../http/viewer.ts';
import { installationSecret } from '../installation/secret.ts';
import type { AgeGate, AgeVerifier } from './port.ts';
import { isVisitor, newVisitor, readProof, signProof } from './proof.ts';
import { createProofUses } from './proof-uses.ts';
import { DEFAULT_RULES, type Place, ruleFor } from './rules.ts';
import { listSettings } from './store.ts';

/**
 * With https, the `__Host-` prefix stops other hosts of the domain, and plain http, from setting
 * it.
 */
export const ageCookie = ({ production }: Pick<Config, 'production'>): string =>
  production ? '__Host-age' : 'age';
/** The same proof for clients that keep no cookies. */
const AGE_HEADER = 'x-age-proof';
/** A change of the rules takes effect after at most this time. */
const SETTINGS_TTL_MS = 5_000;
const CODE = /^[A-Z0-9]{1,3}$/;

type AgeGateContext = {
  db: Database;
  clock: Clock;
  config: Pick<
    Config,
    'production' | 'CAMARIM_COUNTRY' | 'GEO_COUNTRY_HEADER' | 'GEO_STATE_HEADER' | 'TRUST_PROXY'
  >;
};

const reportedCode = (
  { config }: AgeGateContext,
  request: FastifyRequest,
  name: string | undefined,
): string | null => {
  const code = reportedHeader(config, request, name)?.toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
};

/** Browsers send these headers with every call, and a script can't remove them. */
const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * The place that the proxy reports; the installation's country when there is no trusted report.
 */
const placeOf = (using: AgeGateContext, request: FastifyRequest): Place => {
  const { config } = using;
  const country = reportedCode(using, request, config.GEO_COUNTRY_HEADER);
  if (country === null) return { country: config.CAMARIM_COUNTRY, state: null };
  return { country, state: reportedCode(using, request, config.GEO_STATE_HEADER) };
};

const cacheSettings = ({ db, clock }: AgeGateContext): AgeGate['settings'] => {
  let kept: { untilMs: number; settings: ReturnType<AgeGate['settings']> } | undefined;
  const load = async () => {
    const [newest] = await listSettings(db, 1);
    return newest
      ? { version: newest.version, rules: newest.rules }
      : { version: 0, rules: DEFAULT_RULES };
  };
  return () => {
    const nowMs = clock.now().getTime();
    if (kept && kept.untilMs > nowMs) return kept.settings;
    const settings = load();
    kept = { untilMs: nowMs + SETTINGS_TTL_MS, settings };
    settings.catch(() => (kept = undefined));
    return settings;
  };
};

/**
 * Throws ConfigError when the local verifier, which accepts any declaration, is used in production.
 */
export const createAgeGate = (
  using: AgeGateContext,
  verifiers: readonly AgeVerifier[],
): AgeGate => {
  const { db, clock, config } = using;
  if (config.production && verifiers.some(({ method }) => method === 'local'))
    throw new ConfigError('the local age verifier is refused in production');
  const settings = cacheSettings(using);
  const key = () => installationSecret(db, 'age.proofs');
  const mayUse = createProofUses();
  const methods = verifiers.map(({ method }) => method);

  const isProven = async (
    request: FastifyRequest,
    viewerOf: () => Promise<Viewer | null>,
  ): Promise<boolean> => {
    const header = request.headers[AGE_HEADER];
    const token = typeof header === 'string' ? header : request.cookies[ageCookie(config)];
    const proof = token === undefined ? null : readProof(await key(), token);
    if (
      !proof ||
      proof.expiresSeconds * 1_000 <= clock.now().getTime() ||
      proof.version !== (await settings()).version
    )
      return false;
    return isVisitor(proof.subject)
      ? mayUse(proof.subject, request.ip)
      : proof.subject === (await viewerOf())?.sessionId;
  };

  return {
    settings,
    async stateOf(request, viewerOf) {
      const { requires } = ruleFor((await settings()).rules, placeOf(using, request));
      return {
        requires,
        proven: requires === 'declaration' || (await isProven(request, viewerOf)),
        methods,
      };
    },
    async prove({ request, reply }, viewer, method) {
      const verifier = verifiers.find((known) => known.method === method);
      if (!verifier || !(await verifier.verify({ viewer }))) return null;
      const { version, rules } = await settings();
      const { proofSeconds } = ruleFor(rules, placeOf(using, request));
      const expiresSeconds = Math.floor(clock.now().getTime() / 1_000) + proofSeconds;
      const token = signProof(await key(), {
        subject: viewer?.sessionId ?? newVisitor(),
        method,
        version,
        expiresSeconds,
      });
      reply.setCookie(ageCookie(config), token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: config.production,
        maxAge: proofSeconds,
      });
      return {
        token: isBrowser(request) ? null : token,
        expiresAt: new Date(expiresSeconds * 1_000),
      };
    },
  };
};
