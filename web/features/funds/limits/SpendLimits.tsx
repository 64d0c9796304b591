// A person's own spending limits: lowered at once, raised after a day.
import { UNUSUAL_LIMIT_CENTAVOS } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call, type Data } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { fundsKeys } from '../keys.ts';
import styles from './limits.module.css';

type Limits = Data<'GET /funds/spend-limits'>;

const limitsQuery = () =>
  queryOptions({
    queryKey: fundsKeys.spendLimits,
    queryFn: async ({ signal }) => (await call('GET /funds/spend-limits', { signal })).data,
  });

export const SpendLimits = () => {
  const { data } = useQuery(limitsQuery());
  return (
    <section id="limits" aria-labelledby="limits-title" className={styles.part}>
      <h2 id="limits-title" className={styles.subtitle}>
        {m.limits_title()}
      </h2>
      <p className={styles.soft}>{m.limits_text()}</p>
      {data && (
        <Form key={JSON.stringify([data.day.limit, data.month.limit, data.next])} limits={data} />
      )}
    </section>
  );
};

type Limit = Centavos | null;

/**
 * What may still be spent today once these limits are saved, in centavos: a higher one waits for a
 * day. Null without a limit.
 */
const leftToday = (
  { day, month }: Pick<Limits, 'day' | 'month'>,
  typed: { day: Limit; month: Limit },
): number | null => {
  const lefts = [
    { held: day, asked: typed.day },
    { held: month, asked: typed.month },
  ].flatMap(({ held, asked }) => {
    const limits = [held.limit, asked].filter((limit) => limit !== null);
    return limits.length === 0 ? [] : [Math.max(0, Math.min(...limits) - held.used)];
  });
  return lefts.length === 0 ? null : Math.min(...lefts);
};

/** Formatted for use within a sentence. */
const textOf = (limit: Centavos | null): string =>
  limit === null ? m.limits_none().toLowerCase() : formatMoney(limit);

/**
 * Whether a limit leaves almost nothing to spend, which mostly means that reais were typed as
 * centavos.
 */
const isUnusual = (limit: Centavos | null, used: number): boolean =>
  limit !== null && (limit < UNUSUAL_LIMIT_CENTAVOS || limit <= used);

const Form = ({ limits: { day, month, next, undo } }: { limits: Limits }) => {
  const [perDay, setPerDay] = useState(day.limit);
  const [perMonth, setPerMonth] = useState(month.limit);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const now = useNow(15_000);
  const save = useMutation({
    mutationFn: (body: { day: Centavos | null; month: Centavos | null }) =>
      call('PUT /funds/spend-limits', { body }),
    onSuccess: async ({ data }) => {
      client.setQueryData(fundsKeys.spendLimits, data);
      showToast(
        data.next ? m.limits_later({ when: formatMoment(data.next.at) }) : m.limits_saved(),
        'success',
      );
    },
  });
  const left = leftToday({ day, month }, { day: perDay, month: perMonth });
  const saveTyped = () => save.mutate({ day: perDay, month: perMonth });
  const lowers = (limit: Centavos | null, current: Centavos | null): boolean =>
    limit !== null && (current === null || limit < current);
  const unusual =
    (lowers(perDay, day.limit) && isUnusual(perDay, day.used)) ||
    (lowers(perMonth, month.limit) && isUnusual(perMonth, month.used));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (unusual) setAsking(true);
    else saveTyped();
  };
  const stops =
    (perDay !== null &&
      perDay <= day.used &&
      m.limits_stops_day({ used: formatMoney(day.used) })) ||
    (perMonth !== null &&
      perMonth <= month.used &&
      m.limits_stops_month({ used: formatMoney(month.used) }));
  const hint = (limit: Centavos | null, used: number) =>
    limit === null
      ? m.limits_used({ used: formatMoney(used) })
      : m.limits_holds({ limit: formatMoney(limit), used: formatMoney(used) });
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <CurrencyField
        whole
        label={m.limits_day()}
        hint={hint(day.limit, day.used)}
        placeholder={m.limits_none()}
        value={perDay}
        onChange={setPerDay}
      />
      <CurrencyField
        whole
        label={m.limits_month()}
        hint={hint(month.limit, month.used)}
        placeholder={m.limits_none()}
        value={perMonth}
        onChange={setPerMonth}
      />
      {left !== null && (
        <p className={styles.wide} role="status">
          {left === 0 ? m.limits_today_nothing() : m.limits_today({ left: formatMoney(left) })}
        </p>
      )}
      {next && (
        <p className={styles.wide}>
          {m.limits_next({
            day: textOf(next.day),
            month: textOf(next.month),
            when: formatMoment(next.at),
          })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="line" loading={save.isPending}>
          {m.limits_save()}
        </Button>
        {undo && Date.parse(undo.until) > now && (
          <Button
            variant="text"
            loading={save.isPending}
            onClick={() => save.mutate({ day: undo.day, month: undo.month })}
          >
            {m.limits_undo({ day: textOf(undo.day), month: textOf(undo.month) })}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={m.limits_unusual_title({ day: textOf(perDay), month: textOf(perMonth) })}
          confirmLabel={m.limits_save()}
          onConfirm={saveTyped}
          onClose={() => setAsking(false)}
        >
          {stops || m.limits_unusual_text()}
        </ConfirmDialog>
      )}
    </form>
  );
};
