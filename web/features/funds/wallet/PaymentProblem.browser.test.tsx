// Why a payment was refused: which errors are shown in the dialog, and what leads further.
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ApiError, NetworkError } from '../../../client/api/errors.ts';
import { PaymentProblem } from './PaymentProblem.tsx';

const show = (error: unknown) => {
  const Stub = createRoutesStub([{ path: '*', Component: () => <PaymentProblem error={error} /> }]);
  return render(<Stub />);
};
const refusal = (status: number, code: string) =>
  new ApiError(status, { code: code as never, message: 'Passa do limite.' }, true);

test('a payment that a spending limit refuses leads to the limits', async () => {
  const screen = await show(refusal(409, 'spending.dayLimit'));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Passa do limite.');
  await expect
    .element(screen.getByRole('link', { name: 'Ver meus limites de gasto' }))
    .toHaveAttribute('href', '/wallet#limits');
});

test('a payment that a limit against fraud refuses leads to the help', async () => {
  const screen = await show(refusal(409, 'fraud.pairAmount'));
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/help');
});

test('another refusal is shown without a link', async () => {
  const screen = await show(refusal(502, 'gateway.refused'));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Passa do limite.');
  expect(screen.container.querySelector('a')).toBeNull();
});

test('what the error catalogue reports elsewhere is not shown twice', async () => {
  const screen = await show(new NetworkError('no reply'));
  expect(screen.container.textContent).toBe('');
});
