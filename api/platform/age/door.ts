// The door: where a request comes from, what that place asks for, and whether the browser carries a
// proof that still holds.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { reportedHeader } from '../http/place.ts';
import type { Viewer } from '../http/viewer.ts';
import { installationSecret } from '../installation/secret.ts';
import type { AgeDoor, AgeVerifier } from './port.ts';
import { isVisitor, newVisitor, readProof, signProof } from './proof.ts';
import { createProofUses } from './proof-uses.ts';
import { DEFAULT_RULES, type Place, ruleFor } from './rules.ts';
import { listSettings } from './store.ts';

/**
 * Where there is https, the prefix keeps other hosts of the domain, and plain http, from setting
 * it.
 */
export const ageCookie = ({ production }: Pick<Config, 'production'>): string =>
  production ? '__Host-age' : 'age';
/** The same proof for clients that keep no cookies. */
const AGE_HEADER = 'x-age-proof';
/** A change of the rules is noticed this late at most. */
const SETTINGS_KEPT_MS = 5_000;
const CODE = /^[A-Z0-9]{1,3}$/;

type Using = {
  db: Database;
  clock: Clock;
  config: Pick<
    Config,
    'production' | 'CAMARIM_COUNTRY' | 'GEO_COUNTRY_HEADER' | 'GEO_STATE_HEADER' | 'TRUST_PROXY'
  >;
};

const codeIn = (
  { config }: Using,
  request: FastifyRequest,
  name: string | undefined,
): string | null => {
  const code = reportedHeader(config, request, name)?.toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
};

/** Browsers name the page that asks; a script can't leave that out. */
const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * Where the proxy says the visitor is; the installation's country when it does not say or is not to
 * be believed.
 */
const placeOf = (using: Using, request: FastifyRequest): Place => {
  const { config } = using;
  const country = codeIn(using, request, config.GEO_COUNTRY_HEADER);
  if (country === null) return { country: config.CAMARIM_COUNTRY, state: null };
  return { country, state: codeIn(using, request, config.GEO_STATE_HEADER) };
};

const keepSettings = ({ db, clock }: Using): AgeDoor['settings'] => {
  let kept: { untilMs: number; settings: ReturnType<AgeDoor['settings']> } | undefined;
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
    kept = { untilMs: nowMs + SETTINGS_KEPT_MS, settings };
    settings.catch(() => (kept = undefined));
    return settings;
  };
};

/** Refuses the one-press verifier in production with a ConfigError. */
export const createAgeDoor = (using: Using, verifiers: readonly AgeVerifier[]): AgeDoor => {
  const { db, clock, config } = using;
  if (config.production && verifiers.some(({ method }) => method === 'local'))
    throw new ConfigError('the local age verifier is refused in production');
  const settings = keepSettings(using);
  const key = () => installationSecret(db, 'age.proofs');
  const mayUse = createProofUses();
  const methods = verifiers.map(({ method }) => method);

  const holds = async (
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
        proven: requires === 'declaration' || (await holds(request, viewerOf)),
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
