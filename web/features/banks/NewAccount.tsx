// Adds a Pix key or a bank account; doubtful data is confirmed before it is saved.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError, explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { DocumentNumberField, FullNameField } from '../../ui/fields/person-fields.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type FieldErrors, useForm } from '../../ui/fields/use-form.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './banks.module.css';
import {
  type NewAccount as NewAccountBody,
  publicBanksQuery,
  useAccountChanges,
} from './queries.ts';

export const NewAccount = () => {
  const [way, setWay] = useState<'pix' | 'account'>('pix');
  return (
    <section className={styles.part} id="new-account">
      <h2 className={styles.subtitle}>{m.bank_new_title()}</h2>
      <p className={styles.soft}>{m.bank_new_text()}</p>
      <div role="group" aria-label={m.bank_new_title()} className={styles.kinds}>
        <button
          type="button"
          className={styles.kind}
          aria-pressed={way === 'pix'}
          onClick={() => setWay('pix')}
        >
          {m.bank_way_pix()}
        </button>
        <button
          type="button"
          className={styles.kind}
          aria-pressed={way === 'account'}
          onClick={() => setWay('account')}
        >
          {m.bank_way_account()}
        </button>
      </div>
      {way === 'pix' ? <PixForm /> : <AccountForm />}
    </section>
  );
};

const missing = <Name extends string>(
  values: Record<Name, string>,
  optional: readonly Name[] = [],
): FieldErrors<Name> => {
  const errors: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(values) as Name[])
    if (!optional.includes(name) && values[name].trim() === '')
      errors[name] = m.validate_required();
  return errors;
};

const useAdd = () => {
  const { add } = useAccountChanges();
  return async (body: NewAccountBody, form: string): Promise<void> => {
    await add.mutateAsync(body);
    showToast(m.bank_added(), 'success');
    const filled = document.getElementById(form);
    if (filled instanceof HTMLFormElement) filled.reset();
  };
};

const Holder = ({ errors }: { errors: FieldErrors<'holderName' | 'holderDocument'> }) => (
  <div className={styles.pair}>
    <FullNameField name="holderName" label={m.bank_holder_name()} error={errors.holderName} />
    <DocumentNumberField
      name="holderDocument"
      label={m.bank_holder_document()}
      hint={m.bank_holder_hint()}
      error={errors.holderDocument}
    />
  </div>
);

const PIX_KINDS = () => [
  { value: '', text: m.bank_kind_guess() },
  { value: 'cpf', text: 'CPF' },
  { value: 'cnpj', text: 'CNPJ' },
  { value: 'email', text: m.bank_kind_email() },
  { value: 'phone', text: m.bank_kind_phone() },
  { value: 'evp', text: m.bank_kind_random() },
];

const PixForm = () => {
  const add = useAdd();
  const { form, errors, problem, submitting } = useForm({
    names: ['pix', 'pixKind', 'holderName', 'holderDocument'] as const,
    check: (values) => missing(values, ['pixKind']),
    submit: ({ pix, pixKind, holderName, holderDocument }) =>
      add(
        {
          isPix: true,
          pix,
          ...(pixKind && { pixKind: pixKind as 'cpf' }),
          holderName,
          holderDocument,
        },
        'new-pix',
      ),
    explain: explainRefusal,
  });
  return (
    <form {...form} id="new-pix" className={styles.form}>
      <div className={styles.pair}>
        <TextField
          name="pix"
          label={m.bank_pix_key()}
          error={errors.pix}
          autoComplete="off"
          maxLength={100}
        />
        <Select
          name="pixKind"
          label={m.bank_pix_kind()}
          error={errors.pixKind}
          options={PIX_KINDS()}
        />
      </div>
      <Holder errors={errors} />
      <Submit problem={problem} loading={submitting} />
    </form>
  );
};

const AccountForm = () => {
  const { data: banks = [] } = useQuery(publicBanksQuery());
  const [doubtful, setDoubtful] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const add = useAdd();
  const { form, errors, problem, submitting } = useForm({
    names: [
      'bank',
      'agency',
      'number',
      'digit',
      'accountType',
      'holderName',
      'holderDocument',
    ] as const,
    check: (values) => missing(values),
    submit: async ({ accountType, ...rest }) => {
      try {
        await add(
          {
            isPix: false,
            ...rest,
            accountType: accountType === 'savings' ? 'savings' : 'checking',
            confirmed,
          },
          'new-account-form',
        );
        setDoubtful(false);
        setConfirmed(false);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'bank.doubtfulDigit') setDoubtful(true);
        throw error;
      }
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} id="new-account-form" className={styles.form}>
      <Select
        name="bank"
        label={m.bank_bank()}
        error={errors.bank}
        options={[
          { value: '', text: m.bank_bank_choose() },
          ...banks.map(({ code, label }) => ({ value: code, text: label })),
        ]}
      />
      <div className={styles.pair}>
        <TextField
          name="agency"
          label={m.bank_agency()}
          hint={m.bank_agency_hint()}
          error={errors.agency}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
        />
        <Select
          name="accountType"
          label={m.bank_account_type()}
          error={errors.accountType}
          options={[
            { value: 'checking', text: m.bank_checking() },
            { value: 'savings', text: m.bank_savings() },
          ]}
        />
        <TextField
          name="number"
          label={m.bank_number()}
          error={errors.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
        />
        <TextField
          name="digit"
          label={m.bank_digit()}
          error={errors.digit}
          autoComplete="off"
          maxLength={2}
        />
      </div>
      {doubtful && (
        <Checkbox
          label={m.bank_digit_confirm()}
          checked={confirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
      <Holder errors={errors} />
      <Submit problem={problem} loading={submitting} />
    </form>
  );
};

const Submit = ({ problem, loading }: { problem: string | undefined; loading: boolean }) => (
  <>
    <p role="alert" className={styles.problem}>
      {problem}
    </p>
    <div>
      <Button type="submit" variant="main" loading={loading}>
        {m.bank_add()}
      </Button>
    </div>
  </>
);
