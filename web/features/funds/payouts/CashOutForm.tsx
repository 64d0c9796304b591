// Requests a payout: the amount available, the limits, and the reason when a payout is not
// possible.
import { type Centavos, centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError, NetworkError } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { factorsQuery } from '../../auth/index.ts';
import styles from './payouts.module.css';
import { accountsQuery, type BankAccount, placeText } from '../../banks/index.ts';
import { type CashOutTerms, termsQuery, useCashOut } from './queries.ts';

export const CashOutForm = () => {
  const { data: terms } = useQuery(termsQuery());
  const { data: accounts } = useQuery(accountsQuery());
  const account = accounts?.find(({ default: chosen }) => chosen);
  const now = useNow(60_000);
  if (!terms || !accounts) return null;
  const obstacle = obstacleOf(terms, account, now);
  return (
    <section className={styles.card} aria-labelledby="cash-out-title">
      <h2 id="cash-out-title" className={styles.subtitle}>
        {m.cash_out_title()}
      </h2>
      <div>
        <p className={styles.soft}>{m.cash_out_balance()}</p>
        <p className={styles.big}>
          <Money value={terms.balance} />
        </p>
      </div>
      <Kept kept={terms.kept} />
      <Terms terms={terms} />
      {obstacle === null && account ? (
        <Amount terms={terms} account={account} />
      ) : (
        <p role="status">{obstacle}</p>
      )}
      {!account && (
        <div className={styles.buttons}>
          <ButtonLink to="/bank#new-account" small>
            {m.cash_out_add_account()}
          </ButtonLink>
        </div>
      )}
      <FactorOffer />
    </section>
  );
};

/** Suggests a second factor: without one a password alone authorises the payout. */
const FactorOffer = () => {
  const { data: factors } = useQuery(factorsQuery());
  if (!factors || factors.totp || factors.passkeys.length > 0) return null;
  return (
    <p className={styles.soft}>
      {m.cash_out_factor()}{' '}
      <ButtonLink to="/settings/security" variant="text" small>
        {m.cash_out_factor_go()}
      </ButtonLink>
    </p>
  );
};

/** Why no payout can be requested now; null when it can. */
const obstacleOf = (
  { available, balance, min, max, day, month, kept }: CashOutTerms,
  account: BankAccount | undefined,
  now: number,
): string | null => {
  if (!available) return m.cash_out_unavailable();
  if (!account) return m.cash_out_no_account();
  if (balance < min) return m.cash_out_no_balance({ min: formatMoney(min) });
  if (kept.total > 0 && balance - kept.total < min) return m.cash_out_all_kept();
  if (max < min)
    return month.limit - month.used < min
      ? m.cash_out_month_reached()
      : day.limit - day.used < min
        ? m.cash_out_day_reached()
        : m.cash_out_no_balance({ min: formatMoney(min) });
  return Date.parse(account.payableAt) > now
    ? m.cash_out_waiting({ when: formatMoment(account.payableAt) })
    : null;
};

/** What stays for a time, why and until when. */
const Kept = ({ kept: { hold, reserve } }: Pick<CashOutTerms, 'kept'>) => (
  <>
    {hold && (
      <p role="note">
        {m.cash_out_kept_hold({
          until: formatMoment(hold.until),
          amount: formatMoney(hold.amount),
          reason: hold.reason,
        })}
      </p>
    )}
    {reserve && reserve.amount > 0 && (
      <p role="note">
        {m.cash_out_kept_reserve({
          percent: String(reserve.percent),
          days: String(reserve.days),
          amount: formatMoney(reserve.amount),
        })}
      </p>
    )}
  </>
);

const Terms = ({
  terms: { min, fee, day, month, coolOffHours, approvalFrom },
}: {
  terms: CashOutTerms;
}) => {
  const of = ({ used, limit }: CashOutTerms['day']) =>
    m.cash_out_used({ used: formatMoney(used), limit: formatMoney(limit) });
  const lines = [
    [m.cash_out_min(), formatMoney(min)],
    [m.cash_out_fee(), fee === 0 ? m.cash_out_free() : formatMoney(fee)],
    [m.cash_out_day(), of(day)],
    [m.cash_out_month(), of(month)],
    [
      m.cash_out_confirm_when(),
      approvalFrom === 0 ? m.cash_out_when_looked_at() : m.cash_out_when_soon(),
    ],
    [
      m.cash_out_new_account(),
      coolOffHours === 0 ? m.cash_out_no_cool_off() : m.cash_out_cool_off({ hours: coolOffHours }),
    ],
  ] as const;
  return <DescriptionList items={lines} className={styles.terms} />;
};

const Amount = ({
  terms: { min, max, fee, approvalFrom },
  account,
}: {
  terms: CashOutTerms;
  account: BankAccount;
}) => {
  const [value, setValue] = useState<Centavos | null>(null);
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const cashOut = useCashOut();
  const keys = useRef(new Map<number, string>());
  const range = m.cash_out_range({ min: formatMoney(min), max: formatMoney(max) });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value === null || value < min || value > max) {
      setProblem(range);
      return;
    }
    setAsking(true);
  };

  const cashOutNow = (value: Centavos) => {
    const idempotencyKey = keys.current.get(value) ?? newIdempotencyKey();
    keys.current.set(value, idempotencyKey);
    cashOut.mutate(
      { value, idempotencyKey },
      {
        onSuccess: () => {
          keys.current.delete(value);
          setValue(null);
          showToast(m.cash_out_asked({ value: formatMoney(value) }), 'success');
        },
        onError: (error) =>
          setProblem(
            error instanceof ApiError || error instanceof NetworkError ? error.message : undefined,
          ),
      },
    );
  };

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <CurrencyField
        label={m.cash_out_value()}
        hint={range}
        error={problem}
        value={value}
        onChange={(typed) => {
          setValue(typed);
          setProblem(undefined);
        }}
      />
      <p className={styles.soft}>
        {m.cash_out_to({ place: placeText(account) })}
        {fee > 0 &&
          value !== null &&
          value > fee &&
          ` ${m.cash_out_net({ value: formatMoney(value - fee) })}`}
        {approvalFrom !== null &&
          value !== null &&
          value >= approvalFrom &&
          ` ${m.cash_out_looked_at()}`}
      </p>
      {asking && value !== null && (
        <ConfirmDialog
          title={m.cash_out_confirm_title({ value: formatMoney(value) })}
          confirmLabel={m.cash_out_send()}
          onConfirm={() => cashOutNow(value)}
          onClose={() => setAsking(false)}
        >
          <DescriptionList
            className={styles.terms}
            items={[
              [m.cash_out_confirm_leaves(), formatMoney(value)],
              [m.cash_out_fee(), fee === 0 ? m.cash_out_free() : formatMoney(fee)],
              [m.cash_out_confirm_arrives(), formatMoney(value - fee)],
              [m.cash_out_confirm_account(), placeText(account)],
              [
                m.cash_out_confirm_when(),
                approvalFrom !== null && value >= approvalFrom
                  ? m.cash_out_when_looked_at()
                  : m.cash_out_when_soon(),
              ],
            ]}
          />
        </ConfirmDialog>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="main" loading={cashOut.isPending} disabled={value === null}>
          {m.cash_out_send()}
        </Button>
        <Button variant="text" onClick={() => setValue(centavos(max))}>
          {m.cash_out_all({ value: formatMoney(max) })}
        </Button>
      </div>
    </form>
  );
};
