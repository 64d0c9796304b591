// Adds a card: shows its brand during typing and encrypts it before it leaves the page. Source:
// specification section 5, Card and Address.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { SubmitWithCaptcha, useCaptcha } from '../../auth/index.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { methodsQuery } from '../queries.ts';
import { binQuery, type SavedPayment, useSavePayment } from '../saved.ts';
import { BillingFields } from './BillingFields.tsx';
import {
  CARD_FIELDS,
  cardErrors,
  digitsOf,
  maskCode,
  maskDocument,
  maskDate,
  maskExpiration,
  maskNumber,
} from './card-rules.ts';
import { CardFields, HolderFields } from './CardFields.tsx';
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
    check: (values) => cardErrors(values, brand, new Date()),
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

  const numberError =
    errors.number ?? (unknown && bin.length === BIN_DIGITS ? m.card_brand_unknown() : undefined);
  return (
    <Dialog size="wallet" title={m.card_add()} onClose={onClose} closable={!submitting}>
      <p className={styles.note}>{m.card_sealed_note()}</p>
      <form {...form} onInput={mask} className={styles.form}>
        <CardFields
          brand={brand}
          codeSize={brand?.codeSize ?? 3}
          errors={{ ...errors, ...(numberError && { number: numberError }) }}
        />
        <HolderFields profile={profile} country={country} errors={errors} />
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
