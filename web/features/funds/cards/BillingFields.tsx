// The billing address of a card: with IBGE's states and cities in Brazil, as free text elsewhere.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { needsStateCode } from '@camarim/contract/addresses';
import { m } from '../../../paraglide/messages.js';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { citiesQuery, countriesQuery, statesQuery } from '../../publics/index.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { type CardField, maskZip } from './card-rules.ts';
import { addressOfZip } from './places-by-zip.ts';
import styles from './cards.module.css';

type KnownAddress = Pick<
  OwnProfile,
  'zip' | 'street' | 'number' | 'county' | 'city' | 'state' | 'stateCode'
>;
type Props = {
  profile: KnownAddress | undefined;
  errors: FieldErrors<CardField>;
  country: string;
  /** Absent where only Brazilian addresses are accepted. */
  onCountry?: (country: string) => void;
  /** The postal code is a field of the form around this one, and the lines below may stay empty. */
  folded?: boolean;
};

const BrazilianPlaces = ({ profile, errors }: Pick<Props, 'profile' | 'errors'>) => {
  const [stateCode, setStateCode] = useState(profile?.stateCode ?? '');
  const { data: states = [] } = useQuery(statesQuery());
  const { data: cities } = useQuery(citiesQuery(stateCode));
  const state = states.find(({ code }) => code === stateCode)?.name ?? profile?.state ?? '';
  const names = cities ?? (profile?.city ? [profile.city] : []);
  return (
    <div className={styles.pair}>
      <input type="hidden" name="billingState" value={state} />
      <Select
        name="billingStateCode"
        label={m.request_state()}
        value={stateCode}
        onChange={({ currentTarget: { value } }) => setStateCode(value)}
        options={[
          { value: '', text: m.request_state_choose() },
          ...(states.length > 0
            ? states.map(({ code, name }) => ({ value: code, text: name }))
            : stateCode
              ? [{ value: stateCode, text: state }]
              : []),
        ]}
        error={errors.billingStateCode}
      />
      <Select
        key={`${stateCode} ${cities ? 'all' : 'stored'}`}
        name="billingCity"
        label={m.request_city()}
        defaultValue={stateCode === profile?.stateCode ? profile.city : ''}
        options={[
          { value: '', text: m.request_city_choose() },
          ...names.map((name) => ({ value: name, text: name })),
        ]}
        error={errors.billingCity}
      />
    </div>
  );
};

export const BillingFields = ({ profile, country, onCountry, errors, folded = false }: Props) => {
  const [zip, setZip] = useState(profile?.zip ?? '');
  const places = folded ? profile : addressOfZip(profile, zip);
  const { data: countries } = useQuery({ ...countriesQuery(), enabled: onCountry !== undefined });
  const brazil = country === 'BR';
  return (
    <fieldset className={styles.address}>
      <legend className={styles.legend}>{onCountry ? m.card_billing() : m.boleto_address()}</legend>
      <div className={onCountry && !folded ? styles.pair : undefined}>
        {onCountry && (
          <Select
            name="billingCountry"
            label={m.edit_country()}
            value={country}
            onChange={({ currentTarget: { value } }) => onCountry(value)}
            options={
              countries
                ? countries.map(({ code, name }) => ({ value: code, text: name }))
                : [{ value: country, text: country }]
            }
          />
        )}
        {!folded && (
          <TextField
            name="billingZip"
            label={brazil ? m.request_zip() : m.edit_zip()}
            inputMode={brazil ? 'numeric' : 'text'}
            autoComplete="postal-code"
            placeholder={brazil ? '00000-000' : undefined}
            value={zip}
            onChange={({ currentTarget: { value, selectionEnd } }) =>
              setZip(brazil && selectionEnd === value.length ? maskZip(value) : value)
            }
            maxLength={20}
            error={errors.billingZip}
          />
        )}
      </div>
      {brazil ? (
        <BrazilianPlaces
          key={`${places?.stateCode} ${places?.city}`}
          profile={places}
          errors={errors}
        />
      ) : (
        <div className={styles.pair}>
          {needsStateCode(country) ? (
            <TextField
              name="billingStateCode"
              label={m.card_state_code()}
              hint={m.card_state_code_hint()}
              autoComplete="address-level1"
              maxLength={3}
              error={errors.billingStateCode}
            />
          ) : (
            <TextField
              name="billingState"
              label={m.edit_state()}
              autoComplete="address-level1"
              maxLength={80}
              error={errors.billingState}
            />
          )}
          <TextField
            name="billingCity"
            label={m.request_city()}
            maxLength={80}
            error={errors.billingCity}
          />
        </div>
      )}
      {brazil && (
        <TextField
          name="billingCounty"
          label={folded ? m.card_county_optional() : m.request_county()}
          defaultValue={profile?.county ?? ''}
          maxLength={80}
          error={errors.billingCounty}
        />
      )}
      <div className={styles.street}>
        <TextField
          name="billingStreet"
          label={folded ? m.card_street_optional() : m.request_street()}
          autoComplete="address-line1"
          defaultValue={profile?.street ?? ''}
          maxLength={120}
          error={errors.billingStreet}
        />
        <TextField
          name="billingNumber"
          label={m.request_number()}
          placeholder="S/N"
          defaultValue={profile?.number ?? ''}
          maxLength={20}
          error={errors.billingNumber}
        />
      </div>
    </fieldset>
  );
};
