// Fields of the card form: the card itself, and its holder.
import { m } from '../../../paraglide/messages.js';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { BrandMark } from './BrandMark.tsx';
import type { CardField } from './card-rules.ts';
import styles from './cards.module.css';

type CardProps = {
  /** Null while the number is incomplete or its brand unknown. */
  brand: Parameters<typeof BrandMark>[0]['brand'];
  /** Digits of the brand's security code. */
  codeSize: number;
  errors: FieldErrors<CardField>;
};

export const CardFields = ({ brand, codeSize, errors }: CardProps) => (
  <>
    <div className={styles.numberRow}>
      <TextField
        name="number"
        label={m.card_number()}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        autoFocus
        error={errors.number}
      />
      <BrandMark brand={brand} />
    </div>
    <div className={styles.pair}>
      <TextField
        name="expiration"
        label={m.card_expiration()}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/AAAA"
        maxLength={7}
        error={errors.expiration}
      />
      <TextField
        name="cvv"
        label={m.card_code()}
        hint={m.card_code_hint({ size: codeSize })}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={5}
        error={errors.cvv}
      />
    </div>
  </>
);

type HolderProps = {
  profile: Pick<OwnProfile, 'celphone'> | undefined;
  /** Of the billing address: a Brazilian holder has a CPF. */
  country: string;
  errors: FieldErrors<CardField>;
};

export const HolderFields = ({ profile, country, errors }: HolderProps) => (
  <>
    <TextField
      name="holderName"
      label={m.card_holder()}
      hint={m.card_holder_hint()}
      autoComplete="cc-name"
      maxLength={30}
      error={errors.holderName}
    />
    <div className={styles.pair}>
      <TextField
        name="holderDocument"
        label={country === 'BR' ? m.card_cpf() : m.card_document()}
        inputMode="text"
        autoComplete="off"
        maxLength={20}
        error={errors.holderDocument}
      />
      <TextField
        name="holderBirthDate"
        label={m.card_birth_date()}
        inputMode="numeric"
        autoComplete="bday"
        placeholder="DD/MM/AAAA"
        maxLength={10}
        error={errors.holderBirthDate}
      />
    </div>
    <div className={styles.pair}>
      <TextField
        name="billingEmail"
        label={m.card_email()}
        type="email"
        autoComplete="email"
        maxLength={200}
        error={errors.billingEmail}
      />
      <TextField
        key={profile ? 'known' : 'blank'}
        name="holderPhoneNumber"
        label={m.card_phone()}
        type="tel"
        autoComplete="tel"
        placeholder="+55 11 98765-4321"
        maxLength={25}
        defaultValue={profile?.celphone ?? ''}
        error={errors.holderPhoneNumber}
      />
    </div>
  </>
);
