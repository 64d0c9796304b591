// Opens the age verifiers of an installation: the built-in ones, wallets, and the configured
// providers. On a local machine stand-ins take the place of providers that are not configured.
import { X509Certificate } from 'node:crypto';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { oidcVerifier } from './oidc.ts';
import type { AgeVerifier } from './port.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';
import { type Anchor, listAnchors } from './wallet/anchor-store.ts';
import { WALLET_DOCUMENTS } from './wallet/documents.ts';
import { walletVerifier } from './wallet/wallet.ts';
import { yotiVerifiers } from './yoti.ts';

export type VerifierParts = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Where the stand-ins of providers answer; null without them, as in production. */
  sandboxUrl: string | null;
};

/** Credentials of the stand-ins (sandbox/config.ts). */
const STAND_IN = {
  openId: { clientId: 'camarim', clientSecret: 'camarim-sandbox' },
  yoti: { sdkId: '7d1f0c5e-2b4a-4f6d-9c3e-8a1b2c3d4e5f', apiKey: 'camarim-sandbox-yoti' },
} as const;

/** Issuers are asked for at every page that the gate covers. */
const ANCHORS_TTL_MS = 5_000;

/** The issuer of the stand-in; a sandbox that does not answer has none. */
const standInAnchors = async (sandboxUrl: string): Promise<Anchor[]> => {
  const response = await fetch(`${sandboxUrl}/age/wallet/issuer.pem`).catch(() => null);
  if (!response?.ok) return [];
  const certificate = new X509Certificate(await response.text());
  return WALLET_DOCUMENTS.map(({ docType }) => ({ docType, certificate }));
};

const cacheAnchors = ({
  db,
  clock,
  sandboxUrl,
}: VerifierParts): (() => Promise<readonly Anchor[]>) => {
  let kept: { untilMs: number; anchors: Promise<Anchor[]> } | undefined;
  const load = async () => [
    ...(await listAnchors(db)),
    ...(sandboxUrl === null ? [] : await standInAnchors(sandboxUrl)),
  ];
  return () => {
    const nowMs = clock.now().getTime();
    if (kept && kept.untilMs > nowMs) return kept.anchors;
    const anchors = load();
    kept = { untilMs: nowMs + ANCHORS_TTL_MS, anchors };
    anchors.catch(() => (kept = undefined));
    return anchors;
  };
};

/** `readConfig` has checked that the group is complete. */
const openOidc = ({ config, sandboxUrl }: VerifierParts): AgeVerifier[] => {
  const { AGE_OIDC_ISSUER: issuer } = config;
  const asked = {
    scope: config.AGE_OIDC_SCOPE,
    claim: config.AGE_OIDC_CLAIM,
    overText: config.AGE_OIDC_OVER_TEXT,
    parameters: Object.fromEntries(new URLSearchParams(config.AGE_OIDC_PARAMETERS)),
    blind: config.AGE_OIDC_BLIND,
    insecure: !config.production,
  };
  if (issuer !== undefined)
    return [
      oidcVerifier({
        ...asked,
        issuer,
        clientId: config.AGE_OIDC_CLIENT_ID ?? '',
        clientSecret: config.AGE_OIDC_CLIENT_SECRET ?? '',
        name: config.AGE_OIDC_NAME ?? '',
      }),
    ];
  return sandboxUrl === null
    ? []
    : [
        oidcVerifier({
          ...asked,
          ...STAND_IN.openId,
          issuer: `${sandboxUrl}/age/openid`,
          name: 'OpenID de testes',
        }),
      ];
};

const openYoti = ({ config, sandboxUrl }: VerifierParts): AgeVerifier[] => {
  const { AGE_YOTI_SDK_ID: sdkId, AGE_YOTI_API_KEY: apiKey, AGE_YOTI_ORIGIN: origin } = config;
  const estimationThreshold = config.AGE_YOTI_FACE_THRESHOLD;
  if (sdkId !== undefined && apiKey !== undefined)
    return yotiVerifiers({ sdkId, apiKey, origin, estimationThreshold });
  return sandboxUrl === null
    ? []
    : yotiVerifiers({
        ...STAND_IN.yoti,
        origin: `${sandboxUrl}/age/yoti`,
        estimationThreshold,
      });
};

export const openAgeVerifiers = (parts: VerifierParts): AgeVerifier[] => {
  const { config, db, clock, log, sandboxUrl } = parts;
  return [
    ...(config.production ? [] : [localVerifier()]),
    walletVerifier({
      clock,
      log,
      anchors: cacheAnchors(parts),
      walletUrl: sandboxUrl === null ? undefined : `${sandboxUrl}/age/wallet`,
    }),
    ...openOidc(parts),
    ...openYoti(parts),
    documentVerifier({ db }),
  ];
};
