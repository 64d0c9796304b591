// Adds a card: shows its brand during typing and encrypts it before it leaves the page. Source:
// specification section 5, Card and Address.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError, explainRefusal } from '../../../client/api/errors.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { SubmitWithCaptcha, useCaptcha } from '../../auth/index.ts';
import { useSession } from '../../../client/session/session.ts';
import { ownProfileQuery } from '../../../client/session/own-profile.ts';
import { methodsQuery } from '../queries.ts';
import { binQuery, type SavedPayment, useSavePayment } from '../saved.ts';
import { BillingFields } from './BillingFields.tsx';
import {
  CARD_FIELDS,
  cardErrors,
  completedAddress,
  digitsOf,
  FOLDED_FIELDS,
  maskCode,
  maskDocument,
  maskDate,
  maskExpiration,
  maskNumber,
} from './card-rules.ts';
import { CardFields, FoldedFields, HolderFields, HolderPhoneField } from './CardFields.tsx';
import { addressOfZip, placeOfZip } from './places-by-zip.ts';
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

/** The folded part of the form. It opens before a wrong field inside it gets the focus. */
const useFolded = () => {
  const folded = useRef<HTMLDetailsElement>(null);
  const unfold = () => {
    if (folded.current) folded.current.open = true;
  };
  return { folded, unfold };
};

const isAboutFolded = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'wallet.errorAddress' || FOLDED_FIELDS.some((name) => error.fields[name]));

const AddCardDialog = ({
  onSaved,
  onClose,
}: {
  onSaved: (saved: SavedPayment) => void;
  onClose: () => void;
}) => {
  const captcha = useCaptcha('add-card');
  const [bin, setBin] = useState('');
  const [country, setCountry] = useState('BR');
  const [typedZip, setTypedZip] = useState<string>();
  const { folded, unfold } = useFolded();
  const { user } = useSession();
  const { data: profile } = useQuery(ownProfileQuery());
  const { data: offer } = useQuery(methodsQuery());
  const { data: found, isError: unknown } = useQuery(binQuery(bin));
  const brand = bin.length === BIN_DIGITS && !unknown ? (found ?? null) : null;
  const save = useSavePayment();
  const zip = typedZip ?? profile?.zip ?? '';
  const known = country === 'BR' ? addressOfZip(profile, zip) : undefined;
  const phone = profile?.celphone ?? '';
  // Cielo's 3-D Secure requires a phone.
  const phoneNeeded = offer?.data.cardAcquirer === 'cielo';
  const [unconfirmed, setUnconfirmed] = useState(false);

  const { form, errors, problem, submitting } = useForm({
    names: CARD_FIELDS,
    check: (values) => {
      const wrong = cardErrors(values, brand, new Date(), phoneNeeded);
      if (FOLDED_FIELDS.some((name) => wrong[name])) unfold();
      return wrong;
    },
    submit: async (values) => {
      const { number, expiration, cvv, holderName, legalConsent: _ticked, ...holder } = values;
      const acquirer = offer?.data.cardAcquirer;
      if (!brand || !acquirer) return;
      const send = async (recapcha: string) => {
        const encrypted = await sealCard(acquirer, {
          number: digitsOf(number),
          expiration,
          cvv,
          holderName: holderName.trim().toUpperCase(),
        });
        const saved = await save.mutateAsync({
          ...holder,
          ...completedAddress(values),
          paymentType: 'card',
          authorizerId: brand.id,
          encrypted,
          legalConsent: true,
          recapcha,
        });
        rememberNumber(saved.id, digitsOf(number));
        onSaved(saved);
      };
      await captcha.sendSolved(send).catch((error: unknown) => {
        setUnconfirmed(isForUnconfirmed(error));
        if (isAboutFolded(error)) unfold();
        throw error;
      });
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

  const onZip = (text: string) => {
    setTypedZip(text);
    // Outside of the capitals the person says which city it is.
    if (placeOfZip(text)?.city === '') unfold();
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
        <HolderFields zip={zip} onZip={onZip} country={country} errors={errors} />
        {phoneNeeded && <HolderPhoneField phone={phone} optional={false} errors={errors} />}
        <details ref={folded} className={styles.folded}>
          <summary>{m.card_other_address()}</summary>
          <div className={styles.form}>
            <BillingFields
              key={`${known?.stateCode} ${known?.city} ${known?.street}`}
              folded
              profile={known}
              country={country}
              onCountry={setCountry}
              errors={errors}
            />
            <FoldedFields email={user?.email ?? ''} errors={errors} />
            {!phoneNeeded && <HolderPhoneField phone={phone} optional errors={errors} />}
          </div>
        </details>
        <Checkbox name="legalConsent" label={m.card_consent()} error={errors.legalConsent} />
        <SubmitWithCaptcha
          captcha={captcha}
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
