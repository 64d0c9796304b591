// The form of the own profile. Its fields are uncontrolled until the server has saved them.
import {
  ABOUT_MAX,
  DISPLAY_NAME_MAX,
  GENDERS,
  type Gender,
  LOCALES,
  PHONE_MAX,
} from '@camarim/contract/limits';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { type FieldErrors, useForm } from '../../../ui/fields/use-form.ts';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { required } from '../../../ui/fields/rules.ts';
import { useEditProfile } from '../mutations.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { AddressFields } from './AddressFields.tsx';
import { editsOf, FIELDS, type FieldName, SENDING, showPhone } from './fields.ts';
import { PictureField } from './PictureField.tsx';
import styles from './edit.module.css';

type Errors = FieldErrors<FieldName>;
/** Singular forms; Explore uses the plural. */
const GENDER_NAMES: Record<Gender, () => string> = {
  woman: m.edit_gender_woman,
  man: m.edit_gender_man,
  trans: m.edit_gender_trans,
  nonBinary: m.edit_gender_non_binary,
  couple: m.edit_gender_couple,
};

type PartProps = { profile: OwnProfile; errors: Errors };

/** Language names in their own language. */
const LANGUAGES = { pt: 'Português', en: 'English', es: 'Español' } as const;

const Pictures = ({ profile, errors, onChange }: PartProps & { onChange: () => void }) => (
  <fieldset className={styles.part}>
    <legend>{m.edit_pictures()}</legend>
    <PictureField
      kind="cover"
      name="headerImageKey"
      label={m.edit_cover()}
      current={profile.headerMediaThumbs?.lgThumb ?? null}
      error={errors.headerImageKey}
      onChange={onChange}
    />
    <PictureField
      kind="avatar"
      name="profileImageKey"
      label={m.edit_avatar()}
      current={profile.profileMediaThumbs?.mdThumb ?? null}
      error={errors.profileImageKey}
      onChange={onChange}
    />
  </fieldset>
);

const About = ({ profile, errors }: PartProps) => (
  <fieldset className={styles.part}>
    <legend>{m.edit_about_you()}</legend>
    <TextField
      name="exibitionName"
      label={m.edit_name()}
      defaultValue={profile.exibitionName}
      autoComplete="nickname"
      maxLength={DISPLAY_NAME_MAX}
      required
      error={errors.exibitionName}
    />
    <TextArea
      name="about"
      label={m.edit_about()}
      defaultValue={profile.about}
      rows={5}
      maxLength={ABOUT_MAX}
      error={errors.about}
    />
    <Select
      name="gender"
      label={m.edit_gender()}
      hint={profile.producer ? m.edit_gender_hint() : undefined}
      defaultValue={profile.gender ?? ''}
      options={[
        { value: '', text: m.edit_gender_none() },
        ...GENDERS.map((gender) => ({ value: gender, text: GENDER_NAMES[gender]() })),
      ]}
      error={errors.gender}
    />
    <Select
      name="defaultLanguage"
      label={m.edit_language()}
      hint={m.edit_language_hint()}
      defaultValue={profile.defaultLanguage ?? LOCALES[0]}
      options={LOCALES.map((locale) => ({ value: locale, text: LANGUAGES[locale] }))}
      error={errors.defaultLanguage}
    />
    {profile.producer && (
      <Checkbox
        name="enableComments"
        value="yes"
        label={m.options_comments()}
        defaultChecked={profile.settings.enableComments}
      />
    )}
  </fieldset>
);

const Phones = ({ profile, errors }: PartProps) => (
  <fieldset className={styles.part}>
    <legend>{m.edit_contact()}</legend>
    <p className={styles.note}>{m.edit_private()}</p>
    <div className={styles.pair}>
      <TextField
        name="celphone"
        type="tel"
        label={m.edit_celphone()}
        hint={m.edit_phone_hint()}
        defaultValue={showPhone(profile.celphone)}
        autoComplete="tel"
        maxLength={PHONE_MAX}
        error={errors.celphone}
      />
      <TextField
        name="phone"
        type="tel"
        label={m.edit_phone()}
        defaultValue={showPhone(profile.phone)}
        autoComplete="off"
        maxLength={PHONE_MAX}
        error={errors.phone}
      />
    </div>
  </fieldset>
);

export const EditProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const edit = useEditProfile();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState(false);
  /** Each save remounts the form with the values that the server completed. */
  const [saves, setSaves] = useState(0);
  const heading = useRef<HTMLParagraphElement>(null);
  const onChange = () => setChanged(true);
  const { form, errors, problem, submitting } = useForm({
    names: FIELDS,
    check: ({ exibitionName, headerImageKey, profileImageKey }) => ({
      ...(headerImageKey === SENDING && { headerImageKey: m.edit_picture_wait() }),
      ...(profileImageKey === SENDING && { profileImageKey: m.edit_picture_wait() }),
      ...required('exibitionName', exibitionName),
    }),
    submit: async (values) => {
      await edit.mutateAsync(editsOf(values, profile.producer));
      setChanged(false);
      setSaves((count) => count + 1);
      showToast(m.edit_saved(), 'success');
      // The header shows name and picture.
      await revalidate();
      heading.current?.focus();
    },
    explain: explainRefusal,
  });
  return (
    <form key={saves} {...form} className={styles.form} onChange={onChange}>
      <p ref={heading} tabIndex={-1} className={styles.note}>
        {m.edit_intro()}
      </p>
      <Pictures profile={profile} errors={errors} onChange={onChange} />
      <About profile={profile} errors={errors} />
      <Phones profile={profile} errors={errors} />
      <fieldset className={styles.part}>
        <legend>{m.edit_address()}</legend>
        <p className={styles.note}>{m.edit_address_hint()}</p>
        <AddressFields profile={profile} errors={errors} />
      </fieldset>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="main" fullWidth loading={submitting}>
        {m.edit_save()}
      </Button>
      <LeaveGuard when={changed} title={m.edit_leave_title()} confirmLabel={m.edit_leave()}>
        {m.edit_leave_text()}
      </LeaveGuard>
    </form>
  );
};
