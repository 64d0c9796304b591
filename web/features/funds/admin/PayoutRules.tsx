// What of a producer's earnings stays for a time and which cash-outs wait: shown with what a
// decision is based on, and changed with a reason and a step-up.
import {
  PAYOUT_HOLD_DAYS_MAX,
  PAYOUT_REVIEWS,
  RESERVE_PERCENT_MAX,
} from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatCount, formatDay, formatMoney, formatNumber } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminSection, adminStyles as styles, Proposals, WithRight } from '../../dsb/index.ts';
import type { ProducerId } from './fees.ts';
import {
  type PayoutRulesChange,
  payoutRulesQuery,
  type PayoutRulesView,
  useSetPayoutRules,
} from './payout-rules.ts';

type Review = PayoutRulesChange['review'];
const REVIEWS: Record<Review, () => string> = {
  usual: m.payout_rules_review_usual,
  always: m.payout_rules_review_always,
  never: m.payout_rules_review_never,
};

/** The hold ends when this day begins in São Paulo, which has had one offset since 2019. */
const instantOf = (day: string): string => new Date(`${day}T00:00:00-03:00`).toISOString();
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const OFFSET_MS = 3 * HOUR_MS;
const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) - OFFSET_MS).toISOString().slice(0, DAY_LENGTH);

const InForce = ({ view: { kept } }: { view: PayoutRulesView }) => (
  <>
    {kept.hold && (
      <p>
        {m.cash_out_kept_hold({
          amount: formatMoney(kept.hold.amount),
          until: formatDay(kept.hold.until),
          reason: kept.hold.reason,
        })}
      </p>
    )}
    <p>
      {kept.reserve
        ? m.payout_rules_reserve_now({
            percent: String(kept.reserve.percent),
            days: String(kept.reserve.days),
            amount: formatMoney(kept.reserve.amount),
          })
        : m.payout_rules_reserve_none()}
    </p>
  </>
);

const Evidence = ({ view: { kept, available, pending, evidence } }: { view: PayoutRulesView }) => (
  <div className={styles.soft}>
    <p>
      {m.payout_rules_now({
        available: formatMoney(available),
        kept: formatMoney(kept.total),
        pending: formatMoney(pending),
      })}
    </p>
    <p>
      {m.payout_rules_evidence({
        approved: evidence.approvedAt ? formatDay(evidence.approvedAt) : m.payout_rules_unknown(),
        paid: formatCount(evidence.paidOut),
        earned: formatMoney(evidence.earned),
        returned: formatMoney(evidence.returned),
      })}
    </p>
    {evidence.firstReview && <p>{m.payout_rules_first()}</p>}
  </div>
);

type Draft = {
  amount: Centavos | null;
  reason: string;
  until: string;
  reserve: string;
  review: Review;
  note: string;
};

/** A hold that is over is not asked for again. */
const draftOf = ({
  rules: { reservePercent, review },
  kept: { hold },
}: PayoutRulesView): Draft => ({
  amount: (hold?.amount ?? null) as Centavos | null,
  reason: hold?.reason ?? '',
  until: hold ? dayOf(hold.until) : '',
  reserve: reservePercent === null ? '' : String(reservePercent),
  review,
  note: '',
});

/** Null while the hold lacks its reason or its end. */
const changeOf = ({ amount, reason, until, reserve, review, note }: Draft) => {
  const holds = amount !== null && amount > 0;
  if (holds && (reason.trim() === '' || until === '')) return null;
  return {
    hold: holds ? { amount, reason, until: instantOf(until) } : null,
    reservePercent: reserve === '' ? null : Number(reserve),
    review,
    note,
  } satisfies PayoutRulesChange;
};

