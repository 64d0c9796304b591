// Promotions: a cheaper first month for a number of people or days, with codes or open to everyone.
import {
  PLAN_DISCOUNT_MAX_PERCENT,
  PROMOTION_CODES_MAX,
  PROMOTION_DAYS_MAX,
  PROMOTION_USERS_MAX,
  PROMOTIONS_MAX,
} from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { type Tier, useAddPromotion, useRemovePrice } from './queries.ts';
import styles from './tiers.module.css';
import { between } from './whole-number.ts';

export const Promotions = ({ tier }: { tier: Tier }) => (
  <section className={styles.part}>
    <h2>{m.plan_promotions()}</h2>
    <p className={styles.soft}>{m.plan_promotions_text()}</p>
    <ul className={styles.list}>
      {tier.promotions.map((promotion) => (
        <Row key={promotion.id} promotion={promotion} />
      ))}
    </ul>
    {tier.promotions.length < PROMOTIONS_MAX && <NewPromotion key={tier.promotions.length} />}
  </section>
);

type Promotion = Tier['promotions'][number];

const Row = ({
  promotion: { id, discount, startWhen, endWhen, users, maxUsers, codes, active },
}: {
  promotion: Promotion;
}) => {
  const remove = useRemovePrice();
  const seats = m.plan_promotion_seats({ users, max: maxUsers });
  return (
    <li className={styles.row}>
      <div className={styles.promotion}>
        <p>
          <b>{m.subscribe_off({ percent: discount })}</b>{' '}
          <Badge variant={active ? 'leaf' : 'plain'}>
            {active ? m.plan_promotion_active() : m.plan_promotion_inactive()}
          </Badge>
        </p>
        <p className={styles.soft}>
          {m.plan_promotion_when({ start: formatMoment(startWhen), end: formatMoment(endWhen) })}
        </p>
        <p className={styles.soft}>
          {codes.length > 0
            ? m.plan_promotion_codes({ codes: codes.join(', ') })
            : m.plan_promotion_open()}
        </p>
        <ProgressBar label={seats} value={users} max={maxUsers} />
        <p className={styles.soft}>{seats}</p>
      </div>
      <Button
        variant="text"
        small
        loading={remove.isPending}
        onClick={() => remove.mutate(id)}
        aria-label={m.plan_promotion_remove_label({ percent: discount })}
      >
        {m.plan_remove()}
      </Button>
    </li>
  );
};

const CODE = /^[\w-]{3,30}$/;
const codesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Midnight of the typed day in the local time zone; null for immediately. */
const startOf = (day: string): string | null =>
  day ? new Date(`${day}T00:00`).toISOString() : null;

const NewPromotion = () => {
  const add = useAddPromotion();
  const { form, errors, problem, submitting } = useForm({
    names: ['discount', 'activeDays', 'maxUsers', 'startWhen', 'codes'] as const,
    check: ({ discount, activeDays, maxUsers, codes }) => ({
      ...between('discount', discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
      ...between('activeDays', activeDays, 1, PROMOTION_DAYS_MAX),
      ...between('maxUsers', maxUsers, 1, PROMOTION_USERS_MAX),
      ...(codesOf(codes).length > PROMOTION_CODES_MAX ||
      !codesOf(codes).every((code) => CODE.test(code))
        ? { codes: m.plan_codes_wrong({ max: PROMOTION_CODES_MAX }) }
        : {}),
    }),
    submit: async ({ discount, activeDays, maxUsers, startWhen, codes }) =>
      void (await add.mutateAsync({
        discount: Number(discount),
        activeDays: Number(activeDays),
        maxUsers: Number(maxUsers),
        startWhen: startOf(startWhen),
        codes: codesOf(codes),
      })),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.fields}>
      <TextField
        name="discount"
        inputMode="numeric"
        label={m.plan_discount()}
        error={errors.discount}
        maxLength={2}
      />
      <TextField
        name="activeDays"
        inputMode="numeric"
        label={m.plan_days()}
        error={errors.activeDays}
        maxLength={3}
      />
      <TextField
        name="maxUsers"
        inputMode="numeric"
        label={m.plan_people()}
        error={errors.maxUsers}
        maxLength={6}
      />
      <TextField
        name="startWhen"
        type="date"
        label={m.plan_start()}
        hint={m.plan_start_hint()}
        error={errors.startWhen}
      />
      <div className={styles.wide}>
        <TextField
          name="codes"
          label={m.plan_codes()}
          hint={m.plan_codes_hint()}
          error={errors.codes}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="line" loading={submitting}>
        {m.plan_promotion_add()}
      </Button>
    </form>
  );
};
