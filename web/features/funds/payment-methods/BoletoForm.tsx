// The payer of a boleto. The press that pays saves the data first: a boleto is issued from saved
// data only. Source: specification section 5, Boleto.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { DocumentNumberField, FullNameField } from '../../../ui/fields/person-fields.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { length, required } from '../../../ui/fields/rules.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { BillingFields } from '../cards/BillingFields.tsx';
import { documentOf, isDocument, maskDocument } from '../cards/card-rules.ts';
import { type BillData, billDataQuery, useSaveBillData } from '../saved.ts';
import styles from './payment-methods.module.css';

const NAME = { min: 3, max: 100 };
const ZIP_DIGITS = 8;
type Values = { name: string; cpfcnpj: string };
const ADDRESS = [
  'billingZip',
  'billingStateCode',
  'billingCity',
  'billingCounty',
  'billingStreet',
  'billingNumber',
  'billingComplement',
] as const;
type Address = Record<(typeof ADDRESS)[number], string>;

const errorsOf = ({ name, cpfcnpj }: Values) => ({
  ...(isDocument(cpfcnpj) ? {} : { cpfcnpj: m.validate_invalid() }),
  ...length('name', name, NAME.min, NAME.max),
  ...required('cpfcnpj', cpfcnpj),
  ...required('name', name),
});
/** All fields except number and complement are required; a CEP has eight digits. */
const addressErrors = ({
  billingNumber: _number,
  billingComplement: _complement,
  ...needed
}: Address): Partial<Address> => ({
  ...Object.fromEntries(
    Object.entries(needed)
      .filter(([, value]) => value.trim() === '')
      .map(([field]) => [field, m.validate_required()]),
  ),
  ...(needed.billingZip.trim() !== '' &&
    needed.billingZip.replaceAll(/\D/g, '').length !== ZIP_DIGITS && {
      billingZip: m.validate_invalid(),
    }),
});
const matches = ({ name, cpfcnpj }: Values, saved: BillData): boolean =>
  name.trim() === saved.name && documentOf(cpfcnpj) === saved.cpfCnpj;

type Props = {
  /** The data is valid and saved: the payment may begin. */
  onSaved: () => void;
  /** Replaces the introduction where the data is not for a boleto. */
  text?: string;
  /** Asks for an address too. */
  address?: boolean;
  /** The rest of the form, with its submit button. `saving`: the data is being saved. */
  children: (saving: boolean) => ReactNode;
};

export const BoletoForm = ({ onSaved, text, address = false, children }: Props) => {
  const { data: saved, isPending } = useQuery(billDataQuery());
  const { data: profile, isPending: isProfilePending } = useQuery({
    ...ownProfileQuery(),
    enabled: address,
  });
  if (isPending || (address && isProfilePending)) return null;
  return (
    <Form
      saved={saved ?? null}
      onSaved={onSaved}
      text={text ?? m.boleto_text()}
      asksAddress={address}
      known={knownOf(saved?.address ?? null) ?? profile}
    >
      {children}
    </Form>
  );
};

type KnownAddress = Parameters<typeof BillingFields>[0]['profile'];
const knownOf = (address: BillData['address']): KnownAddress =>
  address
    ? {
        zip: address.billingZip,
        street: address.billingStreet,
        number: address.billingNumber ?? '',
        county: address.billingCounty,
        city: address.billingCity,
        state: '',
        stateCode: address.billingStateCode,
      }
    : undefined;

type FormProps = Pick<Props, 'onSaved' | 'children'> & {
  saved: BillData | null;
  text: string;
  asksAddress: boolean;
  /** Initial values of the address. */
  known: KnownAddress;
};

const Form = ({ saved, onSaved, text, asksAddress, known, children }: FormProps) => {
  const [values, setValues] = useState<Values>({
    name: saved?.name ?? '',
    cpfcnpj: maskDocument(saved?.cpfCnpj ?? ''),
  });
  const accept = useSaveBillData();
  // Address fields are uncontrolled.
  const [moved, setMoved] = useState(false);
  const same =
    saved !== null &&
    matches(values, saved) &&
    (!asksAddress || (saved.address !== null && !moved));

  const { form, errors, problem, submitting } = useForm({
    names: ['name', 'cpfcnpj', ...ADDRESS] as const,
    check: (typed) => ({ ...errorsOf(typed), ...(asksAddress ? addressErrors(typed) : {}) }),
    submit: async ({ name, cpfcnpj, ...address }) => {
      if (!same) {
        await accept.mutateAsync({
          name: name.trim(),
          cpfcnpj: documentOf(cpfcnpj),
          ...(asksAddress && { address }),
        });
        setMoved(false);
      }
      onSaved();
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p className={styles.soft}>{text}</p>
      <FullNameField
        name="name"
        label={m.boleto_name()}
        maxLength={NAME.max}
        value={values.name}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, name: value })}
        error={errors.name}
      />
      <DocumentNumberField
        name="cpfcnpj"
        label={m.card_cpf()}
        inputMode="text"
        maxLength={18}
        placeholder="000.000.000-00"
        value={values.cpfcnpj}
        onChange={({ currentTarget: { value } }) =>
          setValues({ ...values, cpfcnpj: maskDocument(value) })
        }
        error={errors.cpfcnpj}
      />
      {asksAddress && (
        <div className={styles.form} onChange={() => setMoved(true)}>
          <BillingFields profile={known} country="BR" errors={errors} />
          <TextField
            name="billingComplement"
            label={m.boleto_complement()}
            autoComplete="address-line2"
            defaultValue={saved?.address?.billingComplement ?? ''}
            maxLength={60}
            error={errors.billingComplement}
          />
        </div>
      )}
      {problem && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      {children(submitting)}
    </form>
  );
};
