// What a person sees by the link of their email: who asks, what they signed, and the media with
// them.
import type { Routes } from '@camarim/contract';
import {
  CONSENT_SCOPES,
  CONSENT_TEXT_VERSION,
} from '@camarim/contract/features/verifications/performers';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { smallPictureOf } from '../../media/index.ts';
import { summarise } from '../../profiles/index.ts';
import { signedConsents } from './consent-ledger.ts';
import { type ConsentEntry, consentsOf } from './consent-store.ts';
import { listMediaOf, type PerformerMedia } from './media-store.ts';
import { ANSWERS, canAnswer, isScopeWithdrawn, scopeStateOf } from './rules.ts';
import { type PerformerRow, performerByToken } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/** Throws token.invalid when the link is unknown, used, replaced or expired. */
const loadByToken = async (ctx: Ctx, token: string): Promise<PerformerRow> => {
  const row = await performerByToken(ctx.db, hashToken(token), ctx.clock.now());
  if (!row) throw new AppError('token.invalid');
  return row;
};

/** Throws token.invalid. */
export const viewConsentRequest = async (
  ctx: Ctx,
  token: string,
): Promise<DataInput<Routes['POST /publics/performers/view']>> => {
  const row = await loadByToken(ctx, token);
  const producer = (await summarise(ctx, [row.profile_id])).get(row.profile_id);
  if (!producer) throw new AppError('token.invalid');
  const entries = await consentsOf(ctx.db, row.id);
  return {
    producer,
    stageName: row.stage_name,
    consent: row.consent,
    review: row.review,
    posts: row.posts,
    medias: row.medias,
    can: ANSWERS.filter((answer) => canAnswer(row, answer)),
    scopes: CONSENT_SCOPES.map((scope) => ({ scope, state: scopeStateOf(entries, scope) })),
    entries: entries.map(({ signedAt, ...entry }) => ({
      ...entry,
      signedAt: signedAt.toISOString(),
    })),
    textVersion: CONSENT_TEXT_VERSION,
  };
};

const present = async (
  ctx: Ctx,
  { id, kind, posts, messages, created_at: createdAt }: PerformerMedia,
  entries: readonly ConsentEntry[],
): Promise<DataInput<Routes['POST /publics/performers/medias']>[number]> => ({
  id,
  kind,
  // Within the reply: no other person can open an address, and nothing of it stays in a cache.
  preview: await smallPictureOf(ctx, id),
  posts,
  messages,
  withdrawn: CONSENT_SCOPES.filter(
    (scope) =>
      isScopeWithdrawn(entries, scope) ||
      entries.some((entry) => entry.mediaId === id && entry.scope === scope),
  ),
  createdAt: createdAt.toISOString(),
});

/** What the person signed, as a file that they can have verified. Throws token.invalid. */
export const signOwnConsents = async (ctx: Ctx, token: string): Promise<string> =>
  signedConsents(ctx, { performerId: (await loadByToken(ctx, token)).id });

/** Also after a withdrawal, as long as the media are stored. Throws token.invalid. */
export const viewOwnMedia = async (
  ctx: Ctx,
  { token, ...page }: BodyOf<Routes['POST /publics/performers/medias']>,
): Promise<DataInput<Routes['POST /publics/performers/medias']>> => {
  const row = await loadByToken(ctx, token);
  if (row.consent !== 'given' && row.consent !== 'withdrawn') return [];
  const entries = await consentsOf(ctx.db, row.id);
  const medias = await listMediaOf(ctx.db, row.id, page);
  return Promise.all(medias.map((media) => present(ctx, media, entries)));
};
