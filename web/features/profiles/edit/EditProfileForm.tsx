// The form of the own profile. Its fields are uncontrolled until the server has saved them.
import {
  ABOUT_MAX,
  DISPLAY_NAME_MAX,
  GENDERS,
  type Gender,
  LOCALES,
  PHONE_MAX,
} from '@camarim/contract/limits';
import { Eye, Lock } from 'lucide-react';
import { type FormEvent, useCallback, useRef, useState } from 'react';
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
import { ReviewNotice } from '../../reviews/index.ts';
import { useEditProfile } from '../mutations.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { AddressFields } from './AddressFields.tsx';
import { editsOf, FIELDS, type FieldName, SENDING, showPhone } from './fields.ts';
import { PictureField } from './PictureField.tsx';
import { ProfilePreview, type PreviewedProfile } from './ProfilePreview.tsx';
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

/** Anchors of the parts of the page. */
const PARTS = {
  pictures: 'pictures',
  about: 'about',
  choices: 'choices',
  contact: 'contact',
  address: 'address',
} as const;

type PartProps = { profile: OwnProfile; errors: Errors };

/** Language names in their own language. */
const LANGUAGES = { pt: 'Português', en: 'English', es: 'Español' } as const;

type PicturesProps = PartProps & {
  onChange: () => void;
  onCover: (address: string | null) => void;
  onAvatar: (address: string | null) => void;
};

/** The picture that waits for a review or was refused, before the one that others see. */
const coverOf = ({ heldImages: { headerImage: held }, headerMediaThumbs }: OwnProfile) =>
  (held?.image ?? headerMediaThumbs)?.lgThumb ?? null;
const avatarOf = ({ heldImages: { profileImage: held }, profileMediaThumbs }: OwnProfile) =>
  (held?.image ?? profileMediaThumbs)?.mdThumb ?? null;

const noticeOf = (held: OwnProfile['heldImages']['profileImage']) =>
  held && <ReviewNotice review={held.review} of="image" />;

const Pictures = ({ profile, errors, onChange, onCover, onAvatar }: PicturesProps) => (
  <fieldset id={PARTS.pictures} className={styles.part}>
    <legend>{m.edit_pictures()}</legend>
    <PictureField
      kind="cover"
      name="headerImageKey"
      label={m.edit_cover()}
      current={coverOf(profile)}
      notice={noticeOf(profile.heldImages.headerImage)}
      error={errors.headerImageKey}
      onChange={onChange}
      onShown={onCover}
    />
    <PictureField
      kind="avatar"
      name="profileImageKey"
      label={m.edit_avatar()}
      current={avatarOf(profile)}
      notice={noticeOf(profile.heldImages.profileImage)}
      error={errors.profileImageKey}
      onChange={onChange}
      onShown={onAvatar}
    />
  </fieldset>
);

const About = ({ profile, errors }: PartProps) => (
  <fieldset id={PARTS.about} className={styles.part}>
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
  </fieldset>
);

const Choices = ({ profile, errors }: PartProps) => (
  <fieldset id={PARTS.choices} className={styles.part}>
    <legend>{m.edit_choices()}</legend>
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
  <fieldset id={PARTS.contact} className={styles.part}>
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

/** What the preview shows, as it is typed and chosen. */
const useShown = (profile: OwnProfile) => {
  const [shown, setShown] = useState<PreviewedProfile>({
    name: profile.exibitionName,
    about: profile.about,
    cover: coverOf(profile),
    avatar: avatarOf(profile),
  });
  const onText = ({ target }: FormEvent) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'exibitionName') setShown((was) => ({ ...was, name: value }));
    if (name === 'about') setShown((was) => ({ ...was, about: value }));
  };
  const onCover = useCallback((cover: string | null) => setShown((was) => ({ ...was, cover })), []);
  const onAvatar = useCallback(
    (avatar: string | null) => setShown((was) => ({ ...was, avatar })),
    [],
  );
  return { shown, onText, onCover, onAvatar };
};

const PartLinks = () => (
  <nav aria-label={m.edit_parts()} className={styles.parts}>
    {[
      { to: PARTS.pictures, text: m.edit_pictures() },
      { to: PARTS.about, text: m.edit_about_you() },
      { to: PARTS.choices, text: m.edit_choices() },
      { to: PARTS.contact, text: m.edit_contact() },
      { to: PARTS.address, text: m.edit_address() },
    ].map(({ to, text }) => (
      <a key={to} href={`#${to}`}>
        {text}
      </a>
    ))}
  </nav>
);

export const EditProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const edit = useEditProfile();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState(false);
  /** Each save remounts the form with the values that the server completed. */
  const [saves, setSaves] = useState(0);
  const heading = useRef<HTMLParagraphElement>(null);
  const onPicture = useCallback(() => setChanged(true), []);
  const { shown, onText, onCover, onAvatar } = useShown(profile);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    setChanged(true);
    onText(event);
  };
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
      <PartLinks />
      <ProfilePreview shown={shown} domainName={profile.domainName} />
      <h2 className={styles.group}>
        <Eye aria-hidden />
        {m.edit_group_public()}
      </h2>
      <Pictures
        profile={profile}
        errors={errors}
        onChange={onPicture}
        onCover={onCover}
        onAvatar={onAvatar}
      />
      <About profile={profile} errors={errors} />
      <h2 className={styles.group}>
        <Lock aria-hidden />
        {m.edit_group_private()}
      </h2>
      <Choices profile={profile} errors={errors} />
      <Phones profile={profile} errors={errors} />
      <fieldset id={PARTS.address} className={styles.part}>
        <legend>{m.edit_address()}</legend>
        <p className={styles.note}>{m.edit_address_hint()}</p>
        <AddressFields profile={profile} errors={errors} />
      </fieldset>
      <div className={styles.save}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <p role="status" className={styles.note}>
          {changed && m.edit_unsaved()}
        </p>
        <Button type="submit" variant="main" loading={submitting}>
          {m.edit_save()}
        </Button>
      </div>
      <LeaveGuard when={changed} title={m.edit_leave_title()} confirmLabel={m.edit_leave()}>
        {m.edit_leave_text()}
      </LeaveGuard>
    </form>
  );
};
