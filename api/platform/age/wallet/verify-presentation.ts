// Judges what a wallet shows: an mdoc (ISO/IEC 18013-5) that an issuer whom we trust has signed,
// that the wallet's own key has signed for this very request, and that says "eighteen or older".
import { X509Certificate } from 'node:crypto';
import {
  DeviceAuthentication,
  DeviceResponse,
  type Document,
  type IssuerSignedItem,
  SessionTranscript,
} from './mdoc.ts';
import { leadsToAnchor } from './certificate-chain.ts';
import { AGE_ATTRIBUTE, type WalletDocument } from './documents.ts';
import { mdocContext } from './mdoc-context.ts';

/** What the request said; the wallet's signature covers all of it (OpenID4VP 1.0, B.2.6.1). */
export type PresentationRequest = { clientId: string; responseUri: string; nonce: string };

export type Presentation = {
  request: PresentationRequest;
  document: WalletDocument;
  /** Trust anchors of this kind of document, and no others. */
  anchors: readonly X509Certificate[];
  now: Date;
};

type PresentationFacts = Presentation & { response: DeviceResponse; shown: Document };

/** Clocks of issuers may be ahead of ours. */
const SKEW_SECONDS = 30;

const attributesOf = ({ shown, document }: PresentationFacts): IssuerSignedItem[] =>
  (shown.issuerSigned.getIssuerNamespace(document.nameSpace) ?? []).filter(
    ({ elementIdentifier }) => elementIdentifier === AGE_ATTRIBUTE,
  );

const chainOf = ({ shown }: PresentationFacts): X509Certificate[] =>
  shown.issuerSigned.issuerAuth.certificateChain.map(
    (certificate) => new X509Certificate(certificate),
  );

/** By the name under which a refusal is logged. Every one has to hold. */
export const CHECKS = {
  /** One document, and no message that there should be others. */
  oneDocument: ({ response: { documents, status } }) => documents?.length === 1 && status === 0,
  /** The kind that was asked for, in the answer and in what the issuer signed. */
  docType: ({ shown, document: { docType } }) =>
    shown.docType === docType &&
    shown.issuerSigned.issuerAuth.mobileSecurityObject.docType === docType,
  /** The signer's certificate leads to one that is trusted for this kind of document. */
  issuerTrusted: (facts) => leadsToAnchor(chainOf(facts), facts.anchors, facts.now),
  /** The signer may sign documents, and is not itself an authority. */
  signerUsage: (facts) => {
    const [signer] = chainOf(facts);
    const usages: readonly string[] = signer?.keyUsage ?? [];
    return (
      signer?.ca === false && facts.document.signerUsages.some((usage) => usages.includes(usage))
    );
  },
  issuerSignature: ({ shown }) => shown.issuerSigned.issuerAuth.verifySignature({}, mdocContext),
  signedInTime: (facts) => {
    const [signer] = chainOf(facts);
    return (
      signer !== undefined &&
      facts.shown.issuerSigned.issuerAuth.mobileSecurityObject.validityInfo.isSignedBetweenDates(
        new Date(signer.validFrom),
        new Date(signer.validTo),
        SKEW_SECONDS,
      )
    );
  },
  /** The document has begun and has not expired. */
  validNow: ({ shown, now }) => {
    const { validityInfo } = shown.issuerSigned.issuerAuth.mobileSecurityObject;
    return (
      validityInfo.isValidFromBeforeNow(now, SKEW_SECONDS) &&
      validityInfo.isValidUntilAfterNow(now, 0)
    );
  },
  /** Every attribute that is shown is one that the issuer signed. */
  digests: async ({ shown }) => {
    const { issuerAuth, issuerNamespaces } = shown.issuerSigned;
    const valid = await Promise.all(
      [...issuerNamespaces.issuerNamespaces].flatMap(([nameSpace, items]) =>
        items.map((item) => item.isValid(nameSpace, issuerAuth, mdocContext)),
      ),
    );
    return valid.every(Boolean);
  },
  /** The key in the document signed this request: its nonce, our client id and our address. */
  deviceSignature: async ({ shown, request: { clientId, responseUri, nonce } }) => {
    const { deviceSignature } = shown.deviceSigned.deviceAuth;
    if (!deviceSignature) return false;
    const transcript = { clientId, responseUri, nonce };
    deviceSignature.detachedPayload = DeviceAuthentication.create({
      sessionTranscript: await SessionTranscript.forOid4Vp(transcript, mdocContext),
      docType: shown.docType,
      deviceNamespaces: shown.deviceSigned.deviceNamespaces,
    }).encode({ asDataItem: true });
    return deviceSignature.verifySignature(
      { key: shown.issuerSigned.issuerAuth.mobileSecurityObject.deviceKeyInfo.deviceKey },
      mdocContext,
    );
  },
  /** The attribute is there once, and is a boolean. */
  attribute: (facts) => {
    const [attribute, ...others] = attributesOf(facts);
    return others.length === 0 && typeof attribute?.elementValue === 'boolean';
  },
} satisfies Record<string, (facts: PresentationFacts) => boolean | Promise<boolean>>;

export type CheckName = keyof typeof CHECKS | 'readable';

/** `failed` names the first check that does not hold. */
export type Verdict = { over: boolean } | { failed: CheckName };

const judge = async (facts: PresentationFacts): Promise<Verdict> => {
  for (const name of Object.keys(CHECKS) as (keyof typeof CHECKS)[])
    if (!(await CHECKS[name](facts))) return { failed: name };
  return { over: attributesOf(facts).every(({ elementValue }) => elementValue === true) };
};

/**
 * Judges a DeviceResponse in base64url. Whatever an answer contains is no fault of ours: what can't
 * be read is refused.
 */
export const verifyPresentation = async (
  encoded: string,
  presentation: Presentation,
): Promise<Verdict> => {
  try {
    const response = DeviceResponse.fromEncodedForOid4Vp(encoded);
    const [shown] = response.documents ?? [];
    return shown ? await judge({ ...presentation, response, shown }) : { failed: 'oneDocument' };
  } catch {
    return { failed: 'readable' };
  }
};
