// A form: reads its fields, checks them, submits once, and puts what is wrong beside the field that
// is wrong.
import { type FormEvent, useRef, useState } from 'react';

/** Messages by field name. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** A failure that names fields (the API's refusals do). */
type NamesFields = { fields: Record<string, { message: string }> };

const namesFields = (error: unknown): error is NamesFields =>
  typeof error === 'object' &&
  error !== null &&
  'fields' in error &&
  typeof error.fields === 'object' &&
  error.fields !== null;

type Options<Name extends string> = {
  /** Names of the fields, as in their `name` attribute. */
  names: readonly Name[];
  /** Errors that are found before the request; empty when there are none. */
  check?: (values: Record<Name, string>) => FieldErrors<Name> | Promise<FieldErrors<Name>>;
  submit: (values: Record<Name, string>) => Promise<void>;
  /**
   * A refusal that is about the whole form: the sentence to show above its button; undefined when
   * it is shown elsewhere.
   */
  explain: (error: unknown) => string | undefined;
};

/** Spread `form` on the <form>; `errors[name]` goes to the field, `problem` above the button. */
export const useForm = <Name extends string>({ names, check, submit, explain }: Options<Name>) => {
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [problem, setProblem] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const running = useRef(false);

  const show = (form: HTMLFormElement, wrong: FieldErrors<Name>) => {
    setErrors(wrong);
    const first = names.find((name) => wrong[name]);
    const field = first && form.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = Object.fromEntries(
      names.map((name) => [name, String(data.get(name) ?? '')]),
    ) as Record<Name, string>;
    setProblem(undefined);
    running.current = true;
    setSubmitting(true);
    try {
      const wrong = (await check?.(values)) ?? {};
      show(form, wrong);
      if (Object.keys(wrong).length > 0) return;
      await submit(values);
    } catch (error) {
      const known = namesFields(error) ? names.filter((name) => error.fields[name]) : [];
      if (namesFields(error))
        show(
          form,
          Object.fromEntries(
            known.map((name) => [name, error.fields[name]?.message]),
          ) as FieldErrors<Name>,
        );
      if (known.length > 0) return;
      const sentence = explain(error);
      if (sentence === undefined) throw error;
      setProblem(sentence);
    } finally {
      running.current = false;
      setSubmitting(false);
    }
  };

  /** A field that is being corrected stops being red. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const name = (event.target as HTMLInputElement).name as Name;
    if (errors[name]) setErrors(({ [name]: _corrected, ...rest }) => rest as FieldErrors<Name>);
  };

  return { form: { onSubmit, onInput, noValidate: true }, errors, problem, submitting };
};
