// A proof that is wrong: what the server says stands beside the field, which gets the focus again.
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../../client/api/errors.ts';
import { ProofForm } from './ProofForm.tsx';

test('a wrong password is said beside its field', async () => {
  const message = 'Senha incorreta.';
  const element = (
    <ProofForm
      offer={{ methods: ['password'], passkey: null }}
      onSpent={() => undefined}
      onProof={async () => {
        throw new ApiError(400, {
          success: false,
          code: 'validate.wrongPassword',
          message,
          requestId: 'r',
          fields: { password: { code: 'validate.wrongPassword', message } },
        });
      }}
    />
  );
  const screen = await render(
    <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />,
  );
  const field = screen.getByLabelText('Senha atual');
  await field.fill('errada-mesmo');
  await screen.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(field).toHaveAccessibleDescription(message);
  await expect.element(field).toHaveFocus();
});
