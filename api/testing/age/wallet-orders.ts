// What a test tells the foreign wallet, and what the wallet reports; and how its process is
// started.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type WalletMistake =
  | 'otherNonce'
  | 'otherClient'
  | 'otherAddress'
  | 'otherDevice'
  | 'otherDocType'
  | 'otherNameSpace'
  | 'noAttribute'
  | 'valueIsText'
  | 'valueIsNumber'
  | 'valueChanged'
  | 'issuerDataChanged'
  | 'unknownIssuer'
  | 'issuerOfAnotherDocument'
  | 'signerWithoutUsage'
  | 'signerIsAuthority'
  | 'signerExpired'
  | 'signedBeforeCertificate'
  | 'expired'
  | 'notYetValid'
  | 'twoDocuments'
  | 'statusNotOk';

export type WalletOrder = {
  credentialId: string;
  docType: string;
  nameSpace: string;
  clientId: string;
  nonce: string;
  responseUri: string;
  state: string;
  over: boolean;
  familyName: string;
  birthDate: string;
  mistake: WalletMistake | null;
};

export type WalletReport = {
  status: number;
  body: { redirect_uri?: string };
  /** The DeviceResponse in base64url. */
  shown: string;
};

export type ForeignWallet = {
  anchors: { av: string; mdl: string; idPass: string };
  /** Answers the request of a link as a wallet that opened it. */
  answer(link: string, part: Partial<WalletOrder>): Promise<WalletReport>;
  stop(): void;
};

type Query = {
  credentials: [
    { id: string; meta: { doctype_value: string }; claims: [{ path: [string, string] }] },
  ];
};

/** What a wallet reads in a link. */
export const orderOf = (link: string): Omit<WalletOrder, 'mistake' | 'over'> => {
  const query = new URLSearchParams(link.slice(link.indexOf('?')));
  const read = (name: string): string => query.get(name) ?? '';
  const [credential] = (JSON.parse(read('dcql_query')) as Query).credentials;
  return {
    credentialId: credential.id,
    docType: credential.meta.doctype_value,
    nameSpace: credential.claims[0].path[0],
    clientId: read('client_id'),
    nonce: read('nonce'),
    responseUri: read('response_uri'),
    state: read('state'),
    familyName: 'Sobrenomefalso',
    birthDate: '1987-03-21',
  };
};

export const startForeignWallet = async (now: Date): Promise<ForeignWallet> => {
  const child = fork(join(import.meta.dirname, 'foreign-wallet.ts'), [`${now.getTime()}`], {
    execArgv: [],
    silent: true,
  });
  const errors: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [null]),
  ])) as [number | null];
  if (port === null) throw new Error(Buffer.concat(errors).toString());
  const origin = `http://127.0.0.1:${port}`;
  return {
    anchors: (await (await fetch(`${origin}/anchors`)).json()) as ForeignWallet['anchors'],
    answer: async (link, part) => {
      const order = { ...orderOf(link), over: true, mistake: null, ...part } satisfies WalletOrder;
      const reply = await fetch(`${origin}/present`, {
        method: 'POST',
        body: JSON.stringify(order),
      });
      if (!reply.ok) throw new Error(await reply.text());
      return (await reply.json()) as WalletReport;
    },
    stop: () => void child.kill(),
  };
};
