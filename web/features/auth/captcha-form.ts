// A form with a captcha: `useForm` whose submission waits for the solution.
import type { CaptchaAction } from '@camarim/contract/captcha';
import { explainRefusal } from '../../client/api/errors.ts';
import { useForm } from '../../ui/fields/use-form.ts';
import { useCaptcha } from './captcha.ts';

type Options<Name extends string> = Pick<Parameters<typeof useForm<Name>>[0], 'names' | 'check'> & {
  action: CaptchaAction;
  submit: (values: Record<Name, string>, recapcha: string) => Promise<void>;
};

/** Spread `button` on the form's SubmitWithCaptcha. */
export const useCaptchaForm = <Name extends string>({
  action,
  submit,
  ...fields
}: Options<Name>) => {
  const captcha = useCaptcha(action);
  const { form, errors, problem, submitting } = useForm({
    ...fields,
    submit: (values) => captcha.sendSolved((recapcha) => submit(values, recapcha)),
    explain: explainRefusal,
  });
  return { form, errors, button: { captcha, problem, loading: submitting } };
};
