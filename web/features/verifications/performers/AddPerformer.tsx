// The form for a new performer; submitting it sends the consent request by email.
import { ADULT_AGE_YEARS, PERFORMER_NAME_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import {
  DocumentNumberField,
  EmailField,
  FullNameField,
} from '../../../ui/fields/person-fields.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { DocumentAndSelfie } from '../request/DocumentAndSelfie.tsx';
import { email, required } from '../../../ui/fields/rules.ts';
import styles from './performers.module.css';
import { useAddPerformer } from './queries.ts';

const NAMES = [
  'stageName',
  'fullName',
  'document',
  'birthDate',
  'email',
  'documentFrontKey',
  'selfieKey',
] as const;

export const AddPerformer = ({ onClose }: { onClose: () => void }) => {
  const add = useAddPerformer();
  const { form, errors, problem, submitting } = useForm({
    names: NAMES,
    check: (values) => ({
      ...(values.document.replaceAll(/\D/g, '').length !== 11 && {
        document: m.request_cpf_invalid(),
      }),
      ...email('email', values.email),
      ...NAMES.reduce((all, name) => ({ ...all, ...required(name, values[name]) }), {}),
    }),
    submit: async (values) => {
      await add.mutateAsync(values);
      showToast(m.performers_asked({ name: values.stageName, email: values.email }), 'success');
      onClose();
    },
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <p className={styles.soft}>{m.performers_form_text({ age: ADULT_AGE_YEARS })}</p>
      <TextField
        name="stageName"
        label={m.performers_stage_name()}
        hint={m.performers_stage_name_hint()}
        autoComplete="off"
        maxLength={PERFORMER_NAME_MAX}
        error={errors.stageName}
      />
      <FullNameField
        name="fullName"
        label={m.performers_full_name()}
        autoComplete="off"
        error={errors.fullName}
      />
      <div className={styles.pair}>
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
          autoComplete="off"
          error={errors.birthDate}
        />
      </div>
      <EmailField
        name="email"
        label={m.performers_email()}
        hint={m.performers_email_hint()}
        autoComplete="off"
        error={errors.email}
      />
      <DocumentAndSelfie errors={errors} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="main" loading={submitting}>
          {m.performers_send()}
        </Button>
        <Button variant="line" onClick={onClose}>
          {m.performers_cancel()}
        </Button>
      </div>
    </form>
  );
};