const Fields = ({
  draft,
  usual,
  problem,
  onChange,
}: {
  draft: Draft;
  usual: number;
  problem: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) => (
  <>
    <CurrencyField
      label={m.payout_rules_hold()}
      value={draft.amount}
      onChange={(amount) => onChange({ amount })}
    />
    {draft.amount !== null && draft.amount > 0 && (
      <>
        <TextField
          label={m.payout_rules_hold_reason()}
          maxLength={500}
          value={draft.reason}
          error={problem}
          onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
        />
        <TextField
          type="date"
          label={m.payout_rules_hold_until({ days: formatNumber(PAYOUT_HOLD_DAYS_MAX) })}
          value={draft.until}
          onChange={({ currentTarget: { value } }) => onChange({ until: value })}
        />
      </>
    )}
    <TextField
      type="number"
      inputMode="numeric"
      min={0}
      max={RESERVE_PERCENT_MAX}
      step={1}
      label={m.payout_rules_reserve({ usual: String(usual) })}
      value={draft.reserve}
      onChange={({ currentTarget: { value } }) => onChange({ reserve: value })}
    />
    <Select
      label={m.payout_rules_review()}
      value={draft.review}
      options={PAYOUT_REVIEWS.map((value) => ({ value, text: REVIEWS[value]() }))}
      onChange={({ currentTarget: { value } }) => onChange({ review: value as Review })}
    />
    <TextField
      label={m.payout_rules_note()}
      required
      minLength={3}
      maxLength={500}
      value={draft.note}
      onChange={({ currentTarget: { value } }) => onChange({ note: value })}
    />
  </>
);

const saved = {
  onSuccess: ({ waitsForSecond }: PayoutRulesView) =>
    waitsForSecond
      ? showToast(m.payout_rules_second())
      : showToast(m.payout_rules_saved(), 'success'),
};

/** Rules in words, one line for each. */
const wordsOf = (
  { hold, reservePercent, review }: PayoutRulesView['rules'],
  usual: number,
): string[] => [
  hold
    ? m.payout_rules_words_hold({
        amount: formatMoney(hold.amount),
        until: formatDay(hold.until),
        reason: hold.reason,
      })
    : m.payout_rules_words_no_hold(),
  reservePercent === null
    ? m.payout_rules_words_usual({ percent: String(usual) })
    : m.payout_rules_words_reserve({ percent: String(reservePercent) }),
  m.payout_rules_words_review({ which: REVIEWS[review]() }),
];

/** What waits for a second person, who makes the same request by a button. */
const ProposedRules = ({ producerId, view }: { producerId: ProducerId; view: PayoutRulesView }) => {
  const { mutate, isPending, error } = useSetPayoutRules(producerId);
  return (
    <Proposals
      proposals={view.proposals}
      right="money.decide"
      words={({ rules }) => wordsOf(rules, view.evidence.usualReserve)}
      pending={isPending}
      problem={explainRefusal(error)}
      onAgree={({ rules, reason }) => mutate({ ...rules, note: reason }, saved)}
    />
  );
};

const RulesForm = ({ producerId, view }: { producerId: ProducerId; view: PayoutRulesView }) => {
  const { mutate, isPending, error } = useSetPayoutRules(producerId);
  const [draft, setDraft] = useState(() => draftOf(view));
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const change = changeOf(draft);
    setMissing(change === null);
    if (change) mutate(change, saved);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Fields
        draft={draft}
        usual={view.evidence.usualReserve}
        problem={missing ? m.payout_rules_hold_missing() : undefined}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      {error && (
        <p role="alert" className={styles.problem}>
          {explainRefusal(error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="line" loading={isPending}>
          {m.payout_rules_save()}
        </Button>
      </div>
    </form>
  );
};

const Rules = ({ producerId }: { producerId: ProducerId }) => {
  const { data: view } = useQuery(payoutRulesQuery(producerId));
  if (!view) return null;
  return (
    <AdminSection title={m.payout_rules_title()}>
      <InForce view={view} />
      <Evidence view={view} />
      <ProposedRules producerId={producerId} view={view} />
      <WithRight right="money.decide">
        <RulesForm key={view.changedAt} producerId={producerId} view={view} />
      </WithRight>
    </AdminSection>
  );
};

export default function PayoutRules({ producerId }: { producerId: ProducerId }) {
  return (
    <WithRight right="money.read">
      <Rules producerId={producerId} />
    </WithRight>
  );
}
