// The number of a receipt in a help ticket leads to its transaction, for those who may see it.
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { StaffRoleOfPage } from '../../features/dsb/index.ts';
import { TicketMessage } from './TicketMessage.tsx';

const RECEIPT = '01a22059-6f3e-77d3-9b83-9ad158795fd2';
const MESSAGE = `Pedido de reembolso. Recibo ${RECEIPT}.\n\nFoi sem querer. ${RECEIPT}`;

const show = (role: 'finance' | 'moderation') => {
  const element = (
    <StaffRoleOfPage value={role}>
      <TicketMessage message={MESSAGE} />
    </StaffRoleOfPage>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('a receipt in a ticket leads to its transaction, and the words stay whole', async () => {
  const screen = await show('finance');
  await expect
    .element(screen.getByRole('link', { name: RECEIPT }))
    .toHaveAttribute('href', `/dsb/transactions?search=${RECEIPT}`);
  expect(screen.container.textContent).toBe(MESSAGE);
});

test('a role that may not see transactions reads the receipt as text', async () => {
  const screen = await show('moderation');
  await expect.element(screen.getByText('Foi sem querer', { exact: false })).toBeVisible();
  expect(screen.getByRole('link').query()).toBeNull();
});
