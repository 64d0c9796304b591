// Fields of the card form: the card itself, and its holder.
import { m } from '../../../paraglide/messages.js';
import { DocumentNumberField, EmailField, PhoneField } from '../../../ui/fields/person-fields.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { BrandMark } from './BrandMark.tsx';
import { type CardField, maskZip } from './card-rules.ts';
import { placeOfZip } from './places-by-zip.ts';
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
    <div className={styles.short}>
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

type Errors = { errors: FieldErrors<CardField> };

type HolderProps = Errors & {
  zip: string;
  onZip: (zip: string) => void;
  /** The country of the billing address: a Brazilian holder has a CPF. */
  country: string;
};

/** Name, document and postal code: what a card's bank compares. */
export const HolderFields = ({ zip, onZip, country, errors }: HolderProps) => {
  const brazil = country === 'BR';
  const place = brazil ? placeOfZip(zip) : null;
  return (
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
        <DocumentNumberField
          name="holderDocument"
          label={brazil ? m.card_cpf() : m.card_document()}
          inputMode="text"
          placeholder={brazil ? '000.000.000-00' : undefined}
          maxLength={20}
          error={errors.holderDocument}
        />
        <TextField
          name="billingZip"
          label={brazil ? m.request_zip() : m.edit_zip()}
          hint={
            place &&
            (place.city
              ? m.card_place({ city: place.city, state: place.stateCode })
              : m.card_place_city({ state: place.stateCode }))
          }
          inputMode={brazil ? 'numeric' : 'text'}
          autoComplete="postal-code"
          maxLength={20}
          value={zip}
          placeholder={brazil ? '00000-000' : undefined}
          onChange={({ currentTarget: { value, selectionEnd } }) =>
            onZip(brazil && selectionEnd === value.length ? maskZip(value) : value)
          }
          error={errors.billingZip}
        />
      </div>
    </>
  );
};

type PhoneProps = Errors & { phone: string; optional: boolean };

export const HolderPhoneField = ({ phone, optional, errors }: PhoneProps) => (
  <PhoneField
    key={phone}
    name="holderPhoneNumber"
    label={optional ? m.card_phone_optional() : m.card_phone()}
    placeholder="+55 11 98765-4321"
    defaultValue={phone}
    error={errors.holderPhoneNumber}
  />
);

/**
 * What the account knows, or a payment does without; to be corrected for a card of another person.
 */
export const FoldedFields = ({ errors, email }: Errors & { email: string }) => (
  <div className={styles.pair}>
    <EmailField
      key={email}
      name="billingEmail"
      label={m.card_email()}
      defaultValue={email}
      error={errors.billingEmail}
    />
    <TextField
      name="holderBirthDate"
      label={m.card_birth_date_optional()}
      inputMode="numeric"
      autoComplete="bday"
      placeholder="DD/MM/AAAA"
      maxLength={10}
      error={errors.holderBirthDate}
    />
  </div>
);
