// What forms ask about a person: name, document, email, phone. One place for the browser's
// autofill, the keyboard of phones and the lengths; a form gives the name of its field and the
// label.
import { EMAIL_MAX } from '@camarim/contract/limits';
import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

type Props = ComponentProps<typeof TextField>;

/** The name in a person's documents. */
export const FullNameField = (props: Props) => (
  <TextField autoComplete="name" maxLength={120} {...props} />
);

/** A CPF or CNPJ, with or without its signs: no autofill knows it. */
export const DocumentNumberField = (props: Props) => (
  <TextField inputMode="numeric" autoComplete="off" maxLength={14} {...props} />
);

export const EmailField = (props: Props) => (
  <TextField type="email" autoComplete="email" maxLength={EMAIL_MAX} {...props} />
);

export const PhoneField = (props: Props) => (
  <TextField type="tel" autoComplete="tel" maxLength={25} {...props} />
);
