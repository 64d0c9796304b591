// What bundles and promotions of a plan share: a titled list of rows that can be removed, and a
// form that adds one until the list is full.
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type FieldErrors, useForm } from '../../ui/fields/use-form.ts';
import { useRemovePrice } from './queries.ts';
import styles from './tiers.module.css';

export const PricePart = <Item extends { id: string }>({
  title,
  text,
  items,
  max,
  removeLabel,
  form,
  children,
}: {
  title: string;
  text: string;
  items: readonly Item[];
  /** At most so many items. */
  max: number;
  /** What the button at an item removes, for screen readers. */
  removeLabel: (item: Item) => string;
  /** Adds an item; it starts again after each change of the list. */
  form: ReactNode;
  children: (item: Item) => ReactNode;
}) => {
  const remove = useRemovePrice();
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <p className={styles.soft}>{text}</p>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            {children(item)}
            <Button
              variant="text"
              small
              loading={remove.isPending && remove.variables === item.id}
              onClick={() => remove.mutate(item.id)}
              aria-label={removeLabel(item)}
            >
              {m.plan_remove()}
            </Button>
          </li>
        ))}
      </ul>
      {items.length < max && <div key={items.length}>{form}</div>}
    </section>
  );
};

export const PriceItemForm = <Name extends string>({
  initial,
  check,
  submit,
  submitLabel,
  children,
}: {
  /** What the fields have at first, in their order. */
  initial: Readonly<Record<Name, string>>;
  check: (values: Record<Name, string>) => FieldErrors<Name>;
  submit: (values: Record<Name, string>) => Promise<unknown>;
  submitLabel: string;
  /** `typed`: what the fields have now. */
  children: (errors: FieldErrors<Name>, typed: Readonly<Record<Name, string>>) => ReactNode;
}) => {
  const [typed, setTyped] = useState(initial);
  const names = Object.keys(initial) as Name[];
  const { form, errors, problem, submitting } = useForm({
    names,
    check,
    submit: async (values) => void (await submit(values)),
    explain: explainRefusal,
  });
  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event);
        const { name, value } = event.target as HTMLInputElement;
        setTyped((before) => ({ ...before, [name]: value }));
      }}
      className={styles.fields}
    >
      {children(errors, typed)}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="line" loading={submitting}>
        {submitLabel}
      </Button>
    </form>
  );
};

/** Basis points of one percent. */
export const PERCENT_BPS = 100;

/** The whole number that was typed; null for anything outside the range. */
export const typedNumber = (text: string, min: number, max: number): number | null => {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= min && number <= max ? number : null;
};

export const NumberField = ({
  digits,
  ...field
}: {
  name: string;
  label: string;
  defaultValue: string;
  error: string | undefined;
  digits: number;
}) => <TextField {...field} inputMode="numeric" maxLength={digits} />;
