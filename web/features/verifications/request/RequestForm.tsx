// The request in four steps. All steps share one form, so that going back loses nothing and an
// error leads to its step.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import {
  DocumentNumberField,
  FullNameField,
  PhoneField,
} from '../../../ui/fields/person-fields.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { type FieldErrors, useForm } from '../../../ui/fields/use-form.ts';
import type { OwnProfile } from '../../../client/session/own-profile.ts';
import { checkPerson, requestProducerApproval, type Signup } from '../queries.ts';
import { AddressFields } from './AddressFields.tsx';
import { DocumentField } from './DocumentField.tsx';
import styles from './request.module.css';
import {
  type FieldName,
  FIELDS,
  errorsUpTo,
  stepName,
  stepOf,
  STEPS,
  type Values,
} from './steps.ts';

type Errors = FieldErrors<FieldName>;

const PersonFields = ({ errors, profile }: { errors: Errors; profile: OwnProfile }) => (
  <>
    <TextField
      name="nickname"
      label={m.request_nickname()}
      hint={m.request_nickname_hint()}
      defaultValue={profile.domainName}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      error={errors.nickname}
    />
    <FullNameField name="fullName" label={m.request_full_name()} error={errors.fullName} />
    <DocumentNumberField
      name="document"
      label={m.request_document()}
      placeholder="000.000.000-00"
      error={errors.document}
    />
    <TextField
      name="birthDate"
      type="date"
      label={m.request_birth_date()}
      autoComplete="bday"
      error={errors.birthDate}
    />
    <PhoneField
      name="celphone"
      label={m.request_celphone()}
      autoComplete="tel-national"
      maxLength={20}
      placeholder="(11) 90000-0000"
      defaultValue={profile.celphone ?? ''}
      error={errors.celphone}
    />
  </>
);

const signupOf = ({ acceptedContract: _accepted, ...values }: Values): Signup => ({
  ...values,
  acceptedContract: true,
});

export const RequestForm = ({ profile }: { profile: OwnProfile }) => {
  const [step, setStep] = useState(0);
  const [sent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const last = step === STEPS.length - 1;
  const { form, errors, problem, submitting } = useForm({
    names: FIELDS,
    check: (values) => errorsUpTo(step, values),
    submit: async (values) => {
      if (step === 0) await checkPerson(signupOf(values));
      if (!last) return setStep(step + 1);
      setSent(true);
      await requestProducerApproval(signupOf(values));
      // The menu and the open pages depend on the stage.
      window.location.assign('/');
    },
    explain: explainRefusal,
  });
  const wrongStep = stepOf(errors);

  // A refusal of the last step may be about a field of an earlier one.
  const returned = sent && wrongStep >= 0;
  useEffect(() => {
    if (wrongStep >= 0) setStep((current) => Math.min(current, wrongStep));
  }, [wrongStep]);
  // Moving to another step is announced to screen readers, and a refused field of it gets the
  // focus; the first render leaves the focus alone.
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const refused = FIELDS.find((name) => errors[name]);
    const field = refused && heading.current?.closest('form')?.elements.namedItem(refused);
    (field instanceof HTMLElement ? field : heading.current)?.focus();
  }, [step, errors]);

  const current = STEPS[step] ?? STEPS[0];
  const sectionOf = (key: string) => ({ hidden: current.key !== key, className: styles.fields });
  return (
    <form {...form} className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.step}>
        {m.request_step({ step: step + 1, total: STEPS.length, name: stepName(current.key) })}
      </h2>
      {returned && (
        <p role="alert" className={styles.problem}>
          {m.request_returned()}
        </p>
      )}
      <ProgressBar label={m.request_page_title()} value={step + 1} max={STEPS.length} />
      <div {...sectionOf('person')}>
        <PersonFields errors={errors} profile={profile} />
      </div>
      <div {...sectionOf('address')}>
        <AddressFields errors={errors} profile={profile} />
      </div>
      <div {...sectionOf('documents')}>
        <p className={styles.text}>{m.request_documents_text()}</p>
        <DocumentField
          name="documentFrontKey"
          label={m.request_front()}
          capture="environment"
          error={errors.documentFrontKey}
        />
        <DocumentField
          name="documentBackKey"
          label={m.request_back()}
          capture="environment"
          error={errors.documentBackKey}
        />
        <DocumentField
          name="selfieKey"
          label={m.request_selfie()}
          capture="user"
          error={errors.selfieKey}
        />
      </div>
      <div {...sectionOf('contract')}>
        <p className={styles.text}>{m.request_contract_text()}</p>
        <p>
          <a
            href="/account/contract"
            target="_blank"
            rel="noopener noreferrer"
            className={styles.link}
          >
            {m.request_contract_read()}
          </a>
        </p>
        <Checkbox
          name="acceptedContract"
          value="yes"
          label={m.request_contract()}
          error={errors.acceptedContract}
        />
      </div>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.buttons}>
        {step > 0 && (
          <Button variant="line" onClick={() => setStep(step - 1)}>
            {m.request_back_step()}
          </Button>
        )}
        <Button type="submit" variant="main" loading={submitting}>
          {last ? m.request_send() : m.request_next()}
        </Button>
      </div>
    </form>
  );
};
