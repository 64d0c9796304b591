// Adds a PicPay account with the payer data that PicPay requires. Source: specification section 5,
// PicPay.
import { PICPAY_NAME_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import {
  DocumentNumberField,
  EmailField,
  FullNameField,
  PhoneField,
} from '../../../ui/fields/person-fields.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { length } from '../../../ui/fields/rules.ts';
import { type SavedPayment, useSavePayment } from '../saved.ts';
import { contactErrors, maskDocument } from './card-rules.ts';
import styles from './cards.module.css';

const FIELDS = ['holderName', 'holderDocument', 'billingEmail', 'holderPhoneNumber'] as const;
const NAME_MIN = 3;

const AddPicPayDialog = ({
  onSaved,
  onClose,
}: {
  onSaved: (saved: SavedPayment) => void;
  onClose: () => void;
}) => {
  const save = useSavePayment();
  const { form, errors, problem, submitting } = useForm({
    names: FIELDS,
    check: (values) => ({
      ...contactErrors(values, true),
      ...length('holderName', values.holderName, NAME_MIN, PICPAY_NAME_MAX),
    }),
    submit: async (values) => onSaved(await save.mutateAsync({ ...values, paymentType: 'picpay' })),
    explain: explainRefusal,
  });
  return (
    <Dialog title={m.picpay_add()} onClose={onClose} closable={!submitting}>
      <form
        {...form}
        className={styles.form}
        onInput={(event) => {
          const field = event.target as HTMLInputElement;
          if (field.name === 'holderDocument') field.value = maskDocument(field.value);
          form.onInput(event);
        }}
      >
        <FullNameField
          name="holderName"
          label={m.picpay_name()}
          maxLength={PICPAY_NAME_MAX}
          autoFocus
          error={errors.holderName}
        />
        <DocumentNumberField
          name="holderDocument"
          label={m.card_cpf()}
          inputMode="text"
          maxLength={18}
          error={errors.holderDocument}
        />
        <EmailField name="billingEmail" label={m.card_email()} error={errors.billingEmail} />
        <PhoneField
          name="holderPhoneNumber"
          label={m.card_phone()}
          error={errors.holderPhoneNumber}
        />
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.picpay_save()}
        </Button>
      </form>
    </Dialog>
  );
};

export default AddPicPayDialog;
