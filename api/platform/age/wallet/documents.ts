// The documents of wallets that prove an age: ISO/IEC 18013-5 mdocs with one attribute that says
// "eighteen or older". Nothing else of them is asked for.

export type WalletDocumentName = 'av' | 'mdl' | 'idPass';

export type WalletDocument = {
  /** The `id` of the DCQL credential query, and of the answer. */
  name: WalletDocumentName;
  docType: string;
  nameSpace: string;
  /** Scheme of the links that open a wallet. */
  scheme: string;
  /** Extended key usages that a signer of such documents has; one of them. */
  signerUsages: readonly string[];
};

export const AGE_ATTRIBUTE = 'age_over_18';

/** ISO/IEC 18013-5, table B.3: signer of mdocs. */
const MDOC_SIGNER = '1.0.18013.5.1.2';
/** The signer of the European reference implementation has a usage of its own. */
const EU_AV_SIGNER = '1.3.130.2.0.0.1.2';

export const WALLET_DOCUMENTS: readonly WalletDocument[] = [
  {
    // European age verification profile, annex A.
    name: 'av',
    docType: 'eu.europa.ec.av.1',
    nameSpace: 'eu.europa.ec.av.1',
    scheme: 'av',
    signerUsages: [EU_AV_SIGNER, MDOC_SIGNER],
  },
  {
    // Mobile driving licence, ISO/IEC 18013-5.
    name: 'mdl',
    docType: 'org.iso.18013.5.1.mDL',
    nameSpace: 'org.iso.18013.5.1',
    scheme: 'openid4vp',
    signerUsages: [MDOC_SIGNER],
  },
  {
    // Identity pass of Google Wallet, derived from a passport.
    name: 'idPass',
    docType: 'com.google.wallet.idcard.1',
    nameSpace: 'org.iso.18013.5.1',
    scheme: 'openid4vp',
    signerUsages: [MDOC_SIGNER],
  },
];

export const documentCalled = (name: string): WalletDocument | undefined =>
  WALLET_DOCUMENTS.find((document) => document.name === name);
