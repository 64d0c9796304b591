// The verifier of digital wallets: OpenID for Verifiable Presentations 1.0 with mdocs, asked by a
// link on the same device or by a code that another one scans. We are known by our address alone
// (client identifier prefix `redirect_uri`), as the European age verification profile has it.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock/port.ts';
import type { Logger } from '../../log/log.ts';
import type { AgeAnswer, AgeAttempt, AgeVerifier } from '../port.ts';
import type { Anchor } from './anchor-store.ts';
import { isValidAt } from './certificate-chain.ts';
import {
  AGE_ATTRIBUTE,
  documentCalled,
  WALLET_DOCUMENTS,
  type WalletDocument,
} from './documents.ts';
import { type PresentationRequest, verifyPresentation } from './verify-presentation.ts';

export type WalletOptions = {
  clock: Clock;
  log: Pick<Logger, 'info'>;
  anchors(): Promise<readonly Anchor[]>;
  /** A wallet by https instead of the schemes of installed ones; for development. */
  walletUrl?: string | undefined;
};

type Secret = PresentationRequest & { documents: string[] };

/**
 * A person takes a wallet out and confirms; a code on a screen can be passed on, so it is shorter.
 */
const SAME_DEVICE_SECONDS = 300;
const OTHER_DEVICE_SECONDS = 120;

const ES256_COSE = -7;

/** Asks for the one attribute (DCQL, OpenID4VP 1.0, section 6). */
const queryOf = ({ name, docType, nameSpace }: WalletDocument) => ({
  credentials: [
    {
      id: name,
      format: 'mso_mdoc',
      meta: { doctype_value: docType },
      claims: [{ path: [nameSpace, AGE_ATTRIBUTE] }],
    },
  ],
});

/** The European profile fixes these, and a shorter link makes a code that is easier to scan. */
const CLIENT = {
  vp_formats_supported: {
    mso_mdoc: { issuerauth_alg_values: [ES256_COSE], deviceauth_alg_values: [ES256_COSE] },
  },
};

const linkOf = (
  { walletUrl }: WalletOptions,
  { clientId, responseUri, nonce }: PresentationRequest,
  { state }: Pick<AgeAttempt, 'state'>,
  document: WalletDocument,
): string =>
  `${walletUrl ?? `${document.scheme}://`}?${new URLSearchParams({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: clientId,
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(queryOf(document)),
    ...(document.name !== 'av' && { client_metadata: JSON.stringify(CLIENT) }),
  })}`;

/** One credential query was sent, so one presentation comes. */
const tokenSchema = z.record(z.string(), z.tuple([z.string().min(1)]));

const presentationIn = ({ vp_token: token = '' }: AgeAnswer): [string, string] | null => {
  try {
    const entries = Object.entries(tokenSchema.parse(JSON.parse(token)));
    const [name, [encoded]] = entries[0] ?? ['', ['']];
    return entries.length === 1 ? [name, encoded] : null;
  } catch {
    return null;
  }
};

export const walletVerifier = (options: WalletOptions): AgeVerifier => {
  const { clock, log } = options;

  /** The kinds of document for which an issuer is trusted today. */
  const trusted = async (): Promise<{ document: WalletDocument; anchors: readonly Anchor[] }[]> => {
    const now = clock.now();
    const valid = (await options.anchors()).filter(({ certificate }) =>
      isValidAt(certificate, now),
    );
    return WALLET_DOCUMENTS.map((document) => ({
      document,
      anchors: valid.filter(({ docType }) => docType === document.docType),
    })).filter(({ anchors }) => anchors.length > 0);
  };

  return {
    id: 'wallet',
    kind: 'verification',
    blind: 'double',
    learned: 'answer',
    needsAccount: false,
    name: null,
    answeredBy: 'wallet',
    attemptSeconds: (device) => (device === 'same' ? SAME_DEVICE_SECONDS : OTHER_DEVICE_SECONDS),
    ready: async () => (await trusted()).length > 0,
    async begin(attempt) {
      const request = {
        clientId: `redirect_uri:${attempt.answerUrl}`,
        responseUri: attempt.answerUrl,
        nonce: randomBytes(16).toString('base64url'),
      };
      const documents = (await trusted()).map(({ document }) => document);
      return {
        step: {
          kind: 'wallet',
          links: documents.map((document) => ({
            document: document.name,
            url: linkOf(options, request, attempt, document),
          })),
        },
        secret: { ...request, documents: documents.map(({ name }) => name) } satisfies Secret,
      };
    },
    async finish(secret, answer) {
      const { documents, ...request } = secret as Secret;
      const [name = '', encoded = ''] = presentationIn(answer) ?? [];
      const document = documents.includes(name) ? documentCalled(name) : undefined;
      if (!document) {
        log.info({ failed: 'vpToken' }, 'a wallet’s answer is refused');
        return 'refused';
      }
      const anchors = (await trusted()).find((kind) => kind.document === document)?.anchors ?? [];
      const verdict = await verifyPresentation(encoded, {
        request,
        document,
        anchors: anchors.map(({ certificate }) => certificate),
        now: clock.now(),
      });
      if ('over' in verdict) return verdict.over ? 'over' : 'under';
      // The name of the check alone: nothing of what was shown is logged.
      log.info({ failed: verdict.failed, kind: name }, 'a wallet’s answer is refused');
      return 'refused';
    },
  };
};
