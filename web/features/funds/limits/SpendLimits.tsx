// The most that a person lets themself spend: lower at once, higher after a day.
import type { Centavos } from '@camarim/contract/money';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call, type Data } from '../../../shell/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import styles from './limits.module.css';

type Limits = Data<'GET /funds/spend-limits'>;

const KEY = ['funds', 'spendLimits'] as const;
const limitsQuery = () => queryOptions({ queryKey: KEY, queryFn: async ({ signal }) => (await call('GET /funds/spend-limits', { signal })).data });

export const SpendLimits = () => {
  const { data } = useQuery(limitsQuery());
  return (
    <section aria-labelledby="limits-title" className={styles.part}>
      <h2 id="limits-title" className={styles.subtitle}>
        {m.limits_title()}
      </h2>
      <p className={styles.soft}>{m.limits_text()}</p>
      {data && <Form key={JSON.stringify([data.day.limit, data.month.limit])} limits={data} />}
    </section>
  );
};

const textOf = (limit: Centavos | null): string => (limit === null ? m.limits_none() : formatMoney(limit));

const Form = ({ limits: { day, month, next } }: { limits: Limits }) => {
  const [perDay, setPerDay] = useState(day.limit);
  const [perMonth, setPerMonth] = useState(month.limit);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call('PUT /funds/spend-limits', { body: { day: perDay, month: perMonth } }),
    onSuccess: async ({ data }) => {
      client.setQueryData(KEY, data);
      showToast(data.next ? m.limits_later({ when: formatMoment(data.next.at) }) : m.limits_saved(), 'success');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <CurrencyField label={m.limits_day()} hint={m.limits_used({ used: formatMoney(day.used) })} placeholder={m.limits_none()} value={perDay} onChange={setPerDay} />
      <CurrencyField label={m.limits_month()} hint={m.limits_used({ used: formatMoney(month.used) })} placeholder={m.limits_none()} value={perMonth} onChange={setPerMonth} />
      {next && <p className={styles.wide}>{m.limits_next({ day: textOf(next.day), month: textOf(next.month), when: formatMoment(next.at) })}</p>}
      <div className={styles.wide}>
        <Button type="submit" look="line" busy={save.isPending}>
          {m.limits_save()}
        </Button>
      </div>
    </form>
  );
};
