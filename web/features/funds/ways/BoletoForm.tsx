// Who a boleto is issued to: saved first, and only what is saved is paid with. Source: specification section 5, Boleto.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../shell/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { length } from '../../auth/rules.ts';
import { documentOf, isDocument, maskDocument } from '../cards/card-rules.ts';
import { billDataQuery, useAcceptBills } from '../saved.ts';
import styles from './ways.module.css';

const NAME = { min: 3, max: 100 };
type Values = { name: string; cpfcnpj: string };
type Saved = { name: string; cpfCnpj: string };

const faultsOf = ({ name, cpfcnpj }: Values) => ({ ...(isDocument(cpfcnpj) ? {} : { cpfcnpj: m.validate_invalid() }), ...length('name', name, NAME.min, NAME.max) });
const matches = ({ name, cpfcnpj }: Values, saved: Saved): boolean => name.trim() === saved.name && documentOf(cpfcnpj) === saved.cpfCnpj;

/** `onReady` says whether a payment may be asked for: the form is valid and is what is saved. `text` says what it is for, when not for a boleto. */
export const BoletoForm = ({ onReady, text }: { onReady: (ready: boolean) => void; text?: string }) => {
  const { data: saved, isPending } = useQuery(billDataQuery());
  if (isPending) return null;
  return <Form saved={saved ?? null} onReady={onReady} text={text ?? m.boleto_text()} />;
};

const Form = ({ saved, onReady, text }: { saved: Saved | null; onReady: (ready: boolean) => void; text: string }) => {
  const [values, setValues] = useState<Values>({ name: saved?.name ?? '', cpfcnpj: maskDocument(saved?.cpfCnpj ?? '') });
  const accept = useAcceptBills();
  const same = saved !== null && matches(values, saved);
  const ready = same && Object.keys(faultsOf(values)).length === 0;
  useEffect(() => onReady(ready), [ready, onReady]);

  const { form, errors, problem, busy } = useForm({
    names: ['name', 'cpfcnpj'] as const,
    check: faultsOf,
    submit: async ({ name, cpfcnpj }) => void (await accept.mutateAsync({ name: name.trim(), cpfcnpj: documentOf(cpfcnpj) })),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p className={styles.soft}>{text}</p>
      <TextField name="name" label={m.boleto_name()} autoComplete="name" maxLength={NAME.max} value={values.name} onChange={({ currentTarget: { value } }) => setValues({ ...values, name: value })} error={errors.name} />
      <TextField
        name="cpfcnpj"
        label={m.card_cpf()}
        inputMode="text"
        autoComplete="off"
        placeholder="000.000.000-00"
        value={values.cpfcnpj}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, cpfcnpj: maskDocument(value) })}
        error={errors.cpfcnpj}
      />
      {problem && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <Button type="submit" look="line" busy={busy} disabled={same}>
        {same ? m.boleto_saved() : m.boleto_save()}
      </Button>
    </form>
  );
};
