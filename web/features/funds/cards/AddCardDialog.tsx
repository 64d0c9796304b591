// Adds a card: shows its brand during typing and encrypts it before it leaves the page. Source:
// specification section 5, Card and Address.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../shell/api/errors.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useCaptcha } from '../../auth/captcha.ts';
import { SubmitWithCaptcha } from '../../auth/SubmitWithCaptcha.tsx';
import { ownProfileQuery } from '../../profiles/queries.ts';
import { methodsQuery } from '../queries.ts';
import { binQuery, type SavedPayment, useSavePayment } from '../saved.ts';
import { BillingFields } from './BillingFields.tsx';
import { BrandMark } from './BrandMark.tsx';
import {
  CARD_FIELDS,
  cardFaults,
  digitsOf,
  maskCode,
  maskDocument,
  maskDate,
  maskExpiration,
  maskNumber,
} from './card-rules.ts';
import { sealCard } from './seal-card.ts';
import { rememberNumber } from './typed-numbers.ts';
import { isForUnconfirmed, UnconfirmedNotice } from './UnconfirmedNotice.tsx';
import styles from './cards.module.css';

const BIN_DIGITS = 6;
const MASKS: Partial<Record<string, (text: string) => string>> = {
  number: maskNumber,
  expiration: maskExpiration,
  cvv: maskCode,
  holderBirthDate: maskDate,
};

const AddCardDialog = ({
  onSaved,
  onClose,
}: {
  onSaved: (saved: SavedPayment) => void;
  onClose: () => void;
}) => {
  const { captcha, reset, box } = useCaptcha('add-card');
  const [bin, setBin] = useState('');
  const [country, setCountry] = useState('BR');
  const { data: profile } = useQuery(ownProfileQuery());
  const { data: offer } = useQuery(methodsQuery());
  const { data: found, isError: unknown } = useQuery(binQuery(bin));
  const brand = bin.length === BIN_DIGITS && !unknown ? (found ?? null) : null;
  const save = useSavePayment();
  const [unconfirmed, setUnconfirmed] = useState(false);

  const { form, errors, problem, submitting } = useForm({
    names: CARD_FIELDS,
    check: (values) => cardFaults(values, brand, new Date()),
    submit: async ({ number, expiration, cvv, holderName, legalConsent: _ticked, ...holder }) => {
      const acquirer = offer?.data.cardAcquirer;
      if (captcha.state !== 'solved' || !brand || !acquirer) return;
      try {
        const encrypted = await sealCard(acquirer, {
          number: digitsOf(number),
          expiration,
          cvv,
          holderName: holderName.trim().toUpperCase(),
        });
        const saved = await save.mutateAsync({
          ...holder,
          paymentType: 'card',
          authorizerId: brand.id,
          encrypted,
          legalConsent: true,
          recapcha: captcha.token,
        });
        rememberNumber(saved.id, digitsOf(number));
        onSaved(saved);
      } catch (error) {
        setUnconfirmed(isForUnconfirmed(error));
        reset();
        throw error;
      }
    },
    explain: explainRefusal,
  });

  const mask = (event: FormEvent<HTMLFormElement>) => {
    const field = event.target as HTMLInputElement;
    const shape =
      field.name === 'holderDocument' && country === 'BR' ? maskDocument : MASKS[field.name];
    if (shape && field.selectionEnd === field.value.length) field.value = shape(field.value);
    if (field.name === 'number') setBin(digitsOf(field.value).slice(0, BIN_DIGITS));
    form.onInput(event);
  };

  const numberFault =
    errors.number ?? (unknown && bin.length === BIN_DIGITS ? m.card_brand_unknown() : undefined);
  return (
    <Dialog size="wallet" title={m.card_add()} onClose={onClose} closable={!submitting}>
      <p className={styles.note}>{m.card_sealed_note()}</p>
      <form {...form} onInput={mask} className={styles.form}>
        <div className={styles.numberRow}>
          <TextField
            name="number"
            label={m.card_number()}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="0000 0000 0000 0000"
            autoFocus
            error={numberFault}
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
            hint={m.card_code_hint({ size: brand?.codeSize ?? 3 })}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={5}
            error={errors.cvv}
          />
        </div>
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
        <BillingFields
          key={profile ? 'address' : 'no address'}
          profile={profile}
          country={country}
          onCountry={setCountry}
          errors={errors}
        />
        <Checkbox name="legalConsent" label={m.card_consent()} error={errors.legalConsent} />
        <SubmitWithCaptcha
          captcha={captcha}
          box={box}
          onRetry={reset}
          loading={submitting}
          problem={problem}
          remedy={unconfirmed && <UnconfirmedNotice />}
          label={m.card_save()}
        />
      </form>
    </Dialog>
  );
};

export default AddCardDialog;
