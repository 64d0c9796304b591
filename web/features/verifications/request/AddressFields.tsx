// The address of the request: the postal code says the state, and in a capital the city.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeOfZip } from '../../funds/index.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { m } from '../../../paraglide/messages.js';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../../ui/fields/use-form.ts';
import { citiesQuery, statesQuery } from '../../publics/index.ts';
import styles from './request.module.css';
import type { FieldName } from './steps.ts';

type Props = { errors: FieldErrors<FieldName>; profile: OwnProfile };

export const AddressFields = ({ errors, profile }: Props) => {
  // The request accepts Brazilian addresses only: an address of another country is left out.
  const own = profile.country === 'BR' ? profile : null;
  const [{ stateCode, city }, setPlace] = useState({
    stateCode: own?.stateCode ?? '',
    city: own?.city ?? '',
  });
  const [found, setFound] = useState<string>();
  const { data: states } = useQuery(statesQuery());
  const { data: cities } = useQuery(citiesQuery(stateCode));
  const choices = (first: string, names: readonly { value: string; text: string }[]) => [
    { value: '', text: first },
    ...names,
  ];
  const onZip = (zip: string) => {
    const place = placeOfZip(zip);
    if (!place) return setFound(undefined);
    // Outside the capitals the city is the visitor's word, unless it is the known one.
    setPlace((known) => ({
      stateCode: place.stateCode,
      city: place.city || (known.stateCode === place.stateCode ? known.city : ''),
    }));
    setFound([place.city, place.stateCode].filter(Boolean).join(', '));
  };
  return (
    <>
      <TextField
        name="zip"
        label={m.request_zip()}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={9}
        placeholder="00000-000"
        hint={found ? m.request_zip_found({ place: found }) : m.request_zip_hint()}
        defaultValue={own?.zip ?? ''}
        onChange={({ currentTarget: { value } }) => onZip(value)}
        error={errors.zip}
      />
      <div className={styles.pair}>
        <Select
          name="stateCode"
          label={m.request_state()}
          autoComplete="address-level1"
          value={stateCode}
          onChange={({ currentTarget: { value } }) => setPlace({ stateCode: value, city: '' })}
          options={choices(
            m.request_state_choose(),
            (states ?? []).map(({ code, name }) => ({ value: code, text: name })),
          )}
          error={errors.stateCode}
        />
        <Select
          // A new key remounts the select with each list, so that its default value exists.
          key={`${stateCode}/${cities?.length ?? 0}/${city}`}
          name="city"
          defaultValue={city}
          label={m.request_city()}
          disabled={!cities}
          options={choices(
            m.request_city_choose(),
            (cities ?? []).map((name) => ({ value: name, text: name })),
          )}
          error={errors.city}
        />
      </div>
      <TextField
        name="county"
        label={m.request_county()}
        autoComplete="address-level3"
        maxLength={80}
        defaultValue={own?.county ?? ''}
        error={errors.county}
      />
      <TextField
        name="street"
        label={m.request_street()}
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={own?.street ?? ''}
        error={errors.street}
      />
      <div className={styles.pair}>
        <TextField
          name="number"
          label={m.request_number()}
          hint={m.request_number_hint()}
          autoComplete="off"
          maxLength={20}
          defaultValue={own?.number ?? ''}
          error={errors.number}
        />
        <TextField
          name="addressLineTwo"
          label={m.request_address_two()}
          autoComplete="address-line2"
          maxLength={120}
          error={errors.addressLineTwo}
        />
      </div>
    </>
  );
};
