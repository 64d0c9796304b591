// A private address: with IBGE's states and cities in Brazil, as free text elsewhere.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { citiesQuery, countriesQuery, statesQuery } from '../../publics/index.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { type FieldName, showZip } from './fields.ts';
import styles from './edit.module.css';

type Props = { profile: OwnProfile; errors: FieldErrors<FieldName> };
type Option = { value: string; text: string };

const named = (places: readonly { code: string; name: string }[] | undefined): Option[] =>
  (places ?? []).map(({ code, name }) => ({ value: code, text: name }));

const BrazilianPlaces = ({ profile, errors }: Props) => {
  const [stateCode, setStateCode] = useState(profile.country === 'BR' ? profile.stateCode : '');
  const { data: states } = useQuery(statesQuery());
  const { data: cities } = useQuery(citiesQuery(stateCode));
  // The stored city is an option before the list of cities has loaded.
  const storedCity = stateCode !== '' && stateCode === profile.stateCode ? profile.city : '';
  const stateOptions = states
    ? named(states)
    : stateCode
      ? [{ value: stateCode, text: profile.state }]
      : [];
  const cityNames = cities ?? (storedCity ? [storedCity] : []);
  return (
    <div className={styles.pair}>
      <Select
        name="stateCode"
        label={m.request_state()}
        autoComplete="address-level1"
        value={stateCode}
        onChange={({ currentTarget: { value } }) => setStateCode(value)}
        options={[{ value: '', text: m.request_state_choose() }, ...stateOptions]}
        error={errors.stateCode}
      />
      <Select
        key={`${stateCode} ${cities ? 'all' : 'stored'}`}
        name="city"
        label={m.request_city()}
        autoComplete="address-level2"
        defaultValue={storedCity}
        disabled={stateCode === ''}
        options={[
          { value: '', text: m.request_city_choose() },
          ...cityNames.map((name) => ({ value: name, text: name })),
        ]}
        error={errors.city}
      />
    </div>
  );
};

const ForeignPlaces = ({ profile, errors }: Props) => {
  const abroad = profile.country !== 'BR';
  return (
    <div className={styles.pair}>
      <TextField
        name="state"
        label={m.edit_state()}
        autoComplete="address-level1"
        defaultValue={abroad ? profile.state : ''}
        maxLength={80}
        error={errors.state}
      />
      <TextField
        name="city"
        label={m.request_city()}
        autoComplete="address-level2"
        defaultValue={abroad ? profile.city : ''}
        maxLength={80}
        error={errors.city}
      />
    </div>
  );
};

export const AddressFields = ({ profile, errors }: Props) => {
  const [country, setCountry] = useState(profile.country);
  const { data: countries } = useQuery(countriesQuery());
  const brazil = country === 'BR';
  return (
    <>
      <div className={styles.pair}>
        <Select
          name="country"
          label={m.edit_country()}
          autoComplete="country"
          value={country}
          onChange={({ currentTarget: { value } }) => setCountry(value)}
          options={countries ? named(countries) : [{ value: country, text: country }]}
          error={errors.country}
        />
        <TextField
          name="zip"
          label={brazil ? m.request_zip() : m.edit_zip()}
          inputMode={brazil ? 'numeric' : 'text'}
          placeholder={brazil ? '00000-000' : ''}
          autoComplete="postal-code"
          defaultValue={showZip(profile.zip, profile.country)}
          maxLength={20}
          error={errors.zip}
        />
      </div>
      {brazil ? (
        <BrazilianPlaces profile={profile} errors={errors} />
      ) : (
        <ForeignPlaces profile={profile} errors={errors} />
      )}
      <TextField
        name="county"
        label={m.request_county()}
        autoComplete="address-level3"
        defaultValue={profile.county}
        maxLength={80}
        error={errors.county}
      />
      <div className={styles.street}>
        <TextField
          name="street"
          label={m.request_street()}
          defaultValue={profile.street}
          autoComplete="address-line1"
          maxLength={120}
          error={errors.street}
        />
        <TextField
          name="number"
          label={m.request_number()}
          defaultValue={profile.number}
          placeholder="S/N"
          autoComplete="off"
          maxLength={20}
          error={errors.number}
        />
      </div>
      <TextField
        name="addressLineOne"
        label={m.edit_address_line()}
        hint={m.edit_address_line_hint()}
        defaultValue={profile.addressLineOne}
        autoComplete="off"
        maxLength={200}
        error={errors.addressLineOne}
      />
    </>
  );
};
