// The pictures by which a person shows who they are and how old: a document with the date of birth,
// and a selfie.
import { m } from '../../../paraglide/messages.js';
import { DocumentField } from './DocumentField.tsx';

/** The fields `documentFrontKey` and `selfieKey` of a form. */
export const DocumentAndSelfie = ({
  errors,
}: {
  errors: Partial<Record<'documentFrontKey' | 'selfieKey', string>>;
}) => (
  <>
    <DocumentField
      name="documentFrontKey"
      label={m.age_front()}
      capture="environment"
      error={errors.documentFrontKey}
    />
    <DocumentField
      name="selfieKey"
      label={m.request_selfie()}
      capture="user"
      error={errors.selfieKey}
    />
  </>
);
