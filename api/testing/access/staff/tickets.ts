// Requests for help, for a refund and appeals of one person: for the walk of staff rights.
import { HOUR_MS } from '@camarim/contract/time';
import type { OrderId } from '@camarim/contract/features/orders';
import type { TransferId } from '@camarim/contract/ids';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { TestApp } from '../../app.ts';
import { insertInto } from './insert-into.ts';

type ActIn = { action: string; profileId: string; subjectId: string };

/** An appeal against an act that stands in the log as if `decider` had made it. */
const appealOf = async (
  app: TestApp,
  by: { contester: ApiClient; decider: ApiClient; reportId?: string },
  { action, profileId, subjectId }: ActIn,
): Promise<string> => {
  const now = app.clock.now();
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    `INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, created_at)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [by.decider.profileId, action, profileId, subjectId, now],
  );
  return insertInto(app)('help_tickets', {
    id: newId(),
    profile_id: by.contester.profileId,
    message: 'Não concordo',
    created_at: now,
    due_at: new Date(now.getTime() + HOUR_MS),
    appeals: rows[0]?.id,
    report_id: by.reportId ?? null,
  });
};

/** An appeal against a block that took two people. */
const agreedAppealOf = async (
  app: TestApp,
  contester: ApiClient,
  { agreed, decider }: { agreed: ApiClient; decider: ApiClient },
): Promise<string> => {
  const { profileId } = contester;
  const subjectId = newId();
  await app.ctx.pool.query(
    `INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, created_at)
      VALUES ($1, 'user.agreed', $2, $3, $4)`,
    [agreed.profileId, profileId, subjectId, app.clock.now()],
  );
  return appealOf(app, { contester, decider }, { action: 'user.blocked', profileId, subjectId });
};

export const ticketsOf = async (
  app: TestApp,
  { owner, fan, decider }: { owner: ApiClient; fan: ApiClient; decider: ApiClient },
  about: { reportId: string; transfer: TransferId; tip: TransferId; soldOrder: OrderId },
) => {
  const { profileId } = owner;
  const { reportId, transfer, tip, soldOrder } = about;
  const written = { profile_id: profileId, message: 'Ajuda', created_at: app.clock.now() };
  const insert = insertInto(app);
  return {
    ticket: await insert('help_tickets', { id: newId(), ...written }),
    refundRequest: await insert('help_tickets', { id: newId(), ...written, refund_of: transfer }),
    refundFromThem: await insert('help_tickets', {
      id: newId(),
      ...written,
      profile_id: fan.profileId,
      refund_of: tip,
    }),
    appeal: await appealOf(
      app,
      { contester: owner, decider },
      { action: 'media.takenDown', profileId, subjectId: newId() },
    ),
    appealAboutTheirOrder: await appealOf(
      app,
      { contester: fan, decider },
      { action: 'order.settled', profileId: fan.profileId, subjectId: soldOrder },
    ),
    appealAgainstThem: await appealOf(
      app,
      { contester: fan, decider: owner },
      { action: 'user.blocked', profileId: fan.profileId, subjectId: newId() },
    ),
    appealAgainstAgreed: await agreedAppealOf(app, fan, { agreed: owner, decider }),
    appealAboutThem: await appealOf(
      app,
      { contester: fan, decider, reportId },
      { action: 'report.dismissed', profileId, subjectId: reportId },
    ),
  };
};
