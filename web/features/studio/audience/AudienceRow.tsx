// One subscriber or follower: since when, whether it renews, what it brought, and the private note.
import { MessageSquare, NotebookPen } from 'lucide-react';
import { openDialog } from '../../../client/dialogs.ts';
import { m } from '../../../paraglide/messages.js';
import { IconButton, IconLink } from '../../../ui/actions/IconButton.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { chatPath } from '../../chats/index.ts';
import { SALE_KINDS, SALE_TEXTS } from '../../funds/index.ts';
import { PersonRow } from '../../profiles/index.ts';
import type { AudienceKind, LastSeen } from '@camarim/contract/limits';
import { MINUTE_MS } from '@camarim/contract/time';
import type { AudienceMember } from '../queries.ts';
import styles from './audience.module.css';

export const AudienceRow = ({ member, kind }: { member: AudienceMember; kind: AudienceKind }) => {
  const { profile, note, earned, since, follows, lastSeen } = member;
  const kinds = SALE_KINDS.filter((sale) => earned.byKind[sale] !== 0);
  return (
    <PersonRow
      person={profile}
      actions={
        <>
          <IconLink
            to={chatPath(profile.domainName)}
            label={m.chat_write_to({ name: profile.exibitionName })}
            icon={<MessageSquare aria-hidden />}
          />
          <IconButton
            label={m.note_open_label({ name: profile.exibitionName })}
            icon={<NotebookPen />}
            onClick={() =>
              openDialog('note', { profileId: profile.id, name: profile.exibitionName })
            }
          />
        </>
      }
    >
      <p className={styles.facts}>
        <Standing member={member} />
        <span>{m.audience_since({ date: formatDay(since) })}</span>
        <span>{SEEN[lastSeen]()}</span>
        {kind !== 'followers' && follows && <span>{m.audience_follows()}</span>}
      </p>
      {earned.total !== 0 && (
        <p className={styles.facts}>
          <b>{m.audience_earned({ amount: formatMoney(earned.total) })}</b>
          {kinds.map((sale) => (
            <span key={sale}>
              {SALE_TEXTS[sale].earningsLabel()}: {formatMoney(earned.byKind[sale])}
            </span>
          ))}
        </p>
      )}
      {note && <p className={styles.note}>{note}</p>}
    </PersonRow>
  );
};

const SEEN: Record<LastSeen, () => string> = {
  today: () => m.audience_seen_today(),
  week: () => m.audience_seen_week(),
  month: () => m.audience_seen_month(),
  earlier: () => m.audience_seen_earlier(),
};

const STOPS = {
  fan: () => m.audience_reason_fan(),
  planEnded: () => m.audience_reason_plan_ended(),
  priceRose: () => m.audience_reason_price_rose(),
  unpaid: () => m.audience_reason_unpaid(),
  permissionEnded: () => m.audience_reason_permission_ended(),
};

const Standing = ({ member: { subscription } }: { member: AudienceMember }) => {
  const now = useNow(MINUTE_MS);
  if (!subscription) return null;
  const { renews, subscribedUntil, stopReason, monthsPaid } = subscription;
  const over = Date.parse(subscribedUntil) <= now;
  const date = formatDay(subscribedUntil);
  return (
    <>
      {monthsPaid === 0 && !over && <Badge variant="plain">{m.subscriptions_trial_badge()}</Badge>}
      <Badge variant={renews && !over ? 'leaf' : 'plain'}>
        {over
          ? m.audience_ended({ date })
          : renews
            ? m.audience_renews({ date })
            : m.audience_until({ date })}
      </Badge>
      {stopReason && <span>{STOPS[stopReason]()}</span>}
    </>
  );
};
