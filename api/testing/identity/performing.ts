// Performers for tests: people who consented, were approved, and may withdraw.
import {
  CONSENT_SCOPES,
  type ConsentScope,
} from '@camarim/contract/features/verifications/performers';
import type { PerformerId } from '@camarim/contract/ids';
import type { ApiClient } from '../../api-client.ts';
import { documentAddress } from '../../features/verifications/documents/addresses.ts';
import type { TestApp } from '../app.ts';
import { cpfOf, sendDocument, stepUp, viewDocuments } from '../producing.ts';

type Decision = 'approve' | 'revoke';

/** The administrator decides after they have viewed the documents. */
export const decideOn = async (
  app: TestApp,
  { admin, producer }: { admin: ApiClient; producer: ApiClient },
  id: PerformerId,
  decision: Decision,
) => {
  await stepUp(app, admin);
  const addressOf = async (name: 'documentFront' | 'selfie') => ({
    url: await documentAddress(
      app.ctx,
      { holder: { group: 'performer', id }, name, ownerId: producer.profileId },
      admin.profileId,
    ),
  });
  await viewDocuments(app, admin, [await addressOf('documentFront'), await addressOf('selfie')]);
  return admin.call('POST /dsb/performers/{id}', {
    params: { id },
    body: { decision, reason: decision === 'revoke' ? 'denúncia' : '' },
  });
};

/** `link`: the token of their newest email. `withdraw`: from everything. */
export type TestPerformer = {
  id: PerformerId;
  stageName: string;
  /** CPF, digits. */
  document: string;
  link: () => Promise<string>;
  withdraw: () => Promise<unknown>;
};

/** A performer of the producer who may be declared; `seed` is different for each. */
export const joinPerformer = async (
  app: TestApp,
  people: { admin: ApiClient; producer: ApiClient },
  seed: number,
  scopes: readonly ConsentScope[] = CONSENT_SCOPES,
): Promise<TestPerformer> => {
  const email = `duda${seed}@example.com`;
  const link = async (): Promise<string> => {
    await app.runJobs();
    const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
    const token = inbox
      .filter(({ to }) => to === email)
      .map(({ text }) => /performer#([\w-]+)/.exec(text)?.[1])
      .find((found) => found !== undefined);
    return token ?? '';
  };
  const answer = async (said: 'consent' | 'withdraw') =>
    app.visitor.call('POST /publics/performers/answer', {
      body: { token: await link(), answer: said, scopes: said === 'consent' ? [...scopes] : [] },
    });
  const document = cpfOf(80_000 + seed * 31);
  const { id } = await people.producer.call('POST /performers', {
    body: {
      stageName: `Duda ${seed}`,
      fullName: 'Eduarda Luz Moreira',
      document,
      birthDate: '1995-05-05',
      email,
      documentFrontKey: await sendDocument(app, people.producer),
      selfieKey: await sendDocument(app, people.producer),
    },
  });
  await answer('consent');
  await decideOn(app, people, id, 'approve');
  return { id, stageName: `Duda ${seed}`, document, link, withdraw: () => answer('withdraw') };
};
