// Reports as administrators see them, with the target's media in full, also when it is for sale.
// Each view of media is audited.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { aiLabelOf, viewMedia } from '../media/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import type { ReportReader } from './policy.ts';
import { isUnderReview, listReports, loadTargets } from './store.ts';
import { classOf } from './rules.ts';
import type { MessageEvidence, ReportRow, Target } from './store.ts';
import { evidenceSealContext } from './file-report.ts';

type ReportView = DataInput<Routes['GET /dsb/reports']>[number];

const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

const present = (
  row: ReportRow,
  { reporter, about }: Pick<ReportView, 'reporter' | 'about'>,
  target: ReportView['target'],
  evidence: ReportView['evidence'],
): ReportView => ({
  id: row.id,
  reference: row.reference,
  class: classOf(row.reason),
  withheld: row.withheld,
  targetKind: row.target_kind,
  targetId: row.target_id,
  reason: row.reason,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  reporter,
  about,
  alike: row.alike,
  target,
  evidence,
  decision:
    row.decided_at && row.outcome
      ? {
          outcome: row.outcome,
          reason: row.decision_reason,
          decidedAt: row.decided_at.toISOString(),
        }
      : null,
});

const recordViews = async (
  ctx: Ctx,
  adminId: ReportReader['adminId'],
  targets: readonly Target[],
): Promise<void> => {
  const now = ctx.clock.now();
  const shown = targets.filter((target) => target.media_ids.length > 0);
  await transaction(ctx.db, async (tx) => {
    for (const target of shown)
      await recordAct(tx, {
        adminId,
        action: 'report.viewed',
        profileId: target.owner_id,
        subjectId: target.id,
        now,
      });
  });
};

const presentEvidence = (
  evidence: MessageEvidence | null | undefined,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
): ReportView['evidence'] =>
  evidence
    ? {
        profile: people.get(evidence.senderId) ?? null,
        text: evidence.text,
        sentAt: new Date(evidence.sentAt).toISOString(),
        medias: evidence.mediaIds.length,
      }
    : null;

/** One page. Decided reports do not include their target. */
export const viewReports = async (
  ctx: Ctx,
  { adminId, decidesContent }: Allowed<ReportReader>,
  { decided, reference, limit, offset }: QueryOf<Routes['GET /dsb/reports']>,
  locale: Locale,
): Promise<ReportView[]> => {
  const rows = await listReports(
    ctx.db,
    { readerId: adminId, decided, reference: reference ?? null },
    { limit, offset },
  );
  const evidences = rows.map(({ id, sealed_evidence: sealed }) =>
    decidesContent && sealed
      ? ctx.seal.open<MessageEvidence>(evidenceSealContext(id), sealed)
      : null,
  );
  const open = rows.filter(
    (row) => row.decided_at === null && (decidesContent || row.target_kind !== 'message'),
  );
  const found = open.length === 0 ? [] : await loadTargets(ctx.db, open);
  const targets = new Map(found.map((target) => [keyOf(target.kind, target.id), target]));
  await recordViews(ctx, adminId, found);
  const [medias, people] = await Promise.all([
    viewMedia(
      ctx,
      found.map(({ media_ids: ids }) => ({
        ids,
        access: 'full' as const,
        audience: adminId,
        owner: false,
        reviewing: true as const,
      })),
      locale,
    ),
    summarise(ctx, [
      ...new Set([
        ...found.map((target) => target.owner_id),
        ...evidences.flatMap((evidence) => evidence?.senderId ?? []),
        ...rows.flatMap((row) => [row.reporter_id, row.owner_id].filter((id) => id !== null)),
      ]),
    ]),
  ]);
  const shownOf = (row: ReportRow): ReportView['target'] => {
    const target = targets.get(keyOf(row.target_kind, row.target_id));
    const profile = target && people.get(target.owner_id);
    return profile
      ? {
          profile,
          text: target.text,
          medias: medias[found.indexOf(target)] ?? [],
          ai: target.ai && aiLabelOf(target.ai),
        }
      : null;
  };
  const person = (id: ProfileId | null) => (id && people.get(id)) ?? null;
  return rows.map((row, index) =>
    present(
      row,
      {
        reporter: person(row.reporter_id),
        about: decidesContent || row.target_kind !== 'message' ? person(row.owner_id) : null,
      },
      shownOf(row),
      presentEvidence(evidences[index], people),
    ),
  );
};

/** Administrators have full access to media of open reports. */
export const mediaAccess: MediaAccessSource = {
  ground: 'review',
  purposes: ['post', 'avatar', 'cover'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isUnderReview(db, profileId, id))
      ? { level: 'full', reason: 'review' }
      : NO_ACCESS,
};
