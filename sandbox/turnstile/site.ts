// The sites of the Turnstile stand-in: test keys as Cloudflare documents them, and one site whose
// tokens behave like real ones.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';

/** Keys of the one site that is not a documented test key. */
export type TurnstileSite = { siteKey: string; secretKey: string };

// developers.cloudflare.com/turnstile/troubleshooting/testing.
const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';
const TEST_SITES: Record<string, 'passes' | 'fails' | 'asks'> = {
  '1x00000000000000000000AA': 'passes',
  '1x00000000000000000000BB': 'passes',
  '2x00000000000000000000AB': 'fails',
  '2x00000000000000000000BB': 'fails',
  '3x00000000000000000000FF': 'asks',
};
const TEST_SECRETS: Record<string, 'passes' | 'fails' | 'spent'> = {
  '1x0000000000000000000000000000000AA': 'passes',
  '2x0000000000000000000000000000000AA': 'fails',
  '3x0000000000000000000000000000000AA': 'spent',
};
/** Lifetime of a token. */
const TOKEN_MS = 300_000;

type IssuedToken = { hostname: string; action: string; at: Date; spentBy: string | null };
export type Verification = {
  success: boolean;
  'error-codes': string[];
  challenge_ts?: string;
  hostname?: string;
  action?: string;
  cdata?: string;
};

const rejection = (code: string): Verification => ({ success: false, 'error-codes': [code] });

export type Turnstile = {
  /** What the widget of a site does; undefined when there is no such site. */
  behaviour: (siteKey: string) => 'passes' | 'fails' | 'asks' | undefined;
  issue: (siteKey: string, hostname: string, action: string) => string;
  verify: (given: { secret?: string; response?: string; idempotency_key?: string }) => Verification;
};

export const createTurnstile = (site: TurnstileSite, clock: Clock): Turnstile => {
  const issued = new Map<string, IssuedToken>();

  const verifyTest = (kind: 'passes' | 'fails' | 'spent', response: string): Verification => {
    if (kind === 'spent') return rejection('timeout-or-duplicate');
    if (kind === 'fails' || response !== DUMMY_TOKEN) return rejection('invalid-input-response');
    return {
      success: true,
      'error-codes': [],
      challenge_ts: clock.now().toISOString(),
      hostname: 'localhost',
      action: 'test',
      cdata: 'test-data',
    };
  };

  return {
    behaviour: (siteKey) => (siteKey === site.siteKey ? 'passes' : TEST_SITES[siteKey]),
    issue(siteKey, hostname, action) {
      if (siteKey !== site.siteKey) return DUMMY_TOKEN;
      const token = `0.${randomBytes(48).toString('base64url')}`;
      issued.set(token, { hostname, action, at: clock.now(), spentBy: null });
      return token;
    },
    verify({ secret = '', response = '', idempotency_key: key = '' }) {
      if (secret === '') return rejection('missing-input-secret');
      const test = TEST_SECRETS[secret];
      if (!test && secret !== site.secretKey) return rejection('invalid-input-secret');
      if (response === '') return rejection('missing-input-response');
      if (test) return verifyTest(test, response);
      const token = issued.get(response);
      if (!token) return rejection('invalid-input-response');
      const late = clock.now().getTime() - token.at.getTime() >= TOKEN_MS;
      if (late || (token.spentBy !== null && (key === '' || token.spentBy !== key)))
        return rejection('timeout-or-duplicate');
      token.spentBy = key;
      return {
        success: true,
        'error-codes': [],
        challenge_ts: token.at.toISOString(),
        hostname: token.hostname,
        action: token.action,
        cdata: '',
      };
    },
  };
};
