// A request for help with its answer; an appeal and a request for a refund have their decisions.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../client/api/errors.ts';
import {
  adminStyles as styles,
  ProfileLink,
  useRight,
  WithRight,
} from '../../features/dsb/index.ts';
import { ROLE_TEXTS } from '../../features/team/index.ts';
import { OpenWorkCard } from '../../features/todo/index.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatList, formatMoment } from '../../ui/display/formats.ts';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { answerTicket, type Ticket, ticketsQuery } from './queries.ts';
import { RefundFacts, refusalOf } from './RefundFacts.tsx';
import { TicketMessage } from './TicketMessage.tsx';

const APPEALS = {
  owner: m.dsb_help_appeal,
  reporter: m.dsb_help_appeal_reporter,
  depicted: m.dsb_help_appeal_depicted,
} satisfies Record<NonNullable<Ticket['appeal']>['by'], (given: { reason: string }) => string>;

/** What happens by itself if the decision does not stand. */
const EFFECTS = {
  restores: m.dsb_help_effect_restores,
  removes: m.dsb_help_effect_removes,
  unsuspends: m.dsb_help_effect_unsuspends,
  reopens: m.dsb_help_effect_reopens,
  refunds: m.dsb_help_effect_refunds,
  unblocks: m.dsb_help_effect_unblocks,
  resumes: m.dsb_help_effect_resumes,
  releases: m.dsb_help_effect_releases,
  none: m.dsb_help_effect_none,
  spent: m.dsb_help_effect_spent,
} satisfies Record<NonNullable<Ticket['effect']>, () => string>;

const CHANGES: Partial<Record<NonNullable<Ticket['effect']>, () => string>> = {
  restores: m.dsb_help_overturn,
  removes: m.dsb_help_remove,
};

/** The decision, when and by whom it was made, and where it is among those on the person. */
const ContestedAct = ({
  contested: { act, deciders, userId },
  decidedAt,
}: {
  contested: NonNullable<Ticket['contested']>;
  decidedAt: string;
}) => {
  const maySee = useRight('users.read');
  const names = deciders.map(({ domainName, role }) => {
    const name = `@${domainName}`;
    return role === null ? name : `${ROLE_TEXTS[role].name()} (${name})`;
  });
  return (
    <p>
      <strong>{act}</strong> · {formatMoment(decidedAt)} ·{' '}
      {names.length === 0 ? m.audit_system() : m.dsb_help_decided_by({ names: formatList(names) })}{' '}
      {userId && maySee && (
        <Link to={`/dsb/users/${userId}`} className={styles.back}>
          {m.dsb_help_see_decisions()}
        </Link>
      )}
    </p>
  );
};

const AboutAppeal = ({
  appeal: { reason, by, decidedAt, dueAt },
  contested,
}: {
  appeal: NonNullable<Ticket['appeal']>;
  contested: Ticket['contested'];
}) => (
  <>
    {contested && <ContestedAct contested={contested} decidedAt={decidedAt} />}
    <p className={styles.soft}>{APPEALS[by]({ reason })}</p>
    <p className={styles.soft}>{m.dsb_help_due({ when: formatMoment(dueAt) })}</p>
  </>
);

export const TicketCard = ({
  ticket: {
    id,
    profile,
    email,
    message,
    createdAt,
    appeal,
    contested,
    refund,
    mine,
    effect,
    right,
  },
}: {
  ticket: Ticket;
}) => {
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const writeAnswer = (text: string): void => {
    setAnswer(text);
    field.current?.focus();
  };
  // The beginning of a refusal says nothing without its reason.
  const incomplete = [refund && refusalOf(refund).trim(), ''].includes(answer.trim());
  const { mutate, isPending, error } = useMutation({
    mutationFn: answerTicket,
    onSuccess: ({ data: { stillHeld, waitsForSecond } }) => {
      if (waitsForSecond) return showToast(m.dsb_change_waits());
      if (stillHeld > 0) return showToast(m.dsb_help_still_held());
      return showToast(m.dsb_help_answered(), 'success');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ticketsQuery().queryKey }),
  });
  return (
    <OpenWorkCard
      kind={appeal ? 'appeal' : refund ? 'refundRequest' : 'helpTicket'}
      id={id}
      title={
        <>
          {refund && <Badge variant="plain">{m.dsb_help_refund()}</Badge>}{' '}
          {profile ? <ProfileLink profile={profile} /> : (email ?? m.dsb_help_no_account())}{' '}
          <span className={styles.soft}>
            <TimeAgo at={createdAt} />
          </span>
        </>
      }
    >
      {appeal && <AboutAppeal appeal={appeal} contested={contested} />}
      {email && <p className={styles.soft}>{m.dsb_help_by_email()}</p>}
      {mine && <p className={styles.soft}>{m.dsb_help_mine()}</p>}
      <TicketMessage message={message} />
      {refund && <RefundFacts refund={refund} onDecide={writeAnswer} />}
      {effect && <p>{EFFECTS[effect]()}</p>}
      <WithRight right={right}>
        <TextArea
          ref={field}
          label={m.dsb_help_answer()}
          rows={4}
          maxLength={2_000}
          value={answer}
          error={explainRefusal(error)}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
        />
        <div className={styles.buttons}>
          <Button
            variant="main"
            loading={isPending}
            disabled={incomplete}
            onClick={() => mutate({ id, answer, outcome: 'upheld' })}
          >
            {appeal ? m.dsb_help_uphold() : m.dsb_help_send()}
          </Button>
          {appeal && (
            <Button
              variant="line"
              loading={isPending}
              disabled={incomplete}
              onClick={() => mutate({ id, answer, outcome: 'overturned' })}
            >
              {(CHANGES[effect ?? 'none'] ?? m.dsb_help_change)()}
            </Button>
          )}
        </div>
      </WithRight>
    </OpenWorkCard>
  );
};
